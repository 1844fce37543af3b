import { expect, it } from 'vitest';
import { areSumsComing } from '#renderer/components/paged-list.ts';
import { answerNext, waiting } from '#test/renderer/calls.ts';

const { usePayments } = await import('#renderer/features/payments/store.ts');

const page = { ok: true as const, value: { rows: [], next: null } };
const read = { readAtMs: 1, lastError: null };
const head = { ok: true as const, value: { channels: [], methods: [], windows: [], read, sync: null } };
const sums = (count: number) => ({
  ok: true as const,
  value: { count, sums: [], notSummed: 0, gone: 0 },
});
const channels = () => waiting.map(({ channel }) => channel);
const state = () => usePayments.getState();

it('rows are shown before their sums, an order asks for none, and sums of another filter are said to come', async () => {
  void state().load();
  expect(channels()).toEqual(['payments.page', 'payments.head', 'payments.sums']);
  await answerNext('payments.page', page);
  await answerNext('payments.head', head);
  expect(state()).toMatchObject({ rows: [], sums: null, error: null });
  expect(areSumsComing(state())).toBe(true);
  await answerNext('payments.sums', sums(7));
  expect(state().sums?.count).toBe(7);
  expect(areSumsComing(state())).toBe(false);

  state().setSort({ by: 'amount', direction: 'desc' });
  expect(channels()).toEqual(['payments.page', 'payments.head']);
  await answerNext('payments.page', page);
  await answerNext('payments.head', head);
  expect(areSumsComing(state())).toBe(false);

  state().ask({ channel: 'online' });
  expect(channels()).toEqual(['payments.page', 'payments.head', 'payments.sums']);
  await answerNext('payments.page', page);
  await answerNext('payments.head', head);
  expect(areSumsComing(state())).toBe(true);
  await answerNext('payments.sums', sums(3));
  expect(areSumsComing(state())).toBe(false);
  expect(state().sums?.count).toBe(3);
});
