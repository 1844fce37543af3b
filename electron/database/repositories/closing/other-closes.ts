/**
 * Closes of other PCs, as head office told them: taken in here, and read beside this PC's own by everything that compares closes
 * with what was settled. A close that this PC's journal has is never another's, and a row counts once.
 */
import { reads, writesCache, type ReadableDb, type WritableDb } from '../../db.ts';
import { kindHere, settleUnpaired } from '../kinds/others.ts';
import { settleSettledPairs } from '../kinds/settled.ts';
import { vocabularyOf } from '../kinds/vocabulary.ts';
import { areNamesLearnt, createNameOf, learnSome, type NamesPlace } from './hidden-names.ts';
import { hasOthers, othersChanged } from './has-others.ts';
import type { ChangedClose, ClosesChanged, ClosesPosition, HeardRow } from './told-closes.ts';

/** SQL: a close of another PC that stands. */
export const OTHER_STANDS = `c.state IN ('closed', 'provisional')`;

type OtherStanding = {
  readonly closingId: string;
  readonly pc: string;
  readonly pcName: string;
  readonly businessDate: string;
  readonly branchKey: string;
  readonly isProvisional: boolean;
  readonly closedAtMs: number;
};

/** By day. */
export function standingOthers(cache: ReadableDb, since = ''): OtherStanding[] {
  if (!hasOthers(cache)) return [];
  return cache
    .prepare<Omit<OtherStanding, 'isProvisional'> & { state: string }>(
      `SELECT closing_id AS closingId, pc, pc_name AS pcName, business_date AS businessDate, branch_key AS branchKey,
         closed_at_ms AS closedAtMs, state
       FROM other_close AS c WHERE ${OTHER_STANDS} AND business_date >= ? ORDER BY business_date, closing_id`,
    )
    .all(since)
    .map(({ state, ...close }) => ({ ...close, isProvisional: state === 'provisional' }));
}

/** Whether a close of this PC holds a row: then it is in no other. A day that is only begun holds nothing yet. */
export function createHeldHere(journal: ReadableDb): (rowId: string) => boolean {
  const held = journal.prepare(
    `SELECT 1 FROM closing_row AS r JOIN closing AS c USING (closing_id)
     WHERE r.row_id = ? AND r.standing = 1 AND c.number IS NOT NULL`,
  );
  return (rowId) => held.get(rowId) !== undefined;
}

/** How a branch counts its days, as its last close says. */
export const otherDayOf = (cache: ReadableDb, branchKey: string) =>
  cache
    .prepare<{ timeZone: string; cutOff: string }>(
      `SELECT time_zone AS timeZone, cut_off AS cutOff FROM other_close
       WHERE branch_key = ? AND time_zone IS NOT NULL ORDER BY business_date DESC, closing_id LIMIT 1`,
    )
    .get(branchKey) ?? null;

/** Days that another PC opened again. */
export const reopenedByOthers = (cache: ReadableDb, branchKey: string): string[] =>
  cache
    .prepare<{ day: string }>(
      `SELECT business_date AS day FROM other_close WHERE branch_key = ? AND state = 'reopened'`,
    )
    .all(branchKey)
    .map(({ day }) => day);

/** Closes of other PCs that could not be taken in. */
const leftOut = (cache: ReadableDb) =>
  cache
    .prepare<{ pcName: string; branchName: string | null; businessDate: string; number: number }>(
      `SELECT pc_name AS pcName, branch_name AS branchName, business_date AS businessDate, number
       FROM other_close WHERE state = 'unreadable' ORDER BY business_date DESC, closing_id LIMIT 20`,
    )
    .all();

type StoreFiles = { readonly cache: WritableDb; readonly journal: ReadableDb };
type Known = { branch_key: string; business_date: string; closed_at_ms: number; pc: string; copy: string };

