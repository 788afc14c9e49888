import { expect, test } from 'vitest';
import { asShown, feelOf } from '../../src/table/feel';
import { line, running, seat } from '../seats';
import type { LogLine, SeatView, TableView } from '../../src/lib/types';

const shown = (kinds: string[], told: Partial<TableView> = {}): TableView => {
  const log = kinds.map((kind, n): LogLine => line(n, '', { kind }));
  return running([seat(0, { is_you: true })], { talk: [], log, ...told });
};
const mine = (told: Partial<SeatView>): Partial<TableView> => ({ seats: [seat(0, { is_you: true, ...told })] });

test('what was done last is heard, and a ring, a card and a knock have their moment', () => {
  const start = shown(['lay']);
  expect(feelOf(start, shown(['lay', 'step']))).toEqual({ sounds: ['step'], moment: null });
  expect(feelOf(start, shown(['lay', 'step', 'ring']))).toEqual({ sounds: ['ring'], moment: 'ring' });
  expect(feelOf(start, shown(['lay', 'uncover']))).toEqual({ sounds: ['card'], moment: 'reveal' });
  expect(feelOf(start, shown(['lay', 'flick']))).toEqual({ sounds: ['knock'], moment: 'knock' });
  expect(feelOf(start, shown(['lay', '']))).toEqual({ sounds: [], moment: null }); // hidden
  expect(feelOf(start, start)).toEqual({ sounds: [], moment: null });
});

test('our turn and the end are heard, and a victory is seen', () => {
  const asked = shown(['lay', 'lay'], mine({ is_awaited: true }));
  expect(feelOf(shown(['lay']), asked).sounds).toEqual(['tile', 'turn']);
  const over = (result: 'won' | 'lost'): TableView => shown(['lay'], { state: 'over', ...mine({ result }) });
  expect(feelOf(asked, over('won'))).toEqual({ sounds: ['win'], moment: 'win' });
  expect(feelOf(asked, over('lost'))).toEqual({ sounds: ['lose'], moment: null });
  expect(feelOf(over('won'), over('won'))).toEqual({ sounds: [], moment: null });
});

test('what a board has still to show is neither heard nor seen', () => {
  const before = shown(['lay', 'flick'], mine({ is_awaited: false }));
  const after = shown(['lay', 'flick', 'run'], { state: 'over', ...mine({ result: 'won' }) });
  const meanwhile = asShown(before, after, before.log);
  expect(feelOf(before, meanwhile)).toEqual({ sounds: [], moment: null });
  expect(feelOf(meanwhile, after)).toEqual({ sounds: ['knock', 'win'], moment: 'win' });
});
