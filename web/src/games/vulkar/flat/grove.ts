/** What grows on the painted island, where nothing else is: palms, shrubs, dead trunks and rocks. */
import { ISLAND, type Ground } from '../island';
import { scattered } from '../scene/relief';

const TRIES = 900;
const CLEAR = 27; // millimetres from whatever there is
const APART = 19;

interface Plant {
  x: number;
  y: number;
  size: number;
  turn: number;
}

export function plant(context: CanvasRenderingContext2D, ground: Ground, isNight: boolean): void {
  context.globalAlpha = 1;
  for (const one of placesIn(ground)) {
    context.save();
    context.translate(one.x, one.y);
    if (one.x > 60) palm(context, one, isNight);
    else if (one.x < -165) rock(context, one, isNight);
    else shrub(context, one, isNight);
    context.restore();
  }
}

function placesIn(ground: Ground): Plant[] {
  const next = scattered(4);
  const { west, east, south, north } = ISLAND.box;
  const things = [
    ...ISLAND.spaces.flatMap(({ at, slab }) => (slab ? [at, slab] : [at])),
    ...ISLAND.lanes.flatMap(({ points }) => points),
    ...ISLAND.pits.map(({ at }) => at),
    ISLAND.vulkar.at,
    ...pathPoints(),
  ];
  const found: Plant[] = [];
  for (let n = 0; n < TRIES; n++) {
    const x = west + (east - west) * next();
    const y = south + (north - south) * next();
    const one = { x, y, size: 0.75 + 0.5 * next(), turn: 6.28 * next() };
    const isFree = things.every(([tx, ty]) => Math.hypot(tx - x, ty - y) > CLEAR);
    const isAlone = found.every((other) => Math.hypot(other.x - x, other.y - y) > APART);
    if (isFree && isAlone && ground.at(x, y) > 4) found.push(one);
  }
  return found.toSorted((one, other) => other.y - one.y); // those in the south are nearer
}

/** Some points of the ways between spaces. */
function pathPoints(): [number, number][] {
  return ISLAND.spaces.flatMap(({ at, near }, number) =>
    near
      .filter((other) => other > number)
      .flatMap((other) => {
        const to = ISLAND.spaces[other]!.at;
        return [0.25, 0.5, 0.75].map((part): [number, number] => [
          at[0] + (to[0] - at[0]) * part,
          at[1] + (to[1] - at[1]) * part,
        ]);
      }),
  );
}

function shadow(context: CanvasRenderingContext2D, size: number): void {
  context.fillStyle = '#0b1a1040';
  context.beginPath();
  context.ellipse(3.4 * size, -3.4 * size, 7.4 * size, 6.6 * size, 0, 0, 7);
  context.fill();
}

/** From above: leaves around a crown. */
function palm(context: CanvasRenderingContext2D, { size, turn }: Plant, isNight: boolean): void {
  shadow(context, size);
  for (let leaf = 0; leaf < 9; leaf++) {
    const angle = turn + (leaf * 6.283) / 9;
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    const lit = (dy - dx) / 2.8; // towards the north-west
    context.fillStyle = isNight ? green(14, 48 + 22 * lit, 40) : green(38 + 26 * lit, 112 + 44 * lit, 50);
    context.beginPath();
    context.moveTo(0, 0);
    context.quadraticCurveTo(6 * size * dx - 3.2 * size * dy, 6 * size * dy + 3.2 * size * dx, 10.5 * size * dx, 10.5 * size * dy);
    context.quadraticCurveTo(6 * size * dx + 3.2 * size * dy, 6 * size * dy - 3.2 * size * dx, 0, 0);
    context.fill();
  }
  dot(context, 0, 0, 1.9 * size, isNight ? '#2c2a18' : '#8a6a34');
}

function shrub(context: CanvasRenderingContext2D, { size, turn }: Plant, isNight: boolean): void {
  shadow(context, 0.8 * size);
  for (let leaf = 0; leaf < 5; leaf++) {
    const angle = turn + (leaf * 6.283) / 5;
    const [dx, dy] = [3.4 * size * Math.cos(angle), 3.4 * size * Math.sin(angle)];
    const lit = (dy - dx) / (4.8 * size);
    dot(context, dx, dy, 3.3 * size, isNight ? green(28, 50 + 16 * lit, 40) : green(104 + 30 * lit, 128 + 30 * lit, 70));
  }
  dot(context, -0.8 * size, 0.8 * size, 2.6 * size, isNight ? '#2b4a3a' : '#a4b067');
}

function rock(context: CanvasRenderingContext2D, { size, turn }: Plant, isNight: boolean): void {
  shadow(context, 0.7 * size);
  const sides = 6;
  const corner = (n: number, far: number): [number, number] => {
    const angle = turn + (n * 6.283) / sides;
    const reach = far * size * (0.8 + 0.35 * Math.sin(3.1 * n + 9 * turn));
    return [reach * Math.cos(angle), reach * Math.sin(angle)];
  };
  for (const [far, fill] of [
    [6.4, isNight ? '#1d1a24' : '#5a4248'],
    [4.2, isNight ? '#2a2733' : '#8a6a68'],
  ] as const) {
    context.fillStyle = fill;
    context.beginPath();
    for (let n = 0; n < sides; n++) {
      const [x, y] = corner(n, far);
      context.lineTo(x - (6.4 - far) * 0.5, y + (6.4 - far) * 0.5);
    }
    context.fill();
  }
}

function dot(context: CanvasRenderingContext2D, x: number, y: number, radius: number, fill: string): void {
  context.fillStyle = fill;
  context.beginPath();
  context.arc(x, y, radius, 0, 7);
  context.fill();
}

function green(red: number, green: number, blue: number): string {
  return `rgb(${Math.round(red)} ${Math.round(green)} ${Math.round(blue)})`;
}
