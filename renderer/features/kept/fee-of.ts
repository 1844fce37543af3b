/** The fee of a way to pay, among the fees that the gateway quotes. Pure. */
import type { KeptRow } from '#shared/contract/kept.ts';
import { textIn } from './text-in.ts';

/** The one of its code; else the one without a method, which is for all of them. */
export function feeOf(fees: readonly KeptRow[], method: KeptRow): KeptRow | null {
  const code = textIn(method, 'code')?.toLowerCase();
  const own = fees.find((fee) => code !== undefined && textIn(fee, 'method')?.toLowerCase() === code);
  return own ?? fees.find((fee) => textIn(fee, 'method') === null) ?? null;
}
