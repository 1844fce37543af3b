/** The fee of a way to pay, among the fees that the gateway quotes. Pure. */
import type { KeptRow } from '#shared/contract/kept.ts';

function codeIn({ cells }: KeptRow, column: 'code' | 'method'): string | null {
  const cell = cells[column];
  return cell?.is === 'text' ? cell.text.toLowerCase() : null;
}

/** The one of its code; else the one without a method, which is for all of them. */
export function feeOf(fees: readonly KeptRow[], method: KeptRow): KeptRow | null {
  const code = codeIn(method, 'code');
  const own = code === null ? undefined : fees.find((fee) => codeIn(fee, 'method') === code);
  return own ?? fees.find((fee) => codeIn(fee, 'method') === null) ?? null;
}
