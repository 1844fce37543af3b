/** Terminals: the gateway's list, what people wrote about them, and how the last read of each went. */
import { branchKeyOf } from '#shared/domain/closing.ts';
import { sumRows, type Kind } from '#shared/domain/kinds/index.ts';
import { closingError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { ReadState } from '#shared/contract/wire.ts';
import { listedTerminalSchema, type ListedTerminal, type Total } from '#shared/contract/terminals.ts';
import type { BusinessDay } from '#shared/time/business-date.ts';
import { reads, writesCache, writesJournal, type ReadableDb, type ReadableFiles } from '../db.ts';
import { settingsOf } from './closing/records.ts';
import { rowMarksOf, terminalMarksOf } from './journal/index.ts';
import { listRead, markListRead, parseError } from './list-reads.ts';
import { unreadableOf } from './unreadable-rows.ts';
import { readStored } from './stored-row.ts';

export type StoredTerminal = ListedTerminal & {
  label: string;
  origin: 'gateway' | 'typed';
  outstanding: Total[];
  outstandingCount: number;
  notSummed: Total[];
  unreadableCount: number;
  oldestFirstSeenAtMs: number | null;
  lastReadAtMs: number | null;
  lastError: ReadState['lastError'];
  lastAcknowledgement: { atMs: number; actor: string } | null;
  openOperationId: string | null;
  /** When the business date of its branch turns. */
  day: BusinessDay;
};

type OwnRow = { terminal_id: string; label: string | null; branch_name: string | null; typed: number };
type ReadRow = { read_at_ms: number | null; error: string | null; error_at_ms: number | null };
type OutstandingRow = {
  row_id: string;
  amount_minor: bigint;
  currency: string;
  kind: Kind;
  undoes: string | null;
  first_seen_at_ms: bigint;
};

/** Count and sum of the rows still outstanding: listed and not acknowledged by us. */
function outstandingOf({ cache, journal }: ReadableFiles, terminalId: string) {
  const listed = cache
    .prepare<OutstandingRow>(
      'SELECT row_id, amount_minor, currency, kind, undoes, first_seen_at_ms FROM pos_transaction WHERE terminal_id = ? AND gone_at_ms IS NULL',
    )
    .safeIntegers()
    .all(terminalId);
  const ids = listed.map((row) => row.row_id);
  const { acknowledged } = rowMarksOf(journal, terminalId, ids);
  const rows = listed.filter((row) => !acknowledged.has(row.row_id));
  let oldest: number | null = null;
  for (const row of rows) {
    const firstSeen = Number(row.first_seen_at_ms);
    if (oldest === null || firstSeen < oldest) oldest = firstSeen;
  }
  const { net: outstanding, notSummed } = sumRows(
    rows.map(({ row_id: rowId, kind, undoes, amount_minor: minor, currency }) => ({
      rowId,
      kind,
      undoes,
      amount: { minor, currency },
    })),
  );
  return {
    ...terminalMarksOf(journal, terminalId),
    outstanding,
    notSummed,
    outstandingCount: rows.length,
    oldestFirstSeenAtMs: oldest,
  };
}

/** When its list was last read whole. */
export const lastReadOf = (cache: ReadableDb, terminalId: string): number | null =>
  cache
    .prepare<{ read_at_ms: number | null }>('SELECT read_at_ms FROM terminal_read WHERE terminal_id = ?')
    .get(terminalId)?.read_at_ms ?? null;

function stored(
  files: ReadableFiles,
  own: OwnRow | undefined,
  listed: ListedTerminal | undefined,
): StoredTerminal {
  const facts = listed ?? listedOf({ terminalId: own?.terminal_id ?? '' });
  const { terminalId } = facts;
  const read = files.cache
    .prepare<ReadRow>('SELECT * FROM terminal_read WHERE terminal_id = ?')
    .get(terminalId);
  const { outstanding, notSummed, outstandingCount, ...marks } = outstandingOf(files, terminalId);
  const { oldestFirstSeenAtMs, lastAcknowledgement, openOperationId } = marks;
  const branchName = own?.branch_name ?? facts.branchName;
  const { timeZone, cutOff } = settingsOf(
    files.journal,
    branchKeyOf({ branchId: facts.branchId, branchName }),
  );
  return {
    ...facts,
    label: own?.label ?? facts.label ?? terminalId,
    branchName,
    day: { timeZone, cutOff },
    origin: listed ? 'gateway' : 'typed',
    outstanding,
    outstandingCount,
    notSummed,
    unreadableCount: unreadableOf(files, terminalId).length,
    oldestFirstSeenAtMs,
    lastReadAtMs: read?.read_at_ms ?? null,
    lastError: parseError(read?.error ?? null, read?.error_at_ms ?? null),
    lastAcknowledgement,
    openOperationId,
  };
}

const ownRows = (journal: ReadableDb) => journal.prepare<OwnRow>('SELECT * FROM terminal_own').all();
const ownRow = (journal: ReadableDb, terminalId: string) =>
  journal.prepare<OwnRow>('SELECT * FROM terminal_own WHERE terminal_id = ?').get(terminalId);

/** What the list does not say of it, or did not when it was stored, is null. */
const listedOf = (value: unknown): ListedTerminal => readStored(listedTerminalSchema, value);
const listedRows = (cache: ReadableDb): ListedTerminal[] =>
  cache
    .prepare<{ value: string }>('SELECT value FROM terminal ORDER BY terminal_id')
    .all()
    .map(({ value }) => listedOf(JSON.parse(value)));
function listedRow(
  cache: ReadableDb,
  table: 'terminal' | 'terminal_before',
  terminalId: string,
): ListedTerminal | undefined {
  const row = cache
    .prepare<{ value: string }>(`SELECT value FROM ${table} WHERE terminal_id = ?`)
    .get(terminalId);
  return row && listedOf(JSON.parse(row.value));
}

function listTerminals(files: ReadableFiles): StoredTerminal[] {
  const own = new Map(ownRows(files.journal).map((row) => [row.terminal_id, row]));
  const listed = listedRows(files.cache);
  const known = new Set(listed.map((row) => row.terminalId));
  const typed = [...own.values()].filter((row) => row.typed === 1 && !known.has(row.terminal_id));
  return [
    ...listed.map((row) => stored(files, own.get(row.terminalId), row)),
    ...typed
      .sort((a, b) => (a.terminal_id < b.terminal_id ? -1 : 1))
      .map((row) => stored(files, row, undefined)),
  ];
}

const lastZ = (journal: ReadableDb, branchKey: string): number =>
  journal
    .prepare<{ n: number | null }>('SELECT MAX(number) AS n FROM z_document WHERE branch_key = ?')
    .get(branchKey)?.n ?? 0;

/**
 * A branch without an id of the gateway is known by its name. The last terminal of one with closed days cannot take it to a
 * name without: the numbers would begin again at 1.
 */
function branchProblem(files: ReadableFiles, terminalId: string, name: string | null): AppError | null {
  const terminals = listTerminals(files);
  const terminal = terminals.find((one) => one.terminalId === terminalId);
  if (!terminal) return null;
  const listed = listedRow(files.cache, 'terminal', terminalId);
  const from = branchKeyOf(terminal);
  const to = branchKeyOf({ ...terminal, branchName: name ?? listed?.branchName ?? null });
  const number = lastZ(files.journal, from);
  const stays = terminals.some((one) => one !== terminal && branchKeyOf(one) === from);
  if (from === to || number === 0 || stays || lastZ(files.journal, to) > 0) return null;
  return closingError('branch-has-closes', { branch: terminal.branchName ?? '–', number });
}

/** A terminal that has left the list, as it was then; null if only its id is known. */
export function terminalBefore(files: ReadableFiles, terminalId: string): StoredTerminal | null {
  const before = listedRow(files.cache, 'terminal_before', terminalId);
  return before ? stored(files, ownRow(files.journal, terminalId), before) : null;
}
export const bareTerminal = (files: ReadableFiles, terminalId: string): StoredTerminal =>
  stored(files, { terminal_id: terminalId, label: null, branch_name: null, typed: 0 }, undefined);

export const terminalProcedures = {
  'terminals.list': reads((files: ReadableFiles, _: null) => ({
    terminals: listTerminals(files),
    list: listRead(files.cache, 'terminals'),
  })),
  'terminals.get': reads((files: ReadableFiles, terminalId: string) => {
    const own = ownRow(files.journal, terminalId);
    const listed = listedRow(files.cache, 'terminal', terminalId);
    return own || listed ? stored(files, own, listed) : null;
  }),
  /** The gateway's whole list takes the place of the one before; typed ids and names given by people stay. */
  'terminals.replaceList': writesCache(
    ({ cache }, { rows, readAtMs }: { rows: readonly ListedTerminal[]; readAtMs: number }) => {
      cache.prepare('INSERT OR REPLACE INTO terminal_before SELECT * FROM terminal').run();
      cache.prepare('DELETE FROM terminal').run();
      const insert = cache.prepare('INSERT OR REPLACE INTO terminal (terminal_id, value) VALUES (?, ?)');
      for (const row of rows) insert.run(row.terminalId, JSON.stringify(row));
      markListRead(cache, 'terminals', readAtMs, 'has-list');
      return null;
    },
  ),
  'terminals.noList': writesCache(({ cache }, readAtMs: number) => {
    markListRead(cache, 'terminals', readAtMs, 'no-list');
    return null;
  }),
  'terminals.addTyped': writesJournal(
    ({ journal }, { ids, branchName }: { ids: string[]; branchName: string | null }) => {
      const insert = journal.prepare(
        `INSERT INTO terminal_own (terminal_id, typed, branch_name) VALUES (?, 1, ?)
         ON CONFLICT(terminal_id) DO UPDATE SET typed = 1, branch_name = COALESCE(branch_name, excluded.branch_name)`,
      );
      for (const id of ids) insert.run(id, branchName);
      return null;
    },
  ),
  'terminals.removeTyped': writesJournal(({ journal }, terminalId: string) => {
    journal.prepare('DELETE FROM terminal_own WHERE terminal_id = ? AND typed = 1').run(terminalId);
    return null;
  }),
  'terminals.describe': writesJournal(
    (
      files,
      {
        terminalId,
        label,
        branchName,
      }: { terminalId: string; label: string | null; branchName: string | null },
    ): Result<null, AppError> => {
      const { journal } = files;
      const problem = branchProblem(files, terminalId, branchName);
      if (problem) return err(problem);
      journal
        .prepare(
          `INSERT INTO terminal_own (terminal_id, label, branch_name) VALUES (?, ?, ?)
           ON CONFLICT(terminal_id) DO UPDATE SET label = excluded.label, branch_name = excluded.branch_name`,
        )
        .run(terminalId, label, branchName);
      return ok(null);
    },
  ),
  'terminals.readFailed': writesCache(
    ({ cache }, { terminalId, error, atMs }: { terminalId: string; error: AppError; atMs: number }) => {
      cache
        .prepare(
          `INSERT INTO terminal_read (terminal_id, error, error_at_ms) VALUES (?, ?, ?)
         ON CONFLICT(terminal_id) DO UPDATE SET error = excluded.error, error_at_ms = excluded.error_at_ms`,
        )
        .run(terminalId, JSON.stringify(error), atMs);
      return null;
    },
  ),
};
