/** Names of branches, as the terminals list gave them. */
import type { ReadableDb } from '../db.ts';

export function branchNames(cache: ReadableDb): Map<string, string> {
  const rows = cache
    .prepare<{ branch_id: string; branch_name: string }>(
      `SELECT DISTINCT value->>'branchId' AS branch_id, value->>'branchName' AS branch_name FROM terminal
       WHERE branch_id IS NOT NULL AND branch_name IS NOT NULL`,
    )
    .all();
  return new Map(rows.map((row) => [row.branch_id, row.branch_name]));
}
