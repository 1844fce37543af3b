/**
 * Gives the rows that are stored their kinds and their pairs anew, where what decides them has changed: the words, or the sales
 * that closes and acknowledgements hold. Rows that are stored get them in the transaction that stores them.
 */
import { createKindFinder, kindOf, type Kind } from '#shared/domain/kinds/index.ts';
import type { ReadableDb, WritableDb } from '../../db.ts';
import { closedUnpaired, pairTerminal, settleOthers, settleUnpaired } from './others.ts';
import { pairsOfTerminal, setPairs } from './pairing.ts';
import { settleSettled, settleSettledPairs } from './settled.ts';
import { vocabularyOf, wordsStamp } from './vocabulary.ts';

type CacheFiles = { readonly cache: WritableDb; readonly journal: ReadableDb };
type JournalFiles = { readonly cache: ReadableDb; readonly journal: WritableDb };

const stampOf = (db: ReadableDb): string | null =>
  db.prepare<{ words: string }>('SELECT words FROM kinds_settled').get()?.words ?? null;
const keepStamp = (db: WritableDb, words: string) =>
  db.prepare('INSERT OR REPLACE INTO kinds_settled (only_one, words) VALUES (1, ?)').run(words);

type Mark = { terminal_id: string; seq: number };
export const marksOf = (journal: ReadableDb): Map<string, number> =>
  new Map(
    journal
      .prepare<Mark>('SELECT terminal_id, seq FROM pairing_mark')
      .all()
      .map(({ terminal_id, seq }) => [terminal_id, seq]),
  );
const changedSince = (before: ReadonlyMap<string, number>, journal: ReadableDb): string[] =>
  [...marksOf(journal)].flatMap(([terminalId, seq]) => (before.get(terminalId) === seq ? [] : [terminalId]));

type PosRow = {
  row_id: string;
  payment_type: string | null;
  amount_minor: bigint;
  kind: Kind;
  last_seen_at_ms: bigint;
};

/** Decides the kinds of one terminal's rows. Rows of one answer of the gateway are decided together. */
function settleTerminalKinds({ cache, journal }: CacheFiles, terminalId: string, readAtMs: number | null) {
  const vocabulary = vocabularyOf(journal);
  const rows = cache
    .prepare<PosRow>(
      `SELECT row_id, payment_type, amount_minor, kind, last_seen_at_ms FROM pos_transaction
       WHERE terminal_id = ? AND (? IS NULL OR (gone_at_ms IS NULL AND last_seen_at_ms = ?))`,
    )
    .safeIntegers()
    .all(terminalId, readAtMs, readAtMs);
  const answers = new Map<bigint, PosRow[]>();
  for (const row of rows) {
    const answer = answers.get(row.last_seen_at_ms);
    if (answer) answer.push(row);
    else answers.set(row.last_seen_at_ms, [row]);
  }
  const set = cache.prepare('UPDATE pos_transaction SET kind = ? WHERE row_id = ?');
  const wordOf = ({ payment_type, amount_minor }: PosRow) => ({ word: payment_type, minor: amount_minor });
  for (const answer of answers.values()) {
    const find = createKindFinder(answer.map(wordOf), vocabulary);
    for (const row of answer) {
      const kind = find(wordOf(row));
      if (kind !== row.kind) set.run(kind, row.row_id);
    }
  }
}

/** Decides kinds and pairs of a reading that was just stored, in the same transaction. */
export function settleReading(files: CacheFiles, terminalId: string, readAtMs: number): void {
  settleTerminalKinds(files, terminalId, readAtMs);
  setPairs(files.cache, 'pos_transaction', terminalId, pairsOfTerminal(files, terminalId));
}

