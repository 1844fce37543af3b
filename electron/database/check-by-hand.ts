/**
 * After a restored backup: what a person has to look up outside, in `check-by-hand.json` beside the journal. Money is
 * blocked until each incident of the list is confirmed; nothing in it is ever removed.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { moveAside } from './quarantine.ts';
import { writeDurably } from './sync-file.ts';

const text = z.string().nullable();

const entrySchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('operation'),
    opId: z.string(),
    /**
     * `not-in-backup`, `differs`: read from the damaged file. `open-in-backup`: may have gone on since. `trace`: only an
     * identifier was found in the damaged bytes; it may name something else than an operation.
     */
    why: z.enum(['not-in-backup', 'differs', 'open-in-backup', 'trace']),
    movement: text,
    state: text,
    stateInBackup: text,
    terminalId: text,
    orderId: text,
    refNumber: text,
    totals: text,
    updatedAtMs: z.number().nullable(),
  }),
  /** Anything may have happened here that left no readable trace. */
  z.object({ kind: z.literal('unknown-span'), fromMs: z.number(), toMs: z.number() }),
]);
export type CheckEntry = z.output<typeof entrySchema>;

const confirmedSchema = z.object({ who: z.string().min(1), note: z.string().min(1), atMs: z.number() });
export type Confirmation = z.output<typeof confirmedSchema>;

const incidentSchema = z.object({
  foundAtMs: z.number(),
  reason: z.string(),
  /** Where the damaged file was put. */
  kept: z.string(),
  backup: z.object({ file: z.string(), takenAtMs: z.number(), seq: z.number(), hash: z.string() }).nullable(),
  entries: z.array(entrySchema),
  confirmed: confirmedSchema.nullable(),
});
type Incident = z.output<typeof incidentSchema>;

const listSchema = z.object({ schema: z.literal(1), incidents: z.array(incidentSchema) });
export type CheckByHand = z.output<typeof listSchema>;

const NAME = 'check-by-hand.json';
const store = (folder: string, list: CheckByHand) =>
  writeDurably(join(folder, NAME), `${JSON.stringify(list, null, 2)}\n`);

/** All incidents, confirmed ones as well. A list that cannot be read blocks: it is kept aside and its span is unknown. */
function readCheckByHand(folder: string): CheckByHand {
  const path = join(folder, NAME);
  if (!existsSync(path)) return { schema: 1, incidents: [] };
  const raw = readFileSync(path, 'utf8');
  try {
    return listSchema.parse(JSON.parse(raw));
  } catch {
    const kept = moveAside(folder, NAME);
    const span = { kind: 'unknown-span' as const, fromMs: 0, toMs: Date.now() };
    const reason = `${NAME} could not be read`;
    const incident = { foundAtMs: Date.now(), reason, kept, backup: null, entries: [span], confirmed: null };
    const list: CheckByHand = { schema: 1, incidents: [incident] };
    store(folder, list);
    return list;
  }
}

/** The list while a person still has to confirm it, else null: money may move. */
export function unconfirmed(folder: string): CheckByHand | null {
  const list = readCheckByHand(folder);
  return list.incidents.some(({ confirmed }) => confirmed === null) ? list : null;
}

export function addIncident(folder: string, incident: Incident): void {
  const { incidents } = readCheckByHand(folder);
  store(folder, { schema: 1, incidents: [...incidents, incident] });
}

/** Who looked everything up, what they found, and when. Throws when a name or a note is missing. */
export function confirmCheckByHand(folder: string, confirmation: Confirmation): CheckByHand {
  const confirmed = confirmedSchema.parse(confirmation);
  const { incidents } = readCheckByHand(folder);
  const list: CheckByHand = {
    schema: 1,
    incidents: incidents.map((incident) => ({ ...incident, confirmed: incident.confirmed ?? confirmed })),
  };
  store(folder, list);
  return list;
}