/** Of several closes with the same row a final one has it, and of those the first. */
function createSettleRow(cache: WritableDb): (rowId: string) => void {
  const release = cache.prepare('UPDATE other_row SET standing = 0 WHERE row_id = ? AND standing = 1');
  const hold = cache.prepare(
    `UPDATE other_row SET standing = 1 WHERE row_id = @rowId AND closing_id = (
       SELECT r.closing_id FROM other_row AS r JOIN other_close AS c USING (closing_id)
       WHERE r.row_id = @rowId ORDER BY c.state = 'provisional', c.closed_at_ms, r.closing_id LIMIT 1)`,
  );
  return (rowId) => {
    release.run(rowId);
    hold.run({ rowId });
  };
}

type Stands = Extract<ChangedClose, { rows: unknown }>;

function putTerminals(cache: WritableDb, { closingId, state, terminals, rows }: Stands): void {
  const put = cache.prepare('INSERT OR REPLACE INTO other_terminal VALUES (?, ?, ?, ?, ?)');
  const acknowledged = new Map<string, number>();
  for (const { terminalId, outstanding, firstSeenAtMs } of state === 'closed' ? rows : [])
    if (!outstanding)
      acknowledged.set(terminalId, Math.max(acknowledged.get(terminalId) ?? firstSeenAtMs, firstSeenAtMs));
  for (const { terminalId, readAtMs, isLeftOut } of terminals)
    put.run(terminalId, closingId, readAtMs, Number(isLeftOut), acknowledged.get(terminalId) ?? null);
}

function createPutRow({ cache, journal }: StoreFiles): (closingId: string, row: HeardRow) => void {
  const insert = cache.prepare(
    `INSERT INTO other_row (closing_id, row_id, standing, terminal_id, merchant_order_id, ref_number, merchant_order_id_hash, ref_number_hash,
       amount_minor, currency, kind, told_kind, payment_type, entry_mode, first_seen_at_ms, business_date, undoes, told_undoes, outstanding)
     VALUES (@closingId, @rowId, 0, @terminalId, @merchantOrderId, @refNumber, @merchantOrderIdHash, @refNumberHash,
       @minor, @currency, @kind, @toldKind, @paymentType, @entryMode, @firstSeenAtMs, @businessDate, @undoes, @undoes, @outstanding)`,
  );
  const nameOf = createNameOf(cache);
  const vocabulary = vocabularyOf(journal);
  return (closingId, row) => {
    insert.run({
      ...row,
      closingId,
      merchantOrderId: nameOf(row.merchantOrderId, row.merchantOrderIdHash),
      refNumber: nameOf(row.refNumber, row.refNumberHash),
      kind: kindHere(row, vocabulary),
      toldKind: row.kind,
      outstanding: Number(row.outstanding),
    });
  };
}

function createTakeIn({ cache, journal }: StoreFiles, copy: string) {
  const own = journal.prepare('SELECT 1 FROM closing WHERE closing_id = ?');
  const known = cache.prepare<Known>(
    'SELECT branch_key, business_date, closed_at_ms, pc, copy FROM other_close WHERE closing_id = ?',
  );
  const put = cache.prepare(
    `INSERT OR REPLACE INTO other_close (closing_id, pc, pc_name, branch_key, branch_name, business_date, time_zone, cut_off, ends_at_ms, left_for_next,
       state, number, revision, closed_at_ms, copy)
     VALUES (@closingId, @pc, @pcName, @branchKey, @branchName, @businessDate, @timeZone, @cutOff, @endsAtMs, @leftForNext,
       @state, @number, @revision, @atMs, @copy)`,
  );
  const idsOf = cache.prepare<{ row_id: string }>('SELECT row_id FROM other_row WHERE closing_id = ?');
  const unpaired = cache.prepare(
    'INSERT OR IGNORE INTO other_unpaired SELECT DISTINCT terminal_id FROM other_row WHERE closing_id = ?',
  );
  const clear = ['other_row', 'other_terminal'].map((table) =>
    cache.prepare(`DELETE FROM ${table} WHERE closing_id = ?`),
  );
  const putRow = createPutRow({ cache, journal });
  const settle = createSettleRow(cache);
  const remove = cache.prepare('DELETE FROM other_close WHERE closing_id = ?');
  function withoutRows(closingId: string): Set<string> {
    const ids = new Set(idsOf.all(closingId).map(({ row_id }) => row_id));
    unpaired.run(closingId);
    for (const one of clear) one.run(closingId);
    return ids;
  }
  return {
    takeIn: (close: ChangedClose): void => {
      const { closingId, pc, branchKey, businessDate, atMs } = close;
      // This PC told it itself, under an earlier name.
      if (own.get(closingId) !== undefined) return;
      const before = known.get(closingId);
      if (before && before.copy === copy && before.pc !== pc) {
        // One close under two names: its PC was enrolled anew, and tells its past again. Its last word holds.
        const isSame = before.branch_key === branchKey && before.business_date === businessDate;
        if (!isSame || before.closed_at_ms > atMs) return;
      }
      const affected = withoutRows(closingId);
      const stands = close.state === 'closed' || close.state === 'provisional' ? close : null;
      const { timeZone = null, cutOff = null, endsAtMs = null, leftForNext = 0 } = stands ?? {};
      put.run({ ...close, timeZone, cutOff, endsAtMs, leftForNext, copy });
      if (stands) putTerminals(cache, stands);
      for (const row of stands?.rows ?? []) {
        putRow(closingId, row);
        affected.add(row.rowId);
      }
      unpaired.run(closingId);
      for (const rowId of affected) settle(rowId);
    },
    drop: (closingId: string): void => {
      const affected = withoutRows(closingId);
      remove.run(closingId);
      for (const rowId of affected) settle(rowId);
    },
  };
}

