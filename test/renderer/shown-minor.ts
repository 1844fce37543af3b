/** An amount as it is shown, read back. */
const ARABIC = '٠١٢٣٤٥٦٧٨٩';
/** "−1,204.50" or "+٧٫٠٠", whatever stands around it, in the smallest unit. */
export function minorOf(shown: string): bigint {
  const latin = shown.replace(/[٠-٩]/g, (digit) => String(ARABIC.indexOf(digit)));
  const [, sign = '', digits = ''] = /([-−+]?)\s*(\d[\d,٬]*(?:[.٫]\d+)?)/.exec(latin) ?? [];
  if (digits === '') throw new Error(`no amount in "${shown}"`);
  const minor = BigInt(digits.replace(/[^\d]/g, ''));
  return sign === '-' || sign === '−' ? -minor : minor;
}
