/** Recipients of transfers that people keep. A whole number is only here as it was sealed. */
import { reads, writesJournal } from '../db.ts';

type StoredRecipient = {
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

export const recipientProcedures = {
  'recipients.all': reads(({ journal }, _: null): StoredRecipient[] =>
    journal
      .prepare<Row>('SELECT * FROM recipient ORDER BY name, key')
      .all()
      .map(({ at_ms: atMs, ...row }) => ({ ...row, atMs })),
  ),
  /** Replaces the one of this key. */
  'recipients.set': writesJournal(
    ({ journal }, { key, name, method, bank, ending, sealed, by, atMs }: StoredRecipient) => {
      journal
        .prepare(
          'INSERT OR REPLACE INTO recipient (key, name, method, bank, ending, sealed, by, at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
        )
        .run(key, name, method, bank, ending, sealed, by, atMs);
      return null;
    },
  ),
  'recipients.remove': writesJournal(({ journal }, key: string) => {
    journal.prepare('DELETE FROM recipient WHERE key = ?').run(key);
    return null;
  }),
};
