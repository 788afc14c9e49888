import { expect, test } from 'vitest';
import baked from '../../../src/games/vulkar/baked/ground.bin?url&inline';
import { alongLane, ISLAND, LANE, NO_LANE, readGround, SPACE, unpacked } from '../../../src/games/vulkar/island';
import { aboutSpace } from '../../../src/games/vulkar/labels';
import { table } from './tables';

async function ground() {
  const bytes = Uint8Array.from(atob(baked.split(',')[1]!), (letter) => letter.charCodeAt(0));
  return readGround(await unpacked(bytes.buffer));
}

test('spaces lie on the ground', async () => {
  const found = await ground();
  for (const { at, kind } of ISLAND.spaces) {
    const [x, y, z] = at;
    const above = kind === 'bridge' || kind === 'ladder' ? 27.5 : 0;
    expect(Math.abs(found.at(x, y) + above - z)).toBeLessThan(0.2);
  }
});

test('lanes are labelled along their middle', async () => {
  const found = await ground();
  const { west, south, cell, columns } = ISLAND.box;
  const { points } = LANE.mirror!;
  const [x, y] = points[points.length >> 1]!;
  const at = Math.round((y - south) / cell) * columns + Math.round((x - west) / cell);
  expect(ISLAND.lanes[found.lane[at]!]!.id).toBe('mirror');
  expect(found.lane[0]).toBe(NO_LANE); // the sea
});

test('ten lanes run past a picture space, each in the region of that space', () => {
  const found = ISLAND.lanes.filter(({ pictures }) => pictures.length);
  expect(found.map(({ id }) => id)).toHaveLength(10);
  expect(LANE['gull run']!.pictures).toEqual([0]);
  expect(LANE['low doze']!.pictures).toEqual([1]);
  expect(LANE.otter!.pictures).toEqual([]);
});

test('what is to be known of a space names the picture space that its lane runs past', () => {
  const about = (id: string): string => aboutSpace(ISLAND.spaces.indexOf(SPACE[id]!), table(['M1']), ['Ada']);
  expect(about('S9')).toContain('this lane runs past a red picture space');
  expect(about('B26')).not.toContain('runs past');
});

test('a point of a lane is so far from its beginning', () => {
  const [x, y] = alongLane(LANE.mirror!, 0);
  expect([x, y]).toEqual(LANE.mirror!.points[0]!.slice(0, 2));
  expect(alongLane(LANE.mirror!, 9999)).toEqual(LANE.mirror!.points.at(-1));
});
