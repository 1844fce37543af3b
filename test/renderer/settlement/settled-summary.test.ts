/** Which filter the figures over settled transactions are of: the one they were read with, not the one being asked for. */
import { expect, it } from 'vitest';
import { answerNext } from '#test/renderer/calls.ts';

const { emptyFilter, isNarrowed, useSettlement } = await import('#renderer/features/settlement/store.ts');

const answer = async () => {
  await answerNext('settlement.settledPage', { ok: true, value: { rows: [], next: null } });
  await answerNext('settlement.settledSummary', {
    ok: true,
    value: {
      gateway: null,
      recount: { count: 0, gross: [], notSummed: [], fees: [], vat: [], net: [] },
      branches: [],
      paymentTypes: [],
      unreadableCount: 0,
      read: { readAtMs: null, lastError: null },
      sync: null,
    },
  });
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
