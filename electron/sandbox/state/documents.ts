/** Records that are documents with an id: links, invoices, customers, webhooks and the like. */
import type { Account } from '../world.ts';
import { nextNumber } from './ids.ts';
import { prepared } from './prepared.ts';

export type Stored<T> = { id: string; createdAtMs: number; updatedAtMs: number; value: T };
type Row = { id: string; created_at_ms: number; updated_at_ms: number; value: string };

/** The collection of one kind; what is in it was written by this program, so it is read as its type. */
export function documents<T extends object>(kind: string) {
  const read = (row: Row): Stored<T> => ({
    id: row.id,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
    value: JSON.parse(row.value) as T,
  });
  return {
    insert(world: Account, id: string, value: T, atMs = world.clock.nowMs()): Stored<T> {
      prepared(world.db, 'INSERT INTO document VALUES (?, ?, ?, ?, ?, ?)').run(
        kind,
        id,
        nextNumber(world, 'document'),
        atMs,
        atMs,
        JSON.stringify(value),
      );
      return { id, createdAtMs: atMs, updatedAtMs: atMs, value };
    },
    get(world: Account, id: string): Stored<T> | null {
      const row = prepared(world.db, 'SELECT * FROM document WHERE kind = ? AND id = ?').get(kind, id);
      return row === undefined ? null : read(row as Row);
    },
    /** Newest first. */
    all(world: Account): Stored<T>[] {
      const rows = prepared(world.db, 'SELECT * FROM document WHERE kind = ? ORDER BY sequence DESC').all(
        kind,
      );
      return (rows as Row[]).map(read);
    },
    replace(world: Account, id: string, value: T): void {
      prepared(world.db, 'UPDATE document SET value = ?, updated_at_ms = ? WHERE kind = ? AND id = ?').run(
        JSON.stringify(value),
        world.clock.nowMs(),
        kind,
        id,
      );
    },
    /** Whether there was one. */
    remove(world: Account, id: string): boolean {
      return prepared(world.db, 'DELETE FROM document WHERE kind = ? AND id = ?').run(kind, id).changes > 0;
    },
  };
}
