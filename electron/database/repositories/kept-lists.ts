/** Read-only lists of the gateway as they were read last. */
import { z } from 'zod';
import { keptRowSchema, type KeptRow } from '#shared/contract/rates.ts';
import { doesKeep, type KeptListName } from '#shared/domain/kept-lists.ts';
import { reads, writesCache, type ReadableDb } from '../db.ts';
import { listRead, markListRead } from './list-reads.ts';

export const keptRows = (cache: ReadableDb, name: KeptListName): KeptRow[] =>
  cache
    .prepare<{ value: string }>('SELECT value FROM kept_row WHERE list = ? ORDER BY position, key')
    .all(name)
    .map(({ value }) => keptRowSchema.parse(JSON.parse(value)));

type Stored = { name: KeptListName; rows: readonly KeptRow[]; unreadable: number; atMs: number };

export const keptListProcedures = {
  'kept.list': reads(({ cache }, name: KeptListName) => {
    const { note, ...read } = listRead(cache, `kept ${name}`);
    return { rows: keptRows(cache, name), unreadable: Number(note ?? 0), read };
  }),
  /** Stores a list. If it keeps earlier rows, the new rows come before them; any other list is replaced. */
  'kept.store': writesCache(({ cache }, { name, rows, unreadable, atMs }: Stored) => {
    if (doesKeep(name))
      cache.prepare('UPDATE kept_row SET position = position + ? WHERE list = ?').run(rows.length, name);
    else cache.prepare('DELETE FROM kept_row WHERE list = ?').run(name);
    const insert = cache.prepare(
      'INSERT OR REPLACE INTO kept_row (list, key, position, value) VALUES (?, ?, ?, ?)',
    );
    for (const [position, row] of rows.entries())
      insert.run(name, row.key, position, JSON.stringify(z.encode(keptRowSchema, row)));
    markListRead(cache, `kept ${name}`, atMs, String(unreadable));
    return null;
  }),
};
