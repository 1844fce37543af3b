/** The bridge of one early payout: its sales, what they would have cost anyway, what the early money costs, what arrives. Pure. */
import type { Money } from '../money/money.ts';
import { lineOf, summed, type Bridge, type BridgeLine, type BridgeMember } from './bridge.ts';

/** As the gateway gives it; what it does not give is null. */
type EarlyPayout = {
  readonly currency: string;
  readonly total: Money | null;
  /** What its sales would have paid anyway. */
  readonly totalNet: Money | null;
  readonly totalFees: Money | null;
  /** The part of `totalFees` that is VAT. */
  readonly vat: Money | null;
  readonly netTransfer: Money | null;
};

/** A sale of it that is known on this PC. */
export type EarlyMember = {
  readonly transactionId: string;
  readonly amount: Money;
  readonly fee: Money | null;
  readonly vat: Money | null;
  readonly net: Money | null;
};

const anywayOf = ({ amount, fee, vat, net }: EarlyMember): bigint =>
  net?.minor ?? amount.minor - (fee?.minor ?? 0n) - (vat?.minor ?? 0n);

/** Sales that are not known here are one amount: what all would have paid anyway less what the known ones would. */
function unnamedMinor({ totalNet, total }: EarlyPayout, known: readonly EarlyMember[]): bigint {
  const anyway = known.reduce((sum, one) => sum + anywayOf(one), 0n);
  if (totalNet !== null) return totalNet.minor - anyway;
  const gross = known.reduce((sum, one) => sum + one.amount.minor, 0n);
  return total === null ? 0n : total.minor - gross;
}

/** `complete`: every sale of it is known here. */
export function earlyBridgeOf(
  payout: EarlyPayout,
  members: readonly EarlyMember[],
  complete: boolean,
): Bridge {
  const { currency, totalFees, vat } = payout;
  const known = members
    .filter(({ amount }) => amount.currency === currency)
    .sort((a, b) => (a.transactionId < b.transactionId ? -1 : 1));
  const amountOf = (minor: bigint, transactionId: string | null = null): BridgeMember => ({
    rowId: null,
    transactionId,
    amount: { minor, currency },
  });
  const each = (minorOf: (one: EarlyMember) => bigint) =>
    known.map((one) => amountOf(minorOf(one), one.transactionId)).filter(({ amount }) => amount.minor !== 0n);
  const alone = (minor: bigint) => (minor === 0n ? [] : [amountOf(minor)]);
  const lines: BridgeLine[] = [
    lineOf(
      'early-sales',
      each(({ amount }) => amount.minor),
      currency,
    ),
    lineOf('early-unnamed', complete ? [] : alone(unnamedMinor(payout, known)), currency),
    lineOf(
      'fees',
      each(({ fee }) => -(fee?.minor ?? 0n)),
      currency,
    ),
    lineOf(
      'vat',
      each((one) => -(one.vat?.minor ?? 0n)),
      currency,
    ),
    lineOf('early-fee', alone(-((totalFees?.minor ?? 0n) - (vat?.minor ?? 0n))), currency),
    lineOf('early-vat', alone(-(vat?.minor ?? 0n)), currency),
    lineOf(
      'net-differs',
      each((one) => anywayOf(one) - (one.amount.minor - (one.fee?.minor ?? 0n) - (one.vat?.minor ?? 0n))),
      currency,
    ),
  ].filter(({ line, members: own }) => line === 'early-sales' || own.length > 0);
  return { ...summed(lines, currency, payout.netTransfer), statuses: new Map(), unnamed: [] };
}
