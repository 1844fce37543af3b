/**
 * Early payouts that were asked for elsewhere, and whose sales the gateway does not name. What a window adjusts is theirs where
 * the request list proves it: exactly one choice of these payouts makes up the amount. Pure.
 */
export type UnnamedPayout = { readonly requestId: string; readonly netMinor: bigint };

/** More than these are not tried: with so many some choice fits by chance. */
const MOST = 12;

/** The payouts that make up `minor` (above zero); null if none do, or if several choices would. */
export function provenPayouts(minor: bigint, payouts: readonly UnnamedPayout[]): UnnamedPayout[] | null {
  if (minor <= 0n || payouts.length === 0 || payouts.length > MOST) return null;
  let found: UnnamedPayout[] | null = null;
  for (let choice = 1; choice < 1 << payouts.length; choice += 1) {
    const chosen = payouts.filter((_, at) => (choice & (1 << at)) !== 0);
    if (chosen.reduce((sum, { netMinor }) => sum + netMinor, 0n) !== minor) continue;
    if (found !== null) return null;
    found = chosen;
  }
  return found;
}
