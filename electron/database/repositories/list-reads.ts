/** When each list was last read whole, and what went wrong since. */
import { z } from 'zod';
import { appErrorSchema, type ReadState } from '#shared/contract/wire.ts';
import type { KeptListName } from '#shared/domain/kept-lists.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { reads, writesCache, type ReadableDb, type WritableDb } from '../db.ts';

/** One of our own lists, or a kept one. */
type ListName =
  | `kept ${KeptListName}`
  | 'terminals'
  | 'windows'
  | 'settled'
  | 'eligible'
  | 'requests'
  | 'payments'
  | 'checkouts'
  | 'saved cards';
type Row = {
  read_at_ms: number | null;
  error: string | null;
  error_at_ms: number | null;
  note: string | null;
};

export const parseError = (error: string | null, atMs: number | null): ReadState['lastError'] =>
  error === null || atMs === null ? null : { error: appErrorSchema.parse(JSON.parse(error)), atMs };

/** `note` is a small fact of the list's own, as text (the terminals list: whether the gateway has one). */
export function listRead(cache: ReadableDb, name: ListName): ReadState & { note: string | null } {
  const row = cache.prepare<Row>('SELECT * FROM list_read WHERE name = ?').get(name);
  return {
    readAtMs: row?.read_at_ms ?? null,
    lastError: parseError(row?.error ?? null, row?.error_at_ms ?? null),
    note: row?.note ?? null,
  };
}

const noteSchema = z.object({ unreadable: z.number(), wholeAtMs: z.number().nullable() });
/** Of a list whose newest part is read between whole readings: how many rows of the last whole one could not be read, and when it was. */
export const noteOf = (note: string | null): z.output<typeof noteSchema> =>
  note === null ? { unreadable: 0, wholeAtMs: null } : noteSchema.parse(JSON.parse(note));

/** A whole read clears the error. */
export function markListRead(
  cache: WritableDb,
  name: ListName,
  readAtMs: number,
  note: string | null = null,
): void {
  cache
    .prepare(
      `INSERT INTO list_read (name, read_at_ms, note) VALUES (?, ?, ?)
       ON CONFLICT(name) DO UPDATE SET read_at_ms = excluded.read_at_ms, note = excluded.note, error = NULL, error_at_ms = NULL`,
    )
    .run(name, readAtMs, note);
}

export const listReadProcedures = {
  'lists.get': reads(({ cache }, name: ListName) => listRead(cache, name)),
  'lists.failed': writesCache(
    ({ cache }, { name, error, atMs }: { name: ListName; error: AppError; atMs: number }) => {
      cache
        .prepare(
          `INSERT INTO list_read (name, error, error_at_ms) VALUES (?, ?, ?)
         ON CONFLICT(name) DO UPDATE SET error = excluded.error, error_at_ms = excluded.error_at_ms`,
        )
        .run(name, JSON.stringify(error), atMs);
      return null;
    },
  ),
};
