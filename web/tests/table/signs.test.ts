import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { signs } from '../../src/games';
import { signOf, USUAL } from '../../src/table/signs';

const SEATS = 8;
const SHADED = 3; // by WCAG what is drawn must differ so much from what is behind it

const style = readFileSync(new URL('../../src/style.css', import.meta.url), 'utf-8');

/** By day and by night. */
function shades(colour: string): [string, string] {
  const name = /^var\((.*)\)$/.exec(colour)?.[1];
  const pair = name ? new RegExp(`${name}: (light-dark.*);`).exec(style)?.[1] : colour;
  const [day, night] = pair?.match(/#[0-9a-f]{6}\b/g) ?? [];
  if (!day || !night) throw new Error(`${colour} has no two shades`);
  return [day, night];
}

function brightness(colour: string): number {
  const [red, green, blue] = [1, 3, 5]
    .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string): number {
  const [dark, light] = [brightness(one), brightness(other)].toSorted((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

const all = [...USUAL, ...Object.values(signs).flat()];

test.each(['paper', 'ground'])('every sign can be seen on the %s, by day and by night', (behind) => {
  const [day, night] = shades(`var(--${behind})`);
  for (const { colour } of all) {
    const [light, dark] = shades(colour);
    expect(contrast(light, day), colour).toBeGreaterThanOrEqual(SHADED);
    expect(contrast(dark, night), colour).toBeGreaterThanOrEqual(SHADED);
  }
});

test.each(['', 'karuba', 'cacao', 'no such game'])('eight seats have eight signs: %s', (game) => {
  const seats = Array.from({ length: SEATS }, (_, seat) => signOf(seat, game));
  expect(new Set(seats.map((sign) => sign.shape)).size).toBe(SEATS);
  expect(new Set(seats.map((sign) => shades(sign.colour).join())).size).toBe(SEATS);
});

test('a game may have signs of its own', () => {
  expect(signOf(0, 'cacao')).toBe(signs.cacao![0]);
  expect(signOf(0, 'karuba')).toBe(USUAL[0]);
});
