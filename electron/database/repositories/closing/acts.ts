/** What people do in a close, one transaction each. What is refused has changed nothing. */
import { closingError, inputError, peopleError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import {
  countedMoney,
  lineKey,
  type DifferenceReason,
  type LeaveReason,
  type LineName,
} from '#shared/domain/closing.ts';
import { currencyScale } from '#shared/money/currencies.ts';
import { typedCount } from '#shared/money/typed-money.ts';
import type { ReadableFiles, WritableDb } from '../../db.ts';
import { approveWith, type Decides } from '../approvals.ts';
import { terminalProcedures } from '../terminals.ts';
import { factsOf, terminalRowsOf, type ClosingFacts } from './facts.ts';
import { columnsOf, slipsDifference } from './lines.ts';
import { getClosing, recordAct, setClosing, type By } from './records.ts';
import { holdRows, releaseRows, releaseRowsOf, type SeenRow } from './rows.ts';
import { whatBlocksFreeze } from './steps.ts';

type Leave = { reason: LeaveReason; note: string } | null;
type CountedLine = LineName & { typed: string; slips?: string | null | undefined };
export type Act =
  | { do: 'cancel'; reason: string }
  | { do: 'read'; terminalId: string; error: AppError | null }
  | { do: 'leave-out' | 'leave-outstanding'; terminalId: string; leave: Leave }
  | { do: 'carry'; opId: string; note: string; approvedBy: string | null; decides: Decides | null }
  | { do: 'freeze'; provisional: boolean }
  /** `blind`: who counts must not learn anything, the sign of what is expected neither. */
  | { do: 'count'; lines: readonly CountedLine[]; blind: boolean }
  | { do: 'late-arrivals'; decision: 'include' | 'leave' }
  | ({ do: 'explain'; reason: DifferenceReason; note: string } & LineName);
export type ActInput = By & { closingId: string; act: Act; strays: readonly SeenRow[] };

export type Files = Omit<ReadableFiles, 'journal'> & { journal: WritableDb };
type Done = Result<null, AppError>;
const done: Done = ok(null);

function cancel(journal: WritableDb, { record }: ClosingFacts, who: By, reason: string): Done {
  if (record.state !== 'open') return err(closingError('not-allowed-in-state', { state: record.state }));
  const closingId = record.closing_id;
  releaseRows(journal, closingId);
  setClosing(journal, closingId, {
    state: 'cancelled',
    cancelled_at_ms: who.atMs,
    cancelled_by: who.by,
    cancel_reason: reason,
  });
  recordAct(journal, who, 'day.cancelled', closingId, { date: record.business_date });
  return done;
}

/** What the gateway answers for a terminal that it has no more. */
const NO_MORE: readonly string[] = ['not-found', 'foreign-terminal'];

/**
 * A read that failed takes nothing away from one that was whole. If a terminal is on no list any more and the gateway does
 * not have it, nothing can come: what is known of it is whole.
 */
function read(files: Files, closingId: string, who: By, act: Act & { do: 'read' }): Done {
  const { journal } = files;
  const { terminalId, error } = act;
  const listed = terminalProcedures['terminals.get'].run(files, terminalId) !== null;
  if (error && (listed || !NO_MORE.includes(error.code)))
    journal
      .prepare('UPDATE closing_terminal SET error = ? WHERE closing_id = ? AND terminal_id = ?')
      .run(JSON.stringify(error), closingId, terminalId);
  else
    journal
      .prepare(
        'UPDATE closing_terminal SET error = NULL, read_at_ms = ? WHERE closing_id = ? AND terminal_id = ?',
      )
      .run(who.atMs, closingId, terminalId);
  return done;
}

const NOTE_WANTED: readonly LeaveReason[] = ['other', 'unreadable-rows'];

function leave(
  journal: WritableDb,
  closingId: string,
  who: By,
  act: Act & { do: 'leave-out' | 'leave-outstanding' },
): Done {
  if (act.leave && NOTE_WANTED.includes(act.leave.reason) && act.leave.note === '')
    return err(inputError('note-needed'));
  const column = act.do === 'leave-out' ? 'out' : 'left';
  const { reason = null, note = null } = act.leave ?? {};
  journal
    .prepare(
      `UPDATE closing_terminal SET ${column}_reason = ?, ${column}_note = ?, ${column}_by = ?, ${column}_at_ms = ?
       WHERE closing_id = ? AND terminal_id = ?`,
    )
    .run(reason, note, act.leave && who.by, act.leave && who.atMs, closingId, act.terminalId);
  // Without its rows a count that was whole does not hold any more; taken back, they are late arrivals.
  const released =
    act.do === 'leave-out' && act.leave ? releaseRowsOf(journal, closingId, act.terminalId) : 0;
  if (released > 0) setClosing(journal, closingId, { counted: 0 });
  const action = act.do === 'leave-out' ? 'day.terminal-left' : 'day.outstanding-left';
  recordAct(journal, who, action, closingId, { terminal: act.terminalId, reason });
  return done;
}

function carry(
  journal: WritableDb,
  { record, operations }: ClosingFacts,
  who: By,
  { opId, note, approvedBy, decides }: Act & { do: 'carry' },
): Done {
  const operation = operations.find((one) => one.record.opId === opId);
  if (!operation) return err(closingError('line-not-found', { where: opId }));
  if (approvedBy === null) return err(closingError('approval-needed', { act: 'close-over-unknown' }));
  if (!approveWith(journal, decides, { atMs: who.atMs, opId })) return err(peopleError('request-not-open'));
  journal
    .prepare(
      'INSERT OR REPLACE INTO closing_carried (closing_id, op_id, note, by, approved_by, at_ms) VALUES (?, ?, ?, ?, ?, ?)',
    )
    .run(record.closing_id, opId, note, who.by, approvedBy, who.atMs);
  recordAct(journal, who, 'day.operation-carried', record.closing_id, { opId, approvedBy });
  return done;
}

function freeze(journal: WritableDb, facts: ClosingFacts, who: By, provisional: boolean): Done {
  const { record, free } = facts;
  if (record.frozen_at_ms !== null) return done;
  const blocked = whatBlocksFreeze(facts, provisional);
  if (blocked) return err(closingError('blocked', { ...blocked }));
  holdRows(journal, record.closing_id, free);
  const { countBy, countSlips } = facts.settings;
  setClosing(journal, record.closing_id, {
    frozen_at_ms: who.atMs,
    count_by: countBy,
    count_slips: countBy === 'terminal' && countSlips ? 1 : 0,
  });
  recordAct(journal, who, 'day.frozen', record.closing_id, { rows: free.length, provisional });
  return done;
}

/** A line of a currency that has no scale could not be shown again; one of another way of counting is none of this count. */
function isOfThisCount(
  { record, terminals }: ClosingFacts,
  { currency, side, terminalId }: LineName,
): boolean {
  if (currencyScale(currency) === null) return false;
  if (record.count_by === 'type') return !side && !terminalId;
  return Boolean(side) && terminals.some((terminal) => terminal.terminalId === terminalId);
}

type Typed = CountedLine & { slips: string | null; minor: bigint | null; slipsRead: number | null };

function storeCount(
  journal: WritableDb,
  closingId: string,
  attempt: number,
  who: By,
  lines: Iterable<Typed>,
) {
  journal.prepare('DELETE FROM closing_count WHERE closing_id = ? AND attempt = ?').run(closingId, attempt);
  const insert = journal.prepare(
    `INSERT INTO closing_count (closing_id, attempt, terminal_id, side, currency, payment_type, typed, counted_minor, slips_typed,
     slips, at_ms, by) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const line of lines)
    insert.run(
      closingId,
      attempt,
      ...columnsOf(line),
      line.typed,
      line.minor,
      line.slips,
      line.slipsRead,
      who.atMs,
      who.by,
    );
}

/** Keeps every typed text. The count is complete once each line has an amount; only then the expected amounts are shown. */
function count(
  journal: WritableDb,
  facts: ClosingFacts,
  who: By,
  { lines, blind }: Act & { do: 'count' },
): Done {
  const { record } = facts;
  const closingId = record.closing_id;
  if (record.frozen_at_ms === null)
    return err(closingError('blocked', { step: 'count', reason: 'not-frozen', count: 1 }));
  if (lines.some((line) => !isOfThisCount(facts, line)))
    return err(inputError('invalid', { where: 'lines' }));
  const attempt = record.counts + 1;
  const slipsWanted = record.count_slips === 1;
  const belowZero = new Set(facts.lines.filter(({ expected }) => expected.minor < 0n).map(lineKey));
  const read = new Map(
    lines
      .filter(({ typed, slips }) => typed.trim() !== '' || (slipsWanted && (slips ?? '').trim() !== ''))
      .map((line): [string, Typed] => {
        const slips = slipsWanted ? (line.slips ?? '') : null;
        const minor =
          countedMoney(line.typed, { ...line, isBelowZero: blind || belowZero.has(lineKey(line)) })?.minor ??
          null;
        return [
          lineKey(line),
          { ...line, slips, minor, slipsRead: slips === null ? null : typedCount(slips) },
        ];
      }),
  );
  storeCount(journal, closingId, attempt, who, read.values());
  const isWhole = ({ minor, slipsRead }: Typed) => minor !== null && (!slipsWanted || slipsRead !== null);
  const bad = [...read].find(
    ([, { typed, minor, slips, slipsRead }]) =>
      (minor === null && typed.trim() !== '') || (slipsRead === null && (slips ?? '').trim() !== ''),
  );
  const missing = facts.lines.some((line) => line.count > 0 && !read.has(lineKey(line)));
  const whole = !missing && [...read.values()].every(isWhole);
  setClosing(journal, closingId, whole ? { counts: attempt, counted: 1 } : { counted: 0 });
  if (whole) recordAct(journal, who, 'day.counted', closingId, { count: attempt, lines: read.size });
  return bad ? err(inputError('amount-not-understood', { where: bad[0] })) : done;
}

function lateArrivals(
  journal: WritableDb,
  { record, late, lines }: ClosingFacts,
  who: By,
  decision: 'include' | 'leave',
): Done {
  const closingId = record.closing_id;
  if (late.length === 0) return done;
  if (decision === 'include') {
    holdRows(journal, closingId, late);
    // What was counted was counted without them.
    setClosing(journal, closingId, { counted: 0 });
  } else {
    const insert = journal.prepare('INSERT INTO closing_row_left (closing_id, row_id) VALUES (?, ?)');
    for (const row of late) insert.run(closingId, row.rowId);
  }
  recordAct(journal, who, 'day.late-arrivals', closingId, {
    decision,
    rows: late.length,
    lines: lines.length,
  });
  return done;
}

function explain(
  journal: WritableDb,
  { record, lines }: ClosingFacts,
  who: By,
  { reason, note, ...name }: Act & { do: 'explain' },
): Done {
  const where = lineKey(name);
  const line = lines.find((one) => lineKey(one) === where);
  if (!line?.difference || record.counted === 0) return err(closingError('line-not-found', { where }));
  journal
    .prepare(
      `INSERT OR REPLACE INTO closing_explanation (closing_id, terminal_id, side, currency, payment_type, difference_minor,
       slips_difference, reason, note, at_ms, by) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      record.closing_id,
      ...columnsOf(line),
      line.difference.minor.toString(),
      slipsDifference(line),
      reason,
      note,
      who.atMs,
      who.by,
    );
  recordAct(journal, who, 'day.explained', record.closing_id, { line: where, reason });
  return done;
}

function apply(files: Files, facts: ClosingFacts, { act, ...who }: ActInput): Done {
  const { journal } = files;
  const closingId = facts.record.closing_id;
  switch (act.do) {
    case 'cancel':
      return cancel(journal, facts, who, act.reason);
    case 'read':
      return read(files, closingId, who, act);
    case 'leave-out':
    case 'leave-outstanding':
      return leave(journal, closingId, who, act);
    case 'carry':
      return carry(journal, facts, who, act);
    case 'freeze':
      return freeze(journal, facts, who, act.provisional);
    case 'count':
      return count(journal, facts, who, act);
    case 'late-arrivals':
      return lateArrivals(journal, facts, who, act.decision);
    case 'explain':
      return explain(journal, facts, who, act);
  }
}

/** Only a close that is begun or provisional can be worked on. */
export function act(files: Files, input: ActInput): Done {
  const record = getClosing(files.journal, input.closingId);
  if (!record) return err(closingError('not-found'));
  if (record.state !== 'open' && record.state !== 'provisional')
    return err(closingError('not-allowed-in-state', { state: record.state }));
  if ('terminalId' in input.act && input.act.do !== 'explain') {
    const { terminalId } = input.act;
    const known = terminalRowsOf(files.journal, record.closing_id);
    if (!known.some((terminal) => terminal.terminal_id === terminalId))
      return err(closingError('terminal-not-in-close', { terminalId }));
  }
  return apply(files, factsOf(files, record, input.strays, input.atMs), input);
}
