/** What the gateway charges, among the fees that it quotes. Pure. */
import type { KeptRow } from '#shared/contract/kept.ts';
import { money, type Money } from '#shared/money/money.ts';
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

const DECIMAL = /^(\d{1,4})(?:\.(\d{1,6}))?$/;
/** So many percent of an amount in minor units, half up. Null of a text that is no decimal. */
function percentOf(minor: bigint, percent: string): bigint | null {
  const [, whole, fraction = ''] = DECIMAL.exec(percent) ?? [];
  if (whole === undefined) return null;
  const parts = 100n * 10n ** BigInt(fraction.length);
  return (minor * BigInt(whole + fraction) * 2n + parts) / (parts * 2n);
}

/** What a quoted fee and its VAT take of an amount. Null where the quote leaves a part of it open, or is of another currency. */
export function takenOf(fee: KeptRow, of: Money): Money | null {
  const [rate, vat] = [textIn(fee, 'rate'), textIn(fee, 'vat')];
  const { flatFee } = fee.cells;
  const flat = flatFee?.is === 'money' ? flatFee.money : null;
  if (rate === null || vat === null || (flat !== null && flat.currency !== of.currency)) return null;
  const share = percentOf(of.minor, rate);
  if (share === null) return null;
  const charged = share + (flat?.minor ?? 0n);
  const onIt = percentOf(charged, vat);
  return onIt === null ? null : money(charged + onIt, of.currency);
}
