import { expect, test } from 'vitest';
import { rootWords } from '../../../src/games/vulkar/labels';

test('it is said where the long root of a tree points, by each of its headings', () => {
  const said = [0, 1, 2, 3, 4, 5].map((heading) => rootWords({ tree: 'crook', heading }));
  expect(said).toEqual([
    'crook up the lane (heading 0)',
    'crook turned left by 60° (heading 1)',
    'crook turned left by 120° (heading 2)',
    'crook down the lane (heading 3)',
    'crook turned right by 120° (heading 4)',
    'crook turned right by 60° (heading 5)',
  ]);
});
