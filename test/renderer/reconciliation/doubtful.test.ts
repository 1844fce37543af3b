import { expect, it } from 'vitest';
import { isDoubtful, newPayersIn } from '#renderer/features/reconciliation/doubtful.ts';
import type { ReconcileProposal } from '#shared/contract/reconciliation-proposals.ts';

type Ground = ReconcileProposal['grounds'][number];
const proposal = (minor: bigint, ...grounds: Ground[]) => ({
  difference: { minor, currency: 'EGP' },
  grounds,
});

it('a proposal is doubtful if its amounts differ, or if something else fits as well', () => {
  expect(isDoubtful(proposal(0n, { kind: 'same-amount', count: 0 }, { kind: 'only-one', count: 1 }))).toBe(
    false,
  );
  expect(isDoubtful(proposal(-75_573n, { kind: 'names-it', count: 0 }))).toBe(true);
  expect(isDoubtful(proposal(0n, { kind: 'one-of', count: 2 }))).toBe(true);
});

it('new payers are counted by the proposal', () => {
  const fresh = proposal(0n, { kind: 'payer-new', count: 0 });
  expect(newPayersIn([fresh, proposal(0n, { kind: 'payer-known', count: 4 }), fresh])).toBe(2);
});
