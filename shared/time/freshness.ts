/** How old data may be before the screen says so (product: fresh to 5 minutes, ageing to 30, then a saved copy). */
const FRESH_FOR_MS = 5 * 60_000;
const AGEING_FOR_MS = 30 * 60_000;

type Freshness = 'fresh' | 'ageing' | 'saved-copy' | 'never-read';

export function freshnessOf(readAtMs: number | null, nowMs: number): Freshness {
  if (readAtMs === null) return 'never-read';
  const ageMs = nowMs - readAtMs;
  if (ageMs <= FRESH_FOR_MS) return 'fresh';
  return ageMs <= AGEING_FOR_MS ? 'ageing' : 'saved-copy';
}
