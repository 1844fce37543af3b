/** From what the sales of an early payout come to, down to what arrives: every term, so that they add up. Pure. */
import type { Money } from '../money/money.ts';

export const earlyTermNames = [
  'sales',
  'usualFees',
  'anyway',
  'rate',
  'flat',
  'vat',
  'otherFees',
  'rest',
  'receive',
] as const;
type EarlyTerm = {
  readonly term: (typeof earlyTermNames)[number];
  readonly amount: Money;
  /** What the terms so far come to. */
  readonly isSum: boolean;
};

type EarlyAmounts = {
  readonly total: Money | null;
  readonly totalNet: Money | null;
  readonly rateFee: Money | null;
  readonly flatFee: Money | null;
  readonly vat: Money | null;
  readonly totalFees: Money | null;
  readonly netTransfer: Money | null;
};

/** Amounts are the gateway's. What it does not explain has a term of its own; without both ends there is nothing to add up. */
export function earlyTerms(of: EarlyAmounts): EarlyTerm[] {
  const { total, totalNet, netTransfer } = of;
  if (total === null || netTransfer === null) return [];
  const money = (minor: bigint): Money => ({ minor, currency: total.currency });
  const terms: EarlyTerm[] = [{ term: 'sales', amount: total, isSum: false }];
  let left = total.minor;
  const take = (term: EarlyTerm['term'], minor: bigint): void => {
    if (minor === 0n) return;
    left -= minor;
    terms.push({ term, amount: money(-minor), isSum: false });
  };
  if (totalNet) {
    take('usualFees', total.minor - totalNet.minor);
    if (totalNet.minor !== total.minor) terms.push({ term: 'anyway', amount: totalNet, isSum: true });
  }
  const parts = { rate: of.rateFee, flat: of.flatFee, vat: of.vat };
  for (const term of ['rate', 'flat', 'vat'] as const) take(term, parts[term]?.minor ?? 0n);
  const named = Object.values(parts).reduce((sum, part) => sum + (part?.minor ?? 0n), 0n);
  if (of.totalFees) take('otherFees', of.totalFees.minor - named);
  take('rest', left - netTransfer.minor);
  return [...terms, { term: 'receive', amount: netTransfer, isSum: true }];
}
