/** Payment API keys that were made here: the attempts that made them, and what became of them since. Never a key's value. */
import { reads, writesJournal } from '../db.ts';

type StoredKey = {
  name: string;
  by: string;
  atMs: number;
  fingerprint: string | null;
  deletedBy: string | null;
  deletedAtMs: number | null;
};
type Row = {
  name: string;
  by: string;
  at_ms: number;
  fingerprint: string | null;
  deleted_by: string | null;
  deleted_at_ms: number | null;
};

export const apiKeyProcedures = {
  /** Newest first; of keys of one name the newest. */
  'apiKeys.list': reads(({ journal }, _: null): StoredKey[] =>
    journal
      .prepare<Row>(
        `SELECT made.reference name, made.by, MAX(made.at_ms) at_ms, fingerprint, deleted_by, deleted_at_ms
         FROM creation made LEFT JOIN api_key ON api_key.name = made.reference
         WHERE made.what = 'api-key' AND made.state = 'done' GROUP BY made.reference ORDER BY 3 DESC`,
      )
      .all()
      .map((row) => ({
        name: row.name,
        by: row.by,
        atMs: row.at_ms,
        fingerprint: row.fingerprint,
        deletedBy: row.deleted_by,
        deletedAtMs: row.deleted_at_ms,
      })),
  ),
  /** A key of this name was made: what is known of an earlier one is over. */
  'apiKeys.made': writesJournal(({ journal }, name: string) => {
    journal.prepare('DELETE FROM api_key WHERE name = ?').run(name);
    return null;
  }),
  'apiKeys.entered': writesJournal(
    ({ journal }, { name, fingerprint }: { name: string; fingerprint: string }) => {
      journal
        .prepare(
          `INSERT INTO api_key (name, fingerprint) VALUES (?, ?)
           ON CONFLICT(name) DO UPDATE SET fingerprint = excluded.fingerprint`,
        )
        .run(name, fingerprint);
      return null;
    },
  ),
  'apiKeys.deleted': writesJournal(
    ({ journal }, { name, by, atMs }: { name: string; by: string; atMs: number }) => {
      journal
        .prepare(
          `INSERT INTO api_key (name, deleted_by, deleted_at_ms) VALUES (?, ?, ?)
           ON CONFLICT(name) DO UPDATE SET deleted_by = excluded.deleted_by, deleted_at_ms = excluded.deleted_at_ms`,
        )
        .run(name, by, atMs);
      return null;
    },
  ),
};
