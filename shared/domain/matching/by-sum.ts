/** A few near items that make an amount exactly, where only one choice of them does. The search has bounds: what is beyond them is left to people. */
import { accept } from './by-group.ts';
import { isNear } from './by-amount.ts';
import type { Side } from '../reconciliation.ts';
import { isPaidAlone, type MatchItem, type Pool } from './items.ts';

const MOST_NEAR = 20;
const MOST_PARTS = 5;
const MOST_STEPS = 20_000;
const MOST_SEARCHED = 2_000;

/** The only 2 to 5 of them that sum to `wanted`; null where there is none or more than one, or the search became too long. */
export function onlySum(items: readonly MatchItem[], wanted: bigint): MatchItem[] | null {
  let found: MatchItem[] | null = null;
  let steps = 0;
  /** False ends the search: a second choice, or too many steps. */
  function choose(from: number, left: bigint, chosen: MatchItem[]): boolean {
    steps += 1;
    if (steps > MOST_STEPS) return false;
    if (left === 0n && chosen.length >= 2) {
      if (found) return false;
      found = [...chosen];
      return true;
    }
    if (chosen.length === MOST_PARTS) return true;
    for (let at = from; at < items.length; at += 1) {
      const item = items[at];
      if (!item) continue;
      chosen.push(item);
      const goesOn = choose(at + 1, left - item.amount.minor, chosen);
      chosen.pop();
      if (!goesOn) return false;
    }
    return true;
  }
  return choose(0, wanted, []) ? found : null;
}

/** Parts have the sign of the whole, and are smaller. */
const mayBePart = (part: MatchItem, whole: MatchItem): boolean => {
  const [a, b] = [part.amount.minor, whole.amount.minor];
  return b > 0n ? a > 0n && a < b : a < 0n && a > b;
};

function search(pool: Pool, side: Side): void {
  const usable = ({ action, date }: MatchItem) => action !== 'unknown' && date !== null;
  const wholes = pool.open(side).filter(usable);
  const parts = new Map<string, MatchItem[]>();
  for (const part of pool.open(side === 'ours' ? 'theirs' : 'ours').filter(usable)) {
    if (isPaidAlone(part)) continue;
    const known = parts.get(part.amount.currency);
    if (known) known.push(part);
    else parts.set(part.amount.currency, [part]);
  }
  // Beyond that it would be a search among thousands, where a sum is a coincidence.
  if (wholes.length > MOST_SEARCHED) return;
  const proposals = wholes.flatMap((one) => {
    const near: MatchItem[] = [];
    for (const part of parts.get(one.amount.currency) ?? []) {
      if (!mayBePart(part, one) || !isNear(pool, part, one)) continue;
      near.push(part);
      if (near.length > MOST_NEAR) return [];
    }
    const several = onlySum(near, one.amount.minor);
    return several ? [{ one, several, grouping: 'sum' as const }] : [];
  });
  accept(pool, proposals);
}

export function matchBySum(pool: Pool): void {
  if (pool.options.comparison === 'sales') return;
  search(pool, 'theirs');
  search(pool, 'ours');
}
