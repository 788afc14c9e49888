import { afterEach, expect, test, vi } from 'vitest';
import { api } from '../../src/lib/api';
import type { Company } from '../../src/lib/types';
import { Circle } from '../../src/table/company.svelte';

vi.mock('../../src/lib/me.svelte', () => ({ met: Promise.resolve() }));
afterEach(() => vi.restoreAllMocks());

const company = (says: string): Company => ({ says }) as unknown as Company;

test('an answer that was overtaken by a later one does not win', async () => {
  const answers: ((found: Company) => void)[] = [];
  vi.spyOn(api, 'company').mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
  const circle = new Circle('abc');
  const looks = [circle.look(), circle.look()];
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]!(company('new'));
  answers[0]!(company('old'));
  await Promise.all(looks);
  expect(circle.now).toEqual(company('new'));
});

test('without an answer it stays as it was', async () => {
  const circle = new Circle('abc');
  vi.spyOn(api, 'company').mockResolvedValueOnce(company('known')).mockRejectedValueOnce(new Error('away'));
  await circle.look();
  await circle.look();
  expect(circle.now).toEqual(company('known'));
});
