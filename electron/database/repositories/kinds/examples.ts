/** Rows that show what a word is about. */
import { z } from 'zod';
import { WORD_EXAMPLES, type WordView } from '#shared/contract/words.ts';
import { foldWord, wordKey } from '#shared/domain/kinds/index.ts';
import type { ReadableDb, ReadableFiles } from '../../db.ts';

type Example = WordView['examples'][number];
const exampleSchema = z.object({
  word: z.string().nullable(),
  minus: z.bigint(),
  amount_minor: z.bigint(),
  currency: z.string(),
  merchant_order_id: z.string().nullable(),
  ref_number: z.string().nullable(),
  terminal_id: z.string().nullable(),
});
/** The newest rows of each word as it is written, those that are not known first. */
const examplesIn = (db: ReadableDb, rows: string) =>
  db
    .prepare(
      `SELECT * FROM (
         SELECT *, ROW_NUMBER() OVER (PARTITION BY payment_type, minus ORDER BY is_unknown DESC, at_ms DESC) AS place FROM (${rows})
       ) WHERE place <= ${WORD_EXAMPLES}`,
    )
    .safeIntegers()
    .all()
    .map((row) => exampleSchema.parse(row));
const EXAMPLE = `payment_type, payment_type AS word, amount_minor < 0 AS minus, kind = 'unknown' AS is_unknown, amount_minor, currency,
  merchant_order_id, ref_number`;

/** SQL on `other_row`: a terminal that this PC reads, too, has it once. */
export const NOT_LISTED_HERE =
  'NOT EXISTS (SELECT 1 FROM pos_transaction AS p WHERE p.row_id = other_row.row_id)';

/** By word as it is compared, with its sign. Rows that are known are taken from the lists of terminals only. */
export function examplesOf({ cache, journal }: ReadableFiles): Map<string, Example[]> {
  const rows = [
    ...examplesIn(cache, `SELECT ${EXAMPLE}, terminal_id, first_seen_at_ms AS at_ms FROM pos_transaction`),
    ...examplesIn(
      cache,
      `SELECT ${EXAMPLE}, NULL AS terminal_id, settled_at_ms AS at_ms FROM settled WHERE kind <> 'sale' AND kind = 'unknown'`,
    ),
    ...examplesIn(
      cache,
      `SELECT ${EXAMPLE}, terminal_id, first_seen_at_ms AS at_ms FROM other_row WHERE standing = 1 AND kind <> 'sale' AND kind = 'unknown' AND ${NOT_LISTED_HERE}`,
    ),
    ...examplesIn(
      journal,
      `SELECT ${EXAMPLE}, terminal_id, first_seen_at_ms AS at_ms FROM closing_row WHERE standing = 1 AND kind <> 'sale' AND kind = 'unknown'`,
    ),
  ];
  const examples = new Map<string, Example[]>();
  for (const row of rows) {
    const key = wordKey(foldWord(row.word), row.minus === 1n ? 'minus' : 'plus');
    const found = examples.get(key) ?? [];
    if (found.length < WORD_EXAMPLES)
      found.push({
        amount: { minor: row.amount_minor, currency: row.currency },
        merchantOrderId: row.merchant_order_id,
        refNumber: row.ref_number,
        terminalId: row.terminal_id,
      });
    examples.set(key, found);
  }
  return examples;
}
