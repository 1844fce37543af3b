/** The words that gateways used here: what is known of each, by what its meaning is decided, and what is proposed. */
import { z } from 'zod';
import {
  addTotals,
  foldWord,
  kindOf,
  kinds,
  knownKindOf,
  proposalOf,
  signs,
  wordKey,
  type Kind,
  type Sign,
  type Total,
} from '#shared/domain/kinds/index.ts';
import type { WordView } from '#shared/contract/words.ts';
import { reads, writesJournal, type ReadableDb, type ReadableFiles } from '../../db.ts';
import type { By } from '../closing/records.ts';
import { examplesOf, NOT_LISTED_HERE } from './examples.ts';
import { saidWords, sayWords, vocabularyOf, type Said, type WordToSay } from './vocabulary.ts';

/** A word as it is written in one list, with one sign. */
const seenSchema = z.object({
  word: z.string().nullable(),
  minus: z.bigint(),
  kind: z.enum(kinds),
  currency: z.string(),
  count: z.bigint(),
  size: z.bigint(),
});
type Seen = z.output<typeof seenSchema>;

const SEEN = `payment_type AS word, amount_minor < 0 AS minus, kind, currency, COUNT(*) AS count, SUM(ABS(amount_minor)) AS size`;
const BY = 'GROUP BY payment_type, amount_minor < 0, kind, currency';

function seenWords({ cache, journal }: ReadableFiles): Seen[] {
  const read = (db: ReadableDb, sql: string) =>
    db
      .prepare(sql)
      .safeIntegers()
      .all()
      .map((row) => seenSchema.parse(row));
  return [
    ...read(cache, `SELECT ${SEEN} FROM pos_transaction ${BY}`),
    ...read(cache, `SELECT ${SEEN} FROM settled INDEXED BY settled_amounts ${BY}`),
    ...read(
      cache,
      `SELECT ${SEEN} FROM other_row INDEXED BY other_row_words WHERE standing = 1 AND ${NOT_LISTED_HERE} ${BY}`,
    ),
    ...read(journal, `SELECT ${SEEN} FROM closing_row WHERE standing = 1 AND kind = 'unknown' ${BY}`),
  ];
}

/** How many rows of a word have order and reference of a sale, with its amount or with a smaller one. */
const EVIDENCE = `SELECT
    COUNT(CASE WHEN ABS(s.amount_minor) = ABS(r.amount_minor) THEN 1 END) AS whole,
    COUNT(CASE WHEN ABS(s.amount_minor) > ABS(r.amount_minor) THEN 1 END) AS part
  FROM (SELECT * FROM pos_transaction WHERE kind <> 'sale' AND kind = 'unknown' AND payment_type IS ? AND (amount_minor < 0) = ? LIMIT 500) AS r
  JOIN pos_transaction AS s ON s.merchant_order_id = r.merchant_order_id AND s.ref_number = r.ref_number
    AND s.terminal_id = r.terminal_id AND s.currency = r.currency AND s.row_id <> r.row_id AND s.kind = 'sale'`;

type Group = { word: string | null; folded: string; sign: Sign; seen: Seen[] };

function groupsOf(files: ReadableFiles): Group[] {
  const groups = new Map<string, Group>();
  for (const row of seenWords(files)) {
    const word = row.word === '' ? null : row.word;
    const folded = foldWord(word);
    const sign: Sign = row.minus === 1n ? 'minus' : 'plus';
    const key = wordKey(folded, sign);
    const group = groups.get(key) ?? { word, folded, sign, seen: [] };
    group.seen.push(row);
    groups.set(key, group);
  }
  return [...groups.values()];
}

const totalsOf = (seen: readonly Seen[]): Total[] =>
  addTotals([
    seen.map(({ count, size, currency }) => ({ count: Number(count), amount: { minor: size, currency } })),
  ]);

const by = (said: Said | undefined): WordView['decided'] => {
  if (said) return { how: 'said', by: said.by, atMs: said.atMs };
  return null;
};

/** A word that is not known may have been known: with the other sign, or before both signs came in one answer. */
const otherwiseOf = (folded: string, sign: Sign, said: ReadonlyMap<string, Said>) =>
  said.get(wordKey(folded, sign === 'plus' ? 'minus' : 'plus'))?.kind ?? knownKindOf(folded);

function listWords(files: ReadableFiles): WordView[] {
  const said = saidWords(files.journal);
  const vocabulary = vocabularyOf(files.journal);
  const examples = examplesOf(files);
  const evidence = files.cache.prepare<{ whole: number; part: number }>(EVIDENCE);
  return groupsOf(files)
    .map(({ word, folded, sign, seen }): WordView => {
      const unknown = seen.filter((one) => one.kind === 'unknown');
      const one = said.get(wordKey(folded, sign));
      const here = kindOf(word, sign === 'minus' ? -1n : 1n, vocabulary);
      const told = here === 'unknown' && unknown.length === 0 ? seen[0] : undefined;
      const kind: Kind = unknown.length > 0 ? 'unknown' : (told?.kind ?? here);
      const spellings = [...new Set(seen.map((row) => row.word))];
      const found = spellings
        .map((spelling) => evidence.get(spelling, sign === 'minus' ? 1 : 0) ?? { whole: 0, part: 0 })
        .reduce((sum, more) => ({ whole: sum.whole + more.whole, part: sum.part + more.part }));
      const facts = { wholeOfSales: found.whole, partOfSales: found.part };
      const count = seen.reduce((sum, row) => sum + Number(row.count), 0);
      return {
        word,
        folded,
        sign,
        kind,
        decided: by(one) ?? (kind === 'unknown' ? null : { how: told ? 'told' : 'known' }),
        totals: totalsOf(seen),
        notSummed: totalsOf(unknown),
        examples: examples.get(wordKey(folded, sign)) ?? [],
        otherwise: kind === 'unknown' ? otherwiseOf(folded, sign, said) : null,
        ...facts,
        proposal: kind === 'unknown' ? proposalOf({ word, sign, count, ...facts }) : null,
      };
    })
    .sort(
      (a, b) =>
        Number(b.kind === 'unknown') - Number(a.kind === 'unknown') ||
        (a.folded < b.folded ? -1 : a.folded > b.folded ? 1 : signs.indexOf(a.sign) - signs.indexOf(b.sign)),
    );
}

export const wordProcedures = {
  'words.list': reads((files, _: null) => listWords(files)),
  'words.say': writesJournal(({ journal }, { words, ...who }: By & { words: WordToSay[] }) => {
    sayWords(journal, who, words);
    return null;
  }),
};
