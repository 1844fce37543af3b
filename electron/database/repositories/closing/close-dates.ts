/** Tells for each row of a terminal which day's close has it, or will have it. */
import { branchKeyOf, NO_BRANCH } from '#shared/domain/closing.ts';
import { addDays, createDateFinder } from '#shared/time/business-date.ts';
import type { ReadableFiles } from '../../db.ts';
import { terminalProcedures } from '../terminals.ts';
import { lastClosed, reopenedDays } from './branches.ts';
import { terminalRowsOf } from './facts.ts';
import { begunClosing, dayOf, settingsOf } from './records.ts';

export type CloseDate = { readonly rowId: string; readonly businessDate: string };

/**
 * The date of the close that holds it; else of the one that is begun and would take it; else its own, or the day after the last close
 * where that has its day already.
 */
export function closeDatesOf(
  files: ReadableFiles,
  { terminalId, rowIds }: { terminalId: string; rowIds: readonly string[] },
): CloseDate[] {
  const { cache, journal } = files;
  const terminal = terminalProcedures['terminals.get'].run(files, terminalId);
  const branchKey = terminal ? branchKeyOf(terminal) : NO_BRANCH;
  const begun = begunClosing(journal, branchKey);
  const left = journal.prepare('SELECT 1 FROM closing_row_left WHERE closing_id = ? AND row_id = ?');
  const takes =
    begun !== null &&
    terminalRowsOf(journal, begun.closing_id).some(
      (one) => one.terminal_id === terminalId && one.out_reason === null,
    );
  const dateOf = createDateFinder(begun ? dayOf(begun) : settingsOf(journal, branchKey));
  const after = begun?.business_date ?? lastClosed(journal, branchKey)?.business_date ?? null;
  const reopened = new Set(reopenedDays(journal, branchKey).map(({ business_date }) => business_date));
  const held = journal.prepare<{ date: string }>(
    `SELECT closing.business_date AS date FROM closing_row JOIN closing USING (closing_id)
     WHERE closing_row.row_id = ? AND closing_row.standing = 1`,
  );
  const seen = cache.prepare<{ at: number }>(
    'SELECT first_seen_at_ms AS at FROM pos_transaction WHERE row_id = ?',
  );
  return rowIds.flatMap((rowId): CloseDate[] => {
    const holder = held.get(rowId);
    if (holder) return [{ rowId, businessDate: holder.date }];
    const at = seen.get(rowId)?.at;
    if (at === undefined) return [];
    if (begun && takes && at < begun.ends_at_ms && left.get(begun.closing_id, rowId) === undefined)
      return [{ rowId, businessDate: begun.business_date }];
    const own = dateOf(at);
    const isOwn = after === null || own > after || reopened.has(own);
    return [{ rowId, businessDate: isOwn ? own : addDays(after, 1) }];
  });
}
