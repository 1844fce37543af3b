/** What was sent of invoices and payment pages, to whom, and what became of it. */
import { z } from 'zod';
import { shareStates, type Shared, type ShareState } from '#shared/contract/sharing.ts';
import { appErrorSchema } from '#shared/contract/wire.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { reads, writesJournal } from '../db.ts';

type NewShare = { what: Shared; bill: string; recipient: string; by: string; atMs: number };
export type StoredShare = NewShare & { shareId: number; state: ShareState; error: AppError | null };
type Row = {
  share_id: number;
  what: Shared;
  bill: string;
  recipient: string;
  by: string;
  at_ms: number;
  state: string;
  error: string | null;
};

const shareFrom = (row: Row): StoredShare => ({
  shareId: row.share_id,
  what: row.what,
  bill: row.bill,
  recipient: row.recipient,
  by: row.by,
  atMs: row.at_ms,
  state: z.enum(shareStates).parse(row.state),
  error: row.error === null ? null : appErrorSchema.parse(JSON.parse(row.error)),
});

/** As many as a drawer shows. */
const MOST_SHOWN = 100;

export const shareProcedures = {
  /** Stores what is to be sent, before anything is. */
  'shares.add': writesJournal(({ journal }, shares: readonly NewShare[]): StoredShare[] => {
    const insert = journal.prepare<{ share_id: number }>(
      `INSERT INTO share (what, bill, recipient, by, at_ms, state) VALUES (?, ?, ?, ?, ?, 'waiting') RETURNING share_id`,
    );
    return shares.map((share) => {
      const row = insert.get(share.what, share.bill, share.recipient, share.by, share.atMs);
      return { ...share, shareId: row?.share_id ?? 0, state: 'waiting', error: null };
    });
  }),
  'shares.set': writesJournal(
    ({ journal }, { shareId, state, error }: Pick<StoredShare, 'shareId' | 'state' | 'error'>) => {
      journal
        .prepare('UPDATE share SET state = ?, error = ? WHERE share_id = ?')
        .run(state, error && JSON.stringify(error), shareId);
      return null;
    },
  ),
  /** Nobody waits for these any more, or for any: what was on its way is not known, and the rest was never sent. */
  'shares.left': writesJournal(({ journal }, ids: readonly number[] | null) => {
    const which = '(? IS NULL OR share_id IN (SELECT value FROM json_each(?)))';
    const given = ids && JSON.stringify(ids);
    journal
      .prepare(`UPDATE share SET state = 'not-known' WHERE state = 'sending' AND ${which}`)
      .run(given, given);
    journal
      .prepare(`UPDATE share SET state = 'unsent' WHERE state = 'waiting' AND ${which}`)
      .run(given, given);
    return null;
  }),
  /** Newest first. */
  'shares.of': reads(({ journal }, { what, bill }: { what: Shared; bill: string }): StoredShare[] =>
    journal
      .prepare<Row>('SELECT * FROM share WHERE what = ? AND bill = ? ORDER BY share_id DESC LIMIT ?')
      .all(what, bill, MOST_SHOWN)
      .map(shareFrom),
  ),
};