/** Answers whether anything has changed for those who read closes. */
function store({ cache, journal }: StoreFiles, page: ClosesChanged): boolean {
  const { copy, change, closes, isEnd, isWhole } = page;
  const { takeIn, drop } = createTakeIn({ cache, journal }, copy);
  for (const close of closes) takeIn(close);
  // A copy that was begun anew is read to its end, and is whole itself, before anything of the one before is forgotten.
  const gone =
    isEnd && isWhole
      ? cache.prepare<{ id: string }>('SELECT closing_id AS id FROM other_close WHERE copy <> ?').all(copy)
      : [];
  for (const { id } of gone) drop(id);
  cache.prepare('INSERT OR REPLACE INTO other_position VALUES (1, ?, ?)').run(copy, change);
  // Once for all pages, however long the record is that is read for the first time.
  if (isEnd && settleUnpaired({ cache, journal })) settleSettledPairs({ cache, journal });
  const isChanged = closes.length > 0 || gone.length > 0;
  if (isChanged) othersChanged(cache);
  return isChanged;
}

const TABLES = [
  'other_row',
  'other_terminal',
  'other_close',
  'other_position',
  'hidden_name',
  'hidden_names_begun',
  'hidden_names_learnt',
];

export const otherCloseProcedures = {
  'otherCloses.position': reads(({ cache }, _: null): ClosesPosition | null => {
    if (!areNamesLearnt(cache)) return null;
    const position = cache.prepare<{ copy: string; change: number }>(
      'SELECT copy, change_no AS change FROM other_position',
    );
    return position.get() ?? null;
  }),
  'otherCloses.areNamesLearnt': reads(({ cache }, _: null) => areNamesLearnt(cache)),
  /** Before the first closes are taken in; answers where to go on, null at the end. */
  'otherCloses.learnNames': writesCache((files, { from, most }: { from: NamesPlace | null; most: number }) =>
    learnSome(files, from, most),
  ),
  'otherCloses.store': writesCache((files, page: ClosesChanged) => store(files, page)),
  'otherCloses.leftOut': reads(({ cache }, _: null) => leftOut(cache)),
  /** This PC takes no part any more. */
  'otherCloses.forget': writesCache(({ cache, journal }, _: null): boolean => {
    if (!hasOthers(cache)) return false;
    cache.prepare('INSERT OR IGNORE INTO other_unpaired SELECT DISTINCT terminal_id FROM other_row').run();
    for (const table of TABLES) cache.prepare(`DELETE FROM ${table}`).run();
    settleUnpaired({ cache, journal });
    settleSettledPairs({ cache, journal });
    othersChanged(cache);
    return true;
  }),
};
