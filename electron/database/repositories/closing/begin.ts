/** Beginning a close: which day, which terminals; one at a time of each branch. */
import { closingError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { businessDateOf, endOfBusinessDate } from '#shared/time/business-date.ts';
import type { WritableDb } from '../../db.ts';
import type { ReadableFiles } from '../../db.ts';
import { branchesOf, lastClosed, reopenedDays } from './branches.ts';
import { begunClosing, closingsWhere, recordAct, settingsOf, type By } from './records.ts';

export type BeginInput = By & { closingId: string; branchKey: string; businessDate: string | null };
type Begun = { kind: 'begun' | 'already-begun'; closingId: string };

/** Null if the day may be closed now. */
function dayProblem(
  journal: ReadableFiles['journal'],
  branchKey: string,
  date: string,
  today: string,
): AppError | null {
  const last = lastClosed(journal, branchKey)?.business_date ?? null;
  if (last !== null && today < last) return closingError('clock-behind', { today, lastClosed: last });
  if (date > today) return closingError('day-not-begun', { date, today });
  const [same] = closingsWhere(
    journal,
    `branch_key = ? AND business_date = ? AND state IN ('provisional', 'closed')`,
    branchKey,
    date,
  );
  if (same) return closingError('day-closed', { date, number: same.number ?? 0 });
  const [reopened] = reopenedDays(journal, branchKey).filter(({ business_date }) => business_date <= date);
  // What is free of a reopened day goes back to that day.
  if (reopened && reopened.business_date < date)
    return closingError('reopened-first', { date: reopened.business_date });
  if (last !== null && date < last && !reopened)
    return closingError('covered-by-later', { date, lastClosed: last });
  return null;
}

export function begin(
  files: Omit<ReadableFiles, 'journal'> & { journal: WritableDb },
  input: BeginInput,
): Result<Begun, AppError> {
  const { journal } = files;
  const { branchKey, closingId } = input;
  const branch = branchesOf(files).find((one) => one.branchKey === branchKey);
  if (!branch) return err(closingError('branch-not-found', { branchKey }));
  const begun = begunClosing(journal, branchKey);
  if (begun) return ok({ kind: 'already-begun', closingId: begun.closing_id });
  const settings = settingsOf(journal, branchKey);
  const today = businessDateOf(input.atMs, settings);
  const date = input.businessDate ?? today;
  const problem = dayProblem(journal, branchKey, date, today);
  if (problem) return err(problem);

  const { seq } = journal
    .prepare<{ seq: number }>('SELECT COALESCE(MAX(seq), 0) + 1 AS seq FROM closing')
    .get() ?? { seq: 1 };
  const replaces = reopenedDays(journal, branchKey).find(({ business_date }) => business_date === date);
  journal
    .prepare(
      `INSERT INTO closing (closing_id, seq, branch_key, branch_name, business_date, time_zone, cut_off, ends_at_ms, state, begun_at_ms, begun_by, replaces)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'open', ?, ?, ?)`,
    )
    .run(
      closingId,
      seq,
      branchKey,
      branch.branchName,
      date,
      settings.timeZone,
      settings.cutOff,
      endOfBusinessDate(date, settings),
      input.atMs,
      input.by,
      replaces?.closing_id ?? null,
    );
  const insert = journal.prepare(
    'INSERT INTO closing_terminal (closing_id, terminal_id, label) VALUES (?, ?, ?)',
  );
  for (const { terminalId, label } of branch.terminals) insert.run(closingId, terminalId, label);
  recordAct(journal, input, 'day.begun', closingId, {
    branch: branchKey,
    date,
    terminals: branch.terminals.length,
  });
  return ok({ kind: 'begun', closingId });
}
