import { expect, it } from 'vitest';
import { areSumsComing } from '#renderer/components/paged-list.ts';
import { answerNext, waiting } from '#test/renderer/calls.ts';

const { useTransactions } = await import('#renderer/features/transactions/store.ts');

const noSums = { net: [], sales: [], returns: [], undone: [], notSummed: [] };
const page = { ok: true as const, value: { rows: [], next: null } };
const channels = () => waiting.map(({ channel }) => channel);
const state = () => useTransactions.getState();

it('rows are shown before their sums, an order asks for none, and sums of another filter are said to come', async () => {
  state().open('30410001');
  expect(channels()).toEqual(['transactions.page', 'transactions.summary']);
  await answerNext('transactions.page', page);
  expect(state()).toMatchObject({ rows: [], summary: null, error: null });
  waiting.length = 0;
  // The sums of this filter have come.
  useTransactions.setState({ summary: { count: 7, sums: noSums } as never });
  expect(areSumsComing(state())).toBe(false);

  state().setSort({ by: 'amount', direction: 'desc' });
  expect(channels()).toEqual(['transactions.page']);
  await answerNext('transactions.page', page);
  expect(areSumsComing(state())).toBe(false);

  state().setFilter({ text: '12' });
  expect(channels()).toEqual(['transactions.page', 'transactions.summary']);
  const [asked, sums] = waiting.map(({ input }) => (input as { asker: string }).asker);
  expect(asked).toBe(sums);
  await answerNext('transactions.page', page);
  expect(areSumsComing(state())).toBe(true);
});
