/** From what the sales of an early payout come to, down to what arrives: every term, so that they add up. Pure. */
import { addMoney, type Money } from '../money/money.ts';

export type EarlyTermName =
  | 'sales'
  | 'usualFees'
  | 'anyway'
  | 'rate'
  | 'flat'
  | 'vat'
  | 'otherFees'
  | 'rest'
  | 'receive';
type EarlyTerm = {
  readonly term: EarlyTermName;
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

/**
 * Amounts are the gateway's. What it does not explain has a term of its own. An amount that it does not give is left out: without
 * both ends the terms do not come to a sum, and stand for themselves.
 */
export function earlyTerms(of: EarlyAmounts): EarlyTerm[] {
  const { total, totalNet, totalFees, netTransfer } = of;
  const parts = { rate: of.rateFee, flat: of.flatFee, vat: of.vat };
  const start = total ?? totalNet;
  const currency = [start, ...Object.values(parts), totalFees].find((known) => known !== null)?.currency;
  if (currency === undefined) return [];
  const terms: EarlyTerm[] = [];
  let left = start?.minor ?? 0n;
  const take = (term: EarlyTerm['term'], minor: bigint): void => {
    if (minor === 0n) return;
    left -= minor;
    terms.push({ term, amount: { minor: -minor, currency }, isSum: false });
  };
  if (total) terms.push({ term: 'sales', amount: total, isSum: false });
  if (total && totalNet) take('usualFees', total.minor - totalNet.minor);
  if (totalNet && totalNet.minor !== total?.minor)
    terms.push({ term: 'anyway', amount: totalNet, isSum: total !== null });
  for (const term of ['rate', 'flat', 'vat'] as const) take(term, parts[term]?.minor ?? 0n);
  const named = Object.values(parts).reduce((sum, part) => sum + (part?.minor ?? 0n), 0n);
  if (totalFees) take('otherFees', totalFees.minor - named);
  if (start === null || netTransfer === null) return terms;
  take('rest', left - netTransfer.minor);
  return [...terms, { term: 'receive', amount: netTransfer, isSum: true }];
}

export type EarlySum = 'sales' | 'usualFees' | 'anyway' | 'cost' | 'rest' | 'receive';

/** The same in one line: all that the early payout itself costs is one amount. */
export function earlySums(of: EarlyAmounts): { readonly sum: EarlySum; readonly amount: Money }[] {
  const sums: { sum: EarlySum; amount: Money }[] = [];
  for (const { term, amount } of earlyTerms(of)) {
    const isShown = term === 'sales' || term === 'usualFees' || term === 'rest' || term === 'receive';
    if (isShown) sums.push({ sum: term, amount });
    else if (term === 'anyway') {
      // Without the sales it is what the sum begins with.
      if (of.total === null) sums.push({ sum: 'anyway', amount });
    } else {
      const cost = sums.find(({ sum }) => sum === 'cost');
      if (cost) cost.amount = addMoney(cost.amount, amount);
      else sums.push({ sum: 'cost', amount });
    }
  }
  return sums;
}
