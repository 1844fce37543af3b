/**
 * What people said that words mean. A word that its entry of the audit record does not vouch for was not said by anybody here.
 */
import { createHash } from 'node:crypto';
import {
  KNOWN_WORDS_VERSION,
  sayableKinds,
  signs,
  wordKey,
  type SayableKind,
  type Sign,
  type Vocabulary,
} from '#shared/domain/kinds/index.ts';
import { z } from 'zod';
import type { ReadableDb, WritableDb } from '../../db.ts';
import { recordAct, type By } from '../closing/records.ts';

const saidSchema = z.object({
  folded: z.string(),
  sign: z.enum(signs),
  kind: z.enum(sayableKinds),
  word: z.string(),
  by: z.string(),
  at_ms: z.number(),
  params: z.string().nullable(),
});
const entrySchema = z.object({ word: z.string(), sign: z.enum(signs), kind: z.enum(sayableKinds) });

export type Said = {
  readonly folded: string;
  readonly sign: Sign;
  readonly kind: SayableKind;
  readonly word: string;
  readonly by: string;
  readonly atMs: number;
};

const hashOf = (folded: string): string => createHash('sha256').update(folded).digest('hex');

/** By word and sign, the last that was said; `journal`: the file, or a connection that it is attached to. */
export function saidWords(journal: ReadableDb): Map<string, Said> {
  const rows = journal
    .prepare(
      `SELECT w.folded, w.sign, w.kind, w.word, w.by, w.at_ms, e.params FROM kind_word AS w
       LEFT JOIN audit_entry AS e ON e.seq = w.entry_seq AND e.action = 'word.said' ORDER BY w.seq`,
    )
    .all();
  const said = new Map<string, Said>();
  for (const row of rows) {
    const read = saidSchema.safeParse(row);
    if (!read.success || read.data.params === null) continue;
    const { at_ms: atMs, params, ...one } = read.data;
    const entry = entrySchema.safeParse(JSON.parse(params)).data;
    if (entry?.word !== hashOf(one.folded) || entry.sign !== one.sign || entry.kind !== one.kind) continue;
    said.set(wordKey(one.folded, one.sign), { ...one, atMs });
  }
  return said;
}

export const vocabularyOf = (journal: ReadableDb): Vocabulary =>
  new Map([...saidWords(journal)].map(([key, { kind }]) => [key, kind]));

/** The words that decide kinds now: those known beforehand, and what people have said so far. */
export const wordsStamp = (journal: ReadableDb): string =>
  `${KNOWN_WORDS_VERSION}/${
    journal.prepare<{ n: number }>('SELECT COALESCE(MAX(seq), 0) AS n FROM kind_word').get()?.n ?? 0
  }`;

export type WordToSay = { folded: string; word: string; sign: Sign; kind: SayableKind };

/** In the transaction of the act: the words and the entries that vouch for them. */
export function sayWords(journal: WritableDb, who: By, words: readonly WordToSay[]): void {
  const insert = journal.prepare(
    `INSERT INTO kind_word (seq, folded, sign, kind, word, by, at_ms, entry_seq)
     VALUES ((SELECT COALESCE(MAX(seq), 0) + 1 FROM kind_word), ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const { folded, word, sign, kind } of words) {
    const params = { word: hashOf(folded), sign, kind };
    const entry = recordAct(journal, who, 'word.said', word.slice(0, 200), params);
    insert.run(folded, sign, kind, word, who.by, who.atMs, entry);
  }
}
