/** Giving a Z, and taking a day open again: the number, the seal and the state change in one transaction. */
import { closingError, peopleError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { ZContent } from '#shared/contract/closing-z.ts';
import type { ReadableFiles } from '../../db.ts';
import { approveWith, type Decides } from '../approvals.ts';
import { nameUnread } from './acknowledged-unread.ts';
import type { Files } from './acts.ts';
import { factsOf, type ClosingFacts } from './facts.ts';
import { zContentOf, type IssueFacts } from './report.ts';
import { closingsWhere, getClosing, recordAct, setClosing, type By } from './records.ts';
import { releaseRows, type SeenRow } from './rows.ts';
import { figuresOf } from './to-approve.ts';
import { whatBlocks, whatBlocksProvisional } from './steps.ts';
import { issueBefore, lastContent, nextNumber, nextRevision, storeZ } from './zs.ts';

export type IssueInput = By & {
  closingId: string;
  kind: ZContent['kind'];
  approvedBy: string | null;
  /** The figures that were approved beforehand. A Z with other figures is not issued. */
  figures: string | null;
  decides: Decides | null;
  /** For a provisional Z: why there is no connection. */
  note: string | null;
  appVersion: string;
  environment: string;
  merchantId: string;
  strays: readonly SeenRow[];
};

/** What would be issued, or why it cannot be. */
export function prepareZ(
  files: ReadableFiles,
  input: IssueInput,
): Result<{ facts: ClosingFacts; content: Omit<ZContent, 'number' | 'revision'> }, AppError> {
  const record = getClosing(files.journal, input.closingId);
  if (!record) return err(closingError('not-found'));
  const allowed = record.state === 'open' || (record.state === 'provisional' && input.kind === 'final');
  if (!allowed) return err(closingError('not-allowed-in-state', { state: record.state }));
  const facts = factsOf(files, record, input.strays, input.atMs);
  const blocked = input.kind === 'final' ? whatBlocks(facts) : whatBlocksProvisional(facts);
  if (blocked) return err(closingError('blocked', { ...blocked }));
  const issue: IssueFacts = {
    ...input,
    provisionalNote: input.note ?? record.provisional_note,
    before: issueBefore(files.journal, record),
    skipped:
      record.number === null
        ? nextNumber(files.journal, record.branch_key).skipped
        : (lastContent(files.journal, record.closing_id)?.skipped ?? null),
  };
  return ok({ facts, content: zContentOf(facts, issue) });
}

/** Terminals whose last read is missing or too old. They are read again before the number is given, to find sales from after the freeze. */
export function toReadAgain(files: ReadableFiles, input: IssueInput): readonly string[] {
  const prepared = prepareZ(files, input);
  return prepared.ok ? prepared.value.facts.old : [];
}

export function issueZ(
  files: Files,
  input: IssueInput,
): Result<{ branchKey: string; number: number; revision: number }, AppError> {
  const { journal } = files;
  const prepared = prepareZ(files, input);
  if (!prepared.ok) return prepared;
  const { facts, content } = prepared.value;
  if (input.kind === 'final' && facts.old.length > 0)
    return err(
      closingError('blocked', { step: 'reads', reason: 'terminals-not-read', count: facts.old.length }),
    );
  if (input.figures !== null && input.figures !== figuresOf(content))
    return err(closingError('changed-since'));
  if (input.approvedBy === null && facts.lines.some(({ large }) => large))
    return err(closingError('approval-needed', { act: 'close-with-large-difference' }));
  if (!approveWith(journal, input.decides, { atMs: input.atMs, opId: null }))
    return err(peopleError('request-not-open'));
  const { record, rows, outstanding, unread } = facts;
  const branchKey = record.branch_key;
  const number = record.number ?? nextNumber(journal, branchKey).number;
  const revision = nextRevision(journal, branchKey, number, record.revision ?? 0);
  storeZ(
    journal,
    input,
    record.closing_id,
    { ...content, number, revision },
    rows.map((row) => ({ row, outstanding: outstanding.has(row.rowId) })),
  );
  nameUnread(journal, record, unread);
  const { atMs, by } = input;
  setClosing(journal, record.closing_id, {
    number,
    revision,
    ...(input.kind === 'final'
      ? { state: 'closed', closed_at_ms: atMs, closed_by: by }
      : { state: 'provisional', provisional_at_ms: atMs, provisional_by: by, provisional_note: input.note }),
  });
  return ok({ branchKey, number, revision });
}

export type ReopenInput = By & {
  closingId: string;
  reason: string;
  approvedBy: string | null;
  decides: Decides | null;
};

/** The Z stays; its rows are free for the next close of that day. */
export function reopen({ journal }: Files, input: ReopenInput): Result<null, AppError> {
  const record = getClosing(journal, input.closingId);
  if (!record) return err(closingError('not-found'));
  if (record.state !== 'closed') return err(closingError('not-allowed-in-state', { state: record.state }));
  if (input.approvedBy === null) return err(closingError('approval-needed', { act: 'reopen-close' }));
  // A close that is under way would take the rows of this day for late ones of its own.
  const [begun] = closingsWhere(
    journal,
    `branch_key = ? AND state IN ('open', 'provisional') ORDER BY state, business_date`,
    record.branch_key,
  );
  if (begun?.state === 'open')
    return err(closingError('already-begun', { date: begun.business_date, by: begun.begun_by }));
  if (begun) return err(closingError('provisional-waits', { date: begun.business_date }));
  if (!approveWith(journal, input.decides, { atMs: input.atMs, opId: null }))
    return err(peopleError('request-not-open'));
  releaseRows(journal, record.closing_id);
  setClosing(journal, record.closing_id, {
    state: 'reopened',
    reopened_at_ms: input.atMs,
    reopened_by: input.by,
    reopen_reason: input.reason,
    reopen_approved_by: input.approvedBy,
  });
  recordAct(journal, input, 'day.reopened', record.closing_id, {
    branch: record.branch_key,
    date: record.business_date,
    number: record.number,
    approvedBy: input.approvedBy,
  });
  return ok(null);
}
