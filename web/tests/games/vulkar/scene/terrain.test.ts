import { expect, test } from 'vitest';
import { terrainGeometry } from '../../../../src/games/vulkar/scene/terrain';
import { GRID } from '../../../../src/games/vulkar/scene/relief';
import { islandsGround } from './ground';

const { columns, rows } = GRID;

test('what is drawn is what marbles roll on: every height of the grid is a corner of the mesh', () => {
  const { height } = islandsGround();
  const geometry = terrainGeometry(height);
  const places = geometry.getAttribute('position');
  expect(places.count).toBe(columns * rows);
  expect(geometry.index!.count).toBe(6 * (columns - 1) * (rows - 1));
  for (const at of [0, 5000, 31_111, columns * rows - 1]) {
    expect(places.getX(at)).toBe(GRID.west + (at % columns) * GRID.cell);
    expect(places.getY(at)).toBe(GRID.south + Math.floor(at / columns) * GRID.cell);
    expect(places.getZ(at)).toBe(height[at]);
  }
});

test('it is seen from above', () => {
  const normals = terrainGeometry(islandsGround().height).getAttribute('normal');
  for (let at = 0; at < normals.count; at += 101) expect(normals.getZ(at)).toBeGreaterThan(0);
});
