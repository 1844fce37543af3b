/** The gateway's own summary of settled transactions, one for each choice of branches. */
import { z } from 'zod';
import { moneySchema } from '#shared/contract/wire.ts';
import type { ReadableDb, WritableDb } from '../db.ts';

const summarySchema = z.object({ total: moneySchema.nullable(), count: z.number().nullable() });
export type Summary = z.output<typeof summarySchema>;

export const branchKey = (branchIds: string[]) => JSON.stringify([...branchIds].sort());

export function storeSummary(
  cache: WritableDb,
  { branchIds, summary, readAtMs }: { branchIds: string[]; summary: Summary; readAtMs: number },
): void {
  cache
    .prepare('INSERT OR REPLACE INTO settled_summary (branch_ids, value, read_at_ms) VALUES (?, ?, ?)')
    .run(branchKey(branchIds), JSON.stringify(z.encode(summarySchema, summary)), readAtMs);
}

export function readSummary(cache: ReadableDb, branchIds: string[]) {
  const row = cache
    .prepare<{ value: string; read_at_ms: number }>(
      'SELECT value, read_at_ms FROM settled_summary WHERE branch_ids = ?',
    )
    .get(branchKey(branchIds));
  return row ? { ...summarySchema.parse(JSON.parse(row.value)), branchIds, readAtMs: row.read_at_ms } : null;
}
