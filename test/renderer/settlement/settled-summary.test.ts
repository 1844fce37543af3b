/** Which filter the figures over settled transactions are of: the one they were read with, not the one being asked for. */
import { expect, it } from 'vitest';
import { areSumsComing } from '#renderer/components/paged-list.ts';
import { answerNext, waiting } from '#test/renderer/calls.ts';

const { emptyFilter, isNarrowed, useSettlement } = await import('#renderer/features/settlement/store.ts');

const answerRows = () => answerNext('settlement.settledPage', { ok: true, value: { rows: [], next: null } });
const answerSums = () =>
  answerNext('settlement.settledSummary', {
    ok: true,
    value: {
      gateway: null,
      recount: { count: 0, gross: [], notSummed: [], fees: [], vat: [], net: [] },
      branches: [],
      choices: { paymentTypes: [] },
      unreadableCount: 0,
      read: { readAtMs: null, lastError: null },
      sync: null,
    },
  });
const answer = async () => {
  await answerRows();
  await answerSums();
};
const figuresAreNarrowed = () => isNarrowed(useSettlement.getState().shownFilter);

it('a filter that was taken away is gone from the figures when those without it have come', async () => {
  useSettlement.setState({ filter: { ...emptyFilter, text: 'R-1' } });
  void useSettlement.getState().loadSettled();
  await answer();
  expect(figuresAreNarrowed()).toBe(true);

  useSettlement.setState({ filter: emptyFilter });
  void useSettlement.getState().loadSettled();
  expect(figuresAreNarrowed()).toBe(true);
  await answer();
  expect(figuresAreNarrowed()).toBe(false);
});

it('rows are there before their sums, and until these come they are said to come', async () => {
  useSettlement.setState({ filter: { ...emptyFilter, text: 'R-2' }, rows: null });
  void useSettlement.getState().loadSettled();
  await answerRows();
  expect(useSettlement.getState().rows).toEqual([]);
  expect(areSumsComing(useSettlement.getState())).toBe(true);
  await answerSums();
  expect(areSumsComing(useSettlement.getState())).toBe(false);
});

it('another order asks for rows and for no sums', async () => {
  useSettlement.getState().setSort({ by: 'amount', direction: 'asc' });
  expect(waiting.map(({ channel }) => channel)).toEqual(['settlement.settledPage']);
  await answerRows();
  expect(waiting).toEqual([]);
});
