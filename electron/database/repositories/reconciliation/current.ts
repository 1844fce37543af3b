/** The result that stands, and what people decided since. */
import { z } from 'zod';
import type { ReadableDb } from '../../db.ts';
import { basisSchema, storedSummarySchema, type Basis, type StoredSummary } from './stored.ts';

export type Current = {
  readonly run: number;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly basis: Basis;
};
const rowSchema = z.object({
  run: z.number(),
  started_at_ms: z.number(),
  ended_at_ms: z.number(),
  basis: z.string(),
});

/** Null before the first run. */
export function currentResult(results: ReadableDb): Current | null {
  const row = results
    .prepare(
      'SELECT run, started_at_ms, ended_at_ms, basis FROM result WHERE run = (SELECT run FROM current)',
    )
    .get();
  if (row === undefined) return null;
  const { run, started_at_ms, ended_at_ms, basis } = rowSchema.parse(row);
  return {
    run,
    startedAtMs: started_at_ms,
    endedAtMs: ended_at_ms,
    basis: basisSchema.parse(JSON.parse(basis)),
  };
}

export function currentSummaries(results: ReadableDb): StoredSummary[] {
  const row = results
    .prepare<{ summary: string }>('SELECT summary FROM result WHERE run = (SELECT run FROM current)')
    .get();
  return row ? z.array(storedSummarySchema).parse(JSON.parse(row.summary)) : [];
}

/** Keys of exceptions whose items people matched since the run: they are none any more. */
export const MATCHED_SINCE = `SELECT o.key FROM journal.manual_match AS m
  JOIN journal.manual_match_member AS i ON i.match_id = m.match_id AND i.standing = 1
  JOIN open_item AS o ON o.run = @run AND o.comparison = i.comparison AND o.side = i.side AND o.item_id = i.item_id
  WHERE m.comparison = @comparison AND m.at_ms >= @startedAtMs AND o.key IS NOT NULL`;
