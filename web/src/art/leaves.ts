/** Leaves drawn by rule, as SVG paths that begin at the origin and grow to the east. */

type Point = [number, number];

/** A palm frond: leaflets on both sides of a spine that bends downwards. */
export function frond(length: number, bend: number, leaflets = 11): string {
  const spine = (t: number): Point => [length * t, bend * length * t * t];
  const sides = Array.from({ length: leaflets }, (_, n) => (n + 1) / (leaflets + 1));
  const blades = sides.flatMap((t) =>
    [-1, 1].map((side) => blade(spine(t), t, bend, length, side)),
  );
  const tip = blade(spine(0.97), 0.97, bend, length * 0.7, 0);
  const stem = `M0 -2Q${at([length / 2, -1])} ${at(spine(1))}Q${at([length / 2, 4])} 0 2Z`;
  return [stem, ...blades, tip].join('');
}

/** One leaflet: longest in the middle of the frond, and it points ahead. */
function blade(from: Point, t: number, bend: number, length: number, side: number): string {
  const long = length * (0.16 + 0.3 * Math.sin(Math.PI * Math.min(1, t + 0.1)));
  const angle = Math.atan(2 * bend * t) + side * (1.25 - 0.6 * t);
  const reach = (far: number, turn: number): Point => [
    from[0] + far * Math.cos(angle + turn),
    from[1] + far * Math.sin(angle + turn),
  ];
  const [left, tip, right] = [reach(long / 2, -0.22), reach(long, 0.06), reach(long / 2, 0.24)];
  return `M${at(from)}Q${at(left)} ${at(tip)}Q${at(right)} ${at(from)}Z`;
}

/** A broad leaf, as they grow around trunks: its outline, and its veins to be drawn upon it. */
export function broad(length: number, veins = 6): { outline: string; veins: string } {
  const half = (side: number): string => {
    const bulge = side * 0.52 * length;
    return `C${at([-0.08 * length, bulge])} ${at([0.62 * length, bulge])} ${at([length, 0])}`;
  };
  const ribs = Array.from({ length: veins }, (_, n) => (n + 0.4) / (veins + 1)).flatMap((t) =>
    [-1, 1].map((side) => {
      const far = side * 0.36 * length * Math.sin(Math.PI * Math.min(1, t + 0.22));
      return `M${at([t * length, 0])}q${at([0.09 * length, far * 0.35])} ${at([0.13 * length, far])}`;
    }),
  );
  return { outline: `M0 0${half(-1)}M0 0${half(1)}Z`, veins: `M0 0H${length}${ribs.join('')}` };
}

function at([x, y]: Point): string {
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
}
