/** The Zs that have the sale of a payment: of this PC, and those that other PCs told. */
import type { ReadableDb } from '../db.ts';
import { hasOthers } from './closing/has-others.ts';

type ZRow = { closing_id: string; number: number; closed_at_ms: number | null; closed_by: string | null };
/** `pc`: the other PC that closed it. */
export type FoundZ = ZRow & { readonly pc: { readonly id: string; readonly name: string } | null };
type Found = { readonly row_id: string; readonly z: FoundZ };
type Told = Omit<ZRow, 'closed_by'> & { row_id: string; pc: string; pc_name: string };

/** Found by the reference, as a terminal has very many rows. Exported so that a test can read its plan. */
export const TOLD_ZS = `SELECT r.row_id, c.closing_id, c.number, c.closed_at_ms, c.pc, c.pc_name FROM other_row AS r JOIN other_close AS c USING (closing_id)
  WHERE r.standing = 1 AND r.ref_number = ? AND +r.terminal_id = ? ORDER BY r.row_id LIMIT 50`;

/** Finds the Zs of rows that were read here. Those of other PCs are found by terminal and reference, also if the row was never read here. */
export function zFinder(
  { cache, journal }: { readonly cache: ReadableDb; readonly journal: ReadableDb },
  terminalId: string,
  refNumber: string,
): (rowIds: readonly string[]) => Found[] {
  const own = journal.prepare<ZRow>(
    `SELECT c.closing_id, c.number, c.closed_at_ms, c.closed_by FROM closing_row AS r JOIN closing AS c USING (closing_id)
     WHERE r.row_id = ? AND r.standing = 1 AND c.number IS NOT NULL`,
  );
  const told = cache.prepare<Told>(TOLD_ZS);
  return (rowIds) => {
    const closed = rowIds.flatMap((row_id): Found[] => {
      const z = own.get(row_id);
      return z ? [{ row_id, z: { ...z, pc: null } }] : [];
    });
    if (!hasOthers(cache)) return closed;
    // A row that a close of this PC has is in no other.
    const others = told
      .all(refNumber, terminalId)
      .filter(({ row_id }) => own.get(row_id) === undefined)
      .map(({ row_id, pc, pc_name, ...z }): Found => {
        return { row_id, z: { ...z, closed_by: null, pc: { id: pc, name: pc_name } } };
      });
    return [...closed, ...others];
  };
}
