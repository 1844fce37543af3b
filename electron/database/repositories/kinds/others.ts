/**
 * Kinds and pairs of rows in closes of other PCs: what a person said of a word here goes first, else it is what its PC told. So a
 * word that is explained later changes what all of its rows add.
 */
import { isReturn, saidKindOf, type Kind, type Vocabulary } from '#shared/domain/kinds/index.ts';
import type { ReadableDb, WritableDb } from '../../db.ts';
import { hasOthers, othersChanged } from '../closing/has-others.ts';
import { pairsOfTerminal, setPairs } from './pairing.ts';
import { vocabularyOf } from './vocabulary.ts';

type Files = { readonly cache: WritableDb; readonly journal: ReadableDb };
/** Terminals whose rows in closes of this PC are to be paired anew. */
export const closedUnpaired = (cache: ReadableDb): string[] =>
  cache
    .prepare<{ id: string }>('SELECT terminal_id AS id FROM closed_unpaired')
    .all()
    .map(({ id }) => id);

type Told = { readonly paymentType: string | null; readonly minor: bigint; readonly kind: Kind };

export const kindHere = ({ paymentType, minor, kind }: Told, vocabulary: Vocabulary): Kind =>
  saidKindOf(paymentType, minor, vocabulary) ?? kind;

const TOLD_WORDS =
  'SELECT DISTINCT payment_type, amount_minor < 0 AS negative, told_kind AS told FROM other_row WHERE told_kind IS NOT NULL';
/** Exported so that a test can read its plan. */
export const ROWS_OF_WORD =
  'payment_type IS @payment_type AND told_kind = @told AND (amount_minor < 0) = @negative';

/** After a word was explained: gives the rows of other PCs their kinds anew. `settleUnpaired` then pairs the terminals of those that changed. */
export function settleOthers({ cache, journal }: Files): void {
  if (!hasOthers(cache)) return;
  const vocabulary = vocabularyOf(journal);
  type Word = { payment_type: string | null; negative: number; told: Kind };
  const changed = `${ROWS_OF_WORD} AND kind <> @kind`;
  const unpair = cache.prepare(
    `INSERT OR IGNORE INTO other_unpaired SELECT DISTINCT terminal_id FROM other_row WHERE ${changed}`,
  );
  const set = cache.prepare(`UPDATE other_row SET kind = @kind, undoes = NULL WHERE ${changed}`);
  for (const word of cache.prepare<Word>(TOLD_WORDS).all()) {
    const minor = word.negative === 1 ? -1n : 1n;
    const kind = kindHere({ paymentType: word.payment_type, minor, kind: word.told }, vocabulary);
    unpair.run({ ...word, kind });
    set.run({ ...word, kind });
  }
}

/** Finds which row undoes which, on the terminals whose rows have changed. Rows in closes of this PC are paired afterwards (`pairClosed`). */
export function settleUnpaired(files: Files): boolean {
  const { cache } = files;
  const terminals = cache.prepare<{ id: string }>('SELECT terminal_id AS id FROM other_unpaired').all();
  const isInClose = files.journal.prepare(
    `SELECT 1 FROM closing_row WHERE terminal_id = ? AND standing = 1 AND kind <> 'sale' LIMIT 1`,
  );
  const markClosed = cache.prepare('INSERT OR IGNORE INTO closed_unpaired VALUES (?)');
  for (const { id } of terminals) {
    pairTerminal(files, id);
    if (isInClose.get(id) !== undefined) markClosed.run(id);
  }
  cache.prepare('DELETE FROM other_unpaired').run();
  if (terminals.length > 0 && hasOthers(cache)) othersChanged(cache);
  return terminals.length > 0;
}

/** This PC's rows of a terminal, and those of others. */
export function pairTerminal(files: Files, terminalId: string): void {
  const { cache } = files;
  const pairs = pairsOfTerminal(files, terminalId);
  setPairs(cache, 'pos_transaction', terminalId, pairs);
  if (hasOthers(cache)) setOtherPairs(files, terminalId, pairs);
}

function setOtherPairs(
  { cache, journal }: Files,
  terminalId: string,
  pairs: ReadonlyMap<string, string>,
): void {
  type Returned = { row_id: string; kind: Kind; undoes: string | null; told: string | null; hidden: number };
  const rows = cache
    .prepare<Returned>(
      `SELECT row_id, kind, undoes, told_undoes AS told, merchant_order_id_hash IS NOT NULL OR ref_number_hash IS NOT NULL AS hidden
       FROM other_row WHERE terminal_id = ? AND standing = 1 AND kind <> 'sale'`,
    )
    .all(terminalId);
  const isHere = [
    cache.prepare('SELECT 1 FROM other_row WHERE row_id = ? AND standing = 1'),
    journal.prepare('SELECT 1 FROM closing_row WHERE row_id = ? AND standing = 1'),
  ];
  const set = cache.prepare('UPDATE other_row SET undoes = ? WHERE row_id = ? AND standing = 1');
  const sale = cache.prepare(
    `SELECT 1 FROM other_row WHERE row_id = ? AND standing = 1 AND kind = 'sale' AND terminal_id = ?`,
  );
  const taken = new Set(pairs.values());
  let isChanged = false;
  for (const { row_id, kind, undoes, told, hidden } of rows) {
    // The sale may be known to its own PC only, by an acknowledgement. Then what that PC told is believed.
    const isOnlyThere =
      told !== null && isReturn(kind) && !isHere.some((sale) => sale.get(told) !== undefined);
    // Names that two versions of Closeout masked are two, though they were one there.
    const isHidden =
      hidden === 1 &&
      told !== null &&
      isReturn(kind) &&
      !taken.has(told) &&
      sale.get(told, terminalId) !== undefined;
    const now = pairs.get(row_id) ?? (isOnlyThere || isHidden ? told : null);
    if (now === undoes) continue;
    set.run(now, row_id);
    isChanged = true;
  }
  if (isChanged) othersChanged(cache);
}
