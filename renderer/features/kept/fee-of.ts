/** What the gateway charges, among the fees that it quotes. Pure. */
import type { KeptRow } from '#shared/contract/kept.ts';
import type { Money } from '#shared/money/money.ts';
import { textIn } from './text-in.ts';

/** The one of its code; else the one without a method, which is for all of them. */
export function feeOf(fees: readonly KeptRow[], method: KeptRow): KeptRow | null {
  const code = textIn(method, 'code')?.toLowerCase();
  const own = fees.find((fee) => code !== undefined && textIn(fee, 'method')?.toLowerCase() === code);
  return own ?? fees.find((fee) => textIn(fee, 'method') === null) ?? null;
}

type Cost = {
  /** The lowest and the highest percentage. */
  least: string;
  most: string;
  /** The most that is taken of each payment besides, in each currency; empty if nothing is. */
  fixed: readonly Money[];
  /** True if all of them take the same. */
  isSameFixed: boolean;
};

/** What fees come to. Null if none has a percentage. */
export function costOf(fees: readonly KeptRow[]): Cost | null {
  const rates = fees
    .flatMap((fee) => textIn(fee, 'rate') ?? [])
    .filter((rate) => !Number.isNaN(Number(rate)))
    .sort((one, other) => Number(one) - Number(other));
  const [least] = rates;
  const most = rates.at(-1);
  if (least === undefined || most === undefined) return null;
  const flat = fees.flatMap(({ cells: { flatFee } }) => (flatFee?.is === 'money' ? [flatFee.money] : []));
  const largest = new Map<string, Money>();
  for (const one of flat) {
    const known = largest.get(one.currency)?.minor ?? 0n;
    if (one.minor > known) largest.set(one.currency, one);
  }
  const fixed = [...largest.values()];
  const [first] = fixed;
  const isSameFixed =
    fixed.length === 1 && flat.length === fees.length && flat.every(({ minor }) => minor === first?.minor);
  return { least, most, fixed, isSameFixed };
}
