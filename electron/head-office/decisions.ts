/** Decisions of other PCs on requests of this one: the only entries that reach a PC which may not see those of the other. */
import { z } from 'zod';
import type { EntryProblem } from '#shared/domain/head-office.ts';
import type { Connection } from './connection.ts';
import { entrySchema, problemOf, type Entry, type Place } from './entry.ts';

export type DecisionEntry = {
  readonly entry: Entry;
  readonly pcName: string;
  readonly isWithdrawn: boolean;
  readonly problem: EntryProblem | null;
};
const rowSchema = entrySchema.extend({
  pcName: z.string(),
  publicKey: z.string(),
  isWithdrawn: z.boolean(),
});

/** Of the last hours: a decision holds for minutes. */
export async function readDecisions(connection: Connection, place: Place): Promise<DecisionEntry[]> {
  const rows = await connection.rows(
    `SELECT pc, seq, environment, merchant, branch, kind, at_ms AS "atMs", body, encode(previous, 'hex') AS previous,
       encode(hash, 'hex') AS hash, encode(signature, 'hex') AS signature, pc_name AS "pcName",
       encode(public_key, 'hex') AS "publicKey", is_withdrawn AS "isWithdrawn" FROM head_office.decisions_on_own()`,
  );
  return z
    .array(rowSchema)
    .parse(rows)
    .map(({ pcName, publicKey, isWithdrawn, ...entry }) => {
      const problem = problemOf({ id: entry.pc, publicKey }, place, entry);
      return { entry, pcName, isWithdrawn, problem };
    });
}
