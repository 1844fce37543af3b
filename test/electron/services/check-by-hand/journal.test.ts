import { expect, it } from 'vitest';
import type { CheckByHand } from '#electron/database/check-by-hand.ts';
import { viewCheckByHand } from '#electron/services/check-by-hand/index.ts';

const operation = {
  kind: 'operation' as const,
  opId: 'op-1',
  why: 'not-in-backup' as const,
  movement: 'reversal',
  state: 'SENDING',
  stateInBackup: null,
  terminalId: 'T1',
  orderId: 'order-1',
  refNumber: null,
  totals: '[{"count":1,"amount":{"minor":"1050","currency":"EGP"}}]',
  updatedAtMs: 5,
};
const listOf = (changes: Partial<typeof operation>): CheckByHand => ({
  schema: 1,
  incidents: [
    {
      foundAtMs: 9,
      reason: 'malformed',
      kept: '/data/quarantine/1',
      backup: { file: 'journal.sqlite', takenAtMs: 1, seq: 3, hash: 'aa' },
      entries: [
        { ...operation, ...changes },
        { kind: 'unknown-span', fromMs: 1, toMs: 9 },
      ],
      confirmed: null,
    },
  ],
});
const first = (changes: Partial<typeof operation>) =>
  viewCheckByHand(listOf(changes)).incidents[0]?.entries[0];

it('what was salvaged is shown with its kind, state and amount', () => {
  expect(first({})).toMatchObject({
    movement: 'reversal',
    state: 'SENDING',
    totals: [{ count: 1, amount: { minor: 1_050n, currency: 'EGP' } }],
    atMs: 5,
  });
});

it('what does not fit any more is left out, never guessed', () => {
  expect(first({ movement: 'rever\u0000al', state: 'SENT', totals: '[{"count":1,"amo' })).toMatchObject({
    movement: null,
    state: null,
    totals: null,
    opId: 'op-1',
  });
});

it('nothing waits where there is no list', () => {
  expect(viewCheckByHand(null)).toEqual({ incidents: [] });
});
