/** A limit of amounts as a person typed it, held against rows of any currency. */
import { currenciesByScale } from '#shared/money/currencies.ts';

/** Of the database. */
const LARGEST = 2n ** 63n - 1n;

/** A limit in minor units of so many decimals. It can be finer than they are ("12.345"), and counts none the less. */
function inMinor(limit: string, scale: number, end: 'from' | 'to'): bigint {
  const [whole = '0', fraction = ''] = limit.split('.');
  const finer = BigInt(whole + fraction.padEnd(scale, '0'));
  // No size is below zero.
  if (finer < 0n) return -1n;
  const unit = 10n ** BigInt(Math.max(fraction.length - scale, 0));
  const isCut = finer % unit !== 0n;
  const minor = finer / unit + (end === 'from' && isCut ? 1n : 0n);
  return minor > LARGEST ? LARGEST : minor;
}

/** Whoever looks for 150 looks for a refund of 150, too, whatever its sign at the gateway. Rows without a currency never fit. */
export function amountLimit(
  column: string,
  limit: string,
  end: 'from' | 'to',
): { part: string; args: unknown[] } {
  const scales = [...currenciesByScale()];
  const sizes = scales.map(
    ([, codes]) => `WHEN currency IN (${codes.map((code) => `'${code}'`).join(',')}) THEN ?`,
  );
  return {
    part: `ABS(${column}) ${end === 'from' ? '>=' : '<='} CASE ${sizes.join(' ')} END`,
    args: scales.map(([scale]) => inMinor(limit, scale, end)),
  };
}