/** Opening the file, and after every write of the journal: nothing is done if nothing has changed. */
export function settleCache(files: CacheFiles): void {
  const { cache, journal } = files;
  const words = wordsStamp(journal);
  const isAnew = stampOf(cache) !== words;
  if (isAnew) {
    const terminals = cache
      .prepare<{ id: string }>('SELECT DISTINCT terminal_id AS id FROM pos_transaction')
      .all();
    for (const { id } of terminals) settleTerminalKinds(files, id, null);
    settleOthers(files);
    // Beside those of other PCs whose kinds have changed: all that have rows here, on a list or in a close.
    const unpair = cache.prepare('INSERT OR IGNORE INTO other_unpaired VALUES (?)');
    for (const id of new Set([...terminals.map((one) => one.id), ...marksOf(journal).keys()])) unpair.run(id);
    settleUnpaired(files);
    settleSettled(files);
    keepStamp(cache, words);
  }
  const before = new Map(
    cache
      .prepare<Mark>('SELECT terminal_id, seq FROM pairing_settled')
      .all()
      .map(({ terminal_id, seq }) => [terminal_id, seq]),
  );
  const keep = cache.prepare('INSERT OR REPLACE INTO pairing_settled (terminal_id, seq) VALUES (?, ?)');
  const changed = changedSince(before, journal);
  const marks = marksOf(journal);
  for (const terminalId of changed) {
    if (!isAnew) pairTerminal(files, terminalId);
    keep.run(terminalId, marks.get(terminalId) ?? 0);
  }
  if (changed.length > 0 && !isAnew) settleSettledPairs(files);
}
export function isCacheSettled({ cache, journal }: { cache: ReadableDb; journal: ReadableDb }): boolean {
  if (stampOf(cache) !== wordsStamp(journal)) return false;
  const before = cache.prepare<Mark>('SELECT terminal_id, seq FROM pairing_settled').all();
  return (
    changedSince(new Map(before.map(({ terminal_id, seq }) => [terminal_id, seq])), journal).length === 0
  );
}

/** Words whose rows are to be given their kinds anew, of all closes that there ever were. */
function settleClosedKinds(journal: WritableDb): void {
  const vocabulary = vocabularyOf(journal);
  const words = journal
    .prepare<{ payment_type: string | null; negative: number }>(
      'SELECT DISTINCT payment_type, amount_minor < 0 AS negative FROM closing_row',
    )
    .all();
  const set = journal.prepare(
    'UPDATE closing_row SET kind = ? WHERE payment_type IS ? AND (amount_minor < 0) = ? AND kind <> ?',
  );
  for (const { payment_type, negative } of words) {
    const kind = kindOf(payment_type, negative === 1 ? -1n : 1n, vocabulary);
    set.run(kind, payment_type, negative, kind);
  }
}

/** Decides again what closes hold and which row undoes which, in the transaction that changes a word. */
export function settleClosed(files: JournalFiles, before: ReadonlyMap<string, number>): void {
  const { journal } = files;
  const words = wordsStamp(journal);
  const isAnew = stampOf(journal) !== words;
  if (isAnew) {
    settleClosedKinds(journal);
    keepStamp(journal, words);
  }
  const changed = isAnew ? [...marksOf(journal).keys()] : changedSince(before, journal);
  for (const terminalId of changed)
    setPairs(journal, 'closing_row', terminalId, pairsOfTerminal(files, terminalId));
}

/** A backup took the place of the journal, so pairs that were written to it may be missing. Pairs every terminal again. */
export function pairAnew(files: CacheFiles): void {
  const { cache, journal } = files;
  const unpair = cache.prepare('INSERT OR IGNORE INTO other_unpaired VALUES (?)');
  for (const [file, table] of [
    [cache, 'pos_transaction'],
    [cache, 'other_row'],
    [journal, 'closing_row'],
  ] as const)
    for (const { id } of file
      .prepare<{ id: string }>(`SELECT DISTINCT terminal_id AS id FROM ${table}`)
      .all())
      unpair.run(id);
  settleUnpaired(files);
  settleSettledPairs(files);
}

/** Pairs rows in closes of this PC again, on the terminals about which other PCs have told something new. */
export function pairClosed(files: JournalFiles): void {
  for (const terminalId of closedUnpaired(files.cache))
    setPairs(files.journal, 'closing_row', terminalId, pairsOfTerminal(files, terminalId));
}
export const isClosedPaired = (cache: ReadableDb): boolean => closedUnpaired(cache).length === 0;
export const closedArePaired = (cache: WritableDb): void =>
  void cache.prepare('DELETE FROM closed_unpaired').run();
export const isClosedSettled = (journal: ReadableDb): boolean => stampOf(journal) === wordsStamp(journal);
