/** An entry of another PC as a row of Activity. */
import type { RecordEntry } from '#shared/contract/activity.ts';
import { activityOf } from '../../head-office/published.ts';
import type { NewestRow } from '../../head-office/store-newest.ts';

/** A list has only rows that are of a kind that is shown. */
export function publishedRow({ pcName, entry }: NewestRow): RecordEntry {
  const shown = activityOf(entry);
  if (!shown) throw new Error(`entry ${entry.seq} of ${entry.pc} is of no kind that is shown`);
  return { kind: 'entry', ...shown, atMs: entry.atMs, day: null, pc: { id: entry.pc, name: pcName } };
}
