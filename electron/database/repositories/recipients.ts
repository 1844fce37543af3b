/** Recipients of transfers that people keep. A whole number is only here as it was sealed. */
import { reads, writesJournal, type ReadableDb } from '../db.ts';

export type StoredRecipient = {
  key: string;
  name: string;
  method: 'bank' | 'wallet';
  bank: string;
  ending: string;
  sealed: string;
  by: string;
  atMs: number;
};
type Row = Omit<StoredRecipient, 'atMs'> & { at_ms: number };

export const allRecipients = (journal: ReadableDb): StoredRecipient[] =>
  journal
    .prepare<Row>('SELECT * FROM recipient ORDER BY name, key')
    .all()
    .map(({ at_ms: atMs, ...row }) => ({ ...row, atMs }));

export const recipientProcedures = {
  'recipients.all': reads(({ journal }, _: null) => allRecipients(journal)),
  'recipients.add': writesJournal(
    ({ journal }, { key, name, method, bank, ending, sealed, by, atMs }: StoredRecipient) => {
      journal
        .prepare(
          'INSERT INTO recipient (key, name, method, bank, ending, sealed, by, at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
        )
        .run(key, name, method, bank, ending, sealed, by, atMs);
      return null;
    },
  ),
  /** False: there is none of this key, and none is made. */
  'recipients.change': writesJournal(
    ({ journal }, { key, name, method, bank, ending, sealed, by, atMs }: StoredRecipient) =>
      journal
        .prepare(
          'UPDATE recipient SET name = ?, method = ?, bank = ?, ending = ?, sealed = ?, by = ?, at_ms = ? WHERE key = ?',
        )
        .run(name, method, bank, ending, sealed, by, atMs, key).changes === 1,
  ),
  /** False: it was removed before. */
  'recipients.remove': writesJournal(
    ({ journal }, key: string) =>
      journal.prepare('DELETE FROM recipient WHERE key = ?').run(key).changes === 1,
  ),
};
