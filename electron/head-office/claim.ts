/** Claims at head office: the right of one PC to move one piece of money. What the server answers is believed as to who has it. */
import { z } from 'zod';
import { shownText } from '#shared/text/shown-text.ts';
import type { Baton, HeldBatons, Pass } from './baton.ts';
import type { Connection } from './connection.ts';
import { serverCodeOf } from './failure.ts';
import type { PublishedClaim } from './published.ts';

const shown = z.string().overwrite(shownText);
const claimSchema = z.object({
  number: z.number().int().positive(),
  pc: z.string(),
  pcName: shown,
  opId: shown,
  kind: shown,
  terminalId: shown.nullable(),
  actor: shown,
  claimedAtMs: z.number().int(),
  /** Null while it is open. */
  endedAtMs: z.number().int().nullable(),
});
export type KnownClaim = z.output<typeof claimSchema>;

/** `held`: another movement of this money is open. `moved`: another PC has moved it since this one knew it. */
export type ClaimAnswer =
  | { readonly kind: 'claimed' }
  | { readonly kind: 'held' | 'moved'; readonly by: KnownClaim };
export type ClaimRequest = PublishedClaim & { readonly movedWithinMs: number };

const answerSchema = z.object({ outcome: z.enum(['claimed', 'held', 'moved']), number: z.number() });

const NO_SUCH_FUNCTION = '42883';
/**
 * Asks with batons. A record that `init` has not brought up to date has no such function: it is then asked without them, so that claims
 * hold until it is.
 */
async function rowsWith(
  connection: Connection,
  call: (baton: string) => string,
  values: readonly unknown[],
  baton: { readonly parts: readonly string[]; readonly values: readonly unknown[] },
): Promise<readonly Record<string, unknown>[]> {
  const placed = baton.parts.map((type, at) => `, $${values.length + at + 1}::${type}`).join('');
  try {
    return await connection.rows(call(placed), [...values, ...baton.values]);
  } catch (error) {
    if (serverCodeOf(error) !== NO_SUCH_FUNCTION) throw error;
    return connection.rows(call(''), values);
  }
}
const heldPart = ({ confirmed, tokens }: HeldBatons) => ({
  parts: ['bigint', 'text[]'],
  values: [confirmed, tokens],
});

/** One round trip where it is granted. Asked again by the PC that has it, it is granted again. */
export async function claim(connection: Connection, asked: ClaimRequest, pass: Pass): Promise<ClaimAnswer> {
  const { opId, kind, actor, subject, members, terminalId, excludedKind, movedWithinMs } = asked;
  const held = heldPart(pass);
  const [row] = await rowsWith(
    connection,
    (baton) =>
      `SELECT outcome, claim_number AS number FROM head_office.claim($1, $2, $3, $4, $5, $6, $7, $8${baton})`,
    [opId, kind, actor, subject, members, terminalId, excludedKind, Math.ceil(movedWithinMs)],
    { parts: [...held.parts, 'bigint', 'text'], values: [...held.values, pass.count, pass.token] },
  );
  const { outcome, number } = answerSchema.parse(row);
  if (outcome === 'claimed') return { kind: 'claimed' };
  const [by] = await seenClaims(connection, [number]);
  if (!by) throw new Error(`claim ${number} is in the way and not there`);
  return { kind: outcome, by };
}

/** False if this PC does not hold it any more. */
export async function giveBack(
  connection: Connection,
  { opId, moved }: { opId: string; moved: boolean },
  held: HeldBatons,
): Promise<boolean> {
  const [row] = await rowsWith(
    connection,
    (baton) => `SELECT head_office.give_back($1, $2${baton}) AS done`,
    [opId, moved],
    heldPart(held),
  );
  return z.object({ done: z.boolean() }).parse(row).done;
}

/** False if it has ended meanwhile. */
export async function takeOver(connection: Connection, number: number, held: HeldBatons): Promise<boolean> {
  const [row] = await rowsWith(
    connection,
    (baton) => `SELECT head_office.take_over($1${baton}) AS done`,
    [number],
    heldPart(held),
  );
  return z.object({ done: z.boolean() }).parse(row).done;
}

/** The last one that head office has of this PC; null: it never claimed with one. */
export async function batonThere(connection: Connection): Promise<Baton | null> {
  const [row] = await connection.rows(
    'SELECT last_count AS count, last_token AS token FROM head_office.own_baton()',
  );
  return row ? z.object({ count: z.number().int(), token: z.string() }).parse(row) : null;
}

/** Of every PC of the merchant, the oldest first. */
export const openClaims = (connection: Connection) => seenClaims(connection, null);

async function seenClaims(
  connection: Connection,
  numbers: readonly number[] | null,
): Promise<readonly KnownClaim[]> {
  const rows = await connection.rows(
    `SELECT number, pc, pc_name AS "pcName", op_id AS "opId", kind, terminal AS "terminalId", actor,
       floor(extract(epoch FROM claimed_at) * 1000)::bigint AS "claimedAtMs",
       floor(extract(epoch FROM ended_at) * 1000)::bigint AS "endedAtMs" FROM head_office.claims_seen($1)`,
    [numbers],
  );
  return z.array(claimSchema).parse(rows);
}
