/**
 * One page of this PC's record and of the others' together, newest first. Each list keeps its own order; between them the times
 * decide, which are of several clocks.
 */
import { z } from 'zod';
import type { ActivityRow } from '../../database/repositories/activity.ts';
import type { OfOthers } from '../head-office/index.ts';

const count = z.number().int();
/** How far down each list has been shown; null: nothing yet. */
export const placeSchema = z.object({
  entry: count.nullable(),
  event: count.nullable(),
  other: z.object({ atMs: count, pc: z.string(), seq: count }).nullable(),
});
type Place = z.output<typeof placeSchema>;
export const firstPlace: Place = { entry: null, event: null, other: null };

type OtherRow = Awaited<ReturnType<OfOthers['newest']>>[number];
export type MergedRow = ActivityRow | OtherRow;
type Pages = {
  readonly own: readonly ActivityRow[];
  readonly others: readonly OtherRow[];
  readonly from: Place;
  readonly limit: number;
  readonly ownHasMore: boolean;
};

const timeOf = (row: ActivityRow): number => (row.kind === 'entry' ? row.entry.atMs : row.act.atMs);

export function mergePage({ own, others, from, limit, ownHasMore }: Pages): {
  rows: MergedRow[];
  next: Place | null;
} {
  const rows: MergedRow[] = [];
  const place = { ...from };
  let [ownAt, otherAt] = [0, 0];
  while (rows.length < limit) {
    const mine = own[ownAt];
    const other = others[otherAt];
    if (other && (!mine || other.entry.atMs > timeOf(mine))) {
      rows.push(other);
      otherAt += 1;
      place.other = { atMs: other.entry.atMs, pc: other.entry.pc, seq: other.entry.seq };
    } else if (mine) {
      rows.push(mine);
      ownAt += 1;
      if (mine.kind === 'entry') place.entry = mine.entry.seq;
      else place.event = mine.act.seq;
    } else break;
  }
  const isMore = ownHasMore || ownAt < own.length || otherAt < others.length;
  return { rows, next: isMore ? place : null };
}
