/**
 * Everything that leaves this PC for head office, and nothing else: a kind that is not here is not published. Keys and PINs are
 * in no record; what may stand in its free texts is masked here once more: card numbers, bank accounts, and the emails and
 * phones of customers, which a person without the right to see them is not shown either.
 */
import { hash } from 'node:crypto';
import { z } from 'zod';
import type { MovementKind } from '#shared/domain/operation.ts';
import { canonicalJson } from '#shared/text/canonical-json.ts';
import { maskContacts } from '#shared/text/contacts.ts';
import type { AuditEntry } from '../audit/entry.ts';
import { excludedOnTerminal, sameMoneyKinds } from '../database/repositories/journal/index.ts';
import { withoutCards } from '../gateway/cards.ts';
import type { Fact } from './entry.ts';

/** An entry of the audit record, as Activity shows it. `seq` and `hash` are its own in the record of its PC. */
const activitySchema = z.object({
  seq: z.number().int().positive(),
  actor: z.string(),
  machine: z.string(),
  action: z.string(),
  target: z.string(),
  /** JSON. */
  facts: z.string(),
  outcome: z.string(),
  hash: z.string(),
});
type PublishedActivity = z.output<typeof activitySchema>;

const IBAN = /\b([A-Z]{2}\d{2})[A-Z0-9 ]{7,26}([A-Z0-9]{4})\b/g;
const ONLY_DIGITS = /^\s*\d+\s*$/;

function masked(text: string): string {
  const clean = withoutCards(text).replace(IBAN, '$1…$2');
  // A number alone is an order or a reference: a phone stands among words, or begins as phones do.
  return ONLY_DIGITS.test(clean) ? clean : maskContacts(clean);
}

/** An account is called one, and looks like any number. */
const ACCOUNT_NAME = /account|iban/i;
const shortened = (text: string) => (text.length > 4 ? `…${text.slice(-4)}` : text);

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
/** Facts with every text masked, at any depth, and every account shortened whatever it looks like. */
function maskedFacts(value: Json, name = ''): Json {
  if (ACCOUNT_NAME.test(name) && (typeof value === 'string' || typeof value === 'number'))
    return shortened(String(value));
  if (typeof value === 'string') return masked(value);
  if (Array.isArray(value)) return value.map((inner: Json) => maskedFacts(inner, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, maskedFacts(inner, key)]));
}

export function activityFact({ params, ...entry }: AuditEntry): Fact {
  const { seq, hash, actor, machine, action, target, outcome } = entry;
  const facts = canonicalJson(maskedFacts(JSON.parse(params) as Json));
  const published: PublishedActivity = {
    seq,
    hash,
    actor: masked(actor),
    machine: masked(machine),
    action,
    target: masked(target),
    facts,
    outcome: masked(outcome),
  };
  return { kind: 'activity', atMs: entry.atMs, body: canonicalJson(published) };
}

/** Null for a kind or a shape of a newer Closeout: it is kept and verified, and not shown. */
export function activityOf({ kind, body }: Fact): PublishedActivity | null {
  if (kind !== 'activity') return null;
  try {
    return activitySchema.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    // No version of Closeout writes anything but JSON here: the entry is kept, and not shown.
    return null;
  }
}

/** A movement that wants its subject, or has it: as the journal knows it. */
export type ClaimedMovement = {
  readonly opId: string;
  readonly kind: MovementKind;
  readonly subjectKey: string;
  readonly terminalId: string | null;
  readonly orderId: string | null;
  readonly rowIds: readonly string[];
};
export type PublishedClaim = Pick<ClaimedMovement, 'opId' | 'kind' | 'terminalId'> & {
  readonly actor: string;
  readonly subject: string;
  readonly members: readonly string[];
  /** The kind that may not be open on the same terminal. */
  readonly excludedKind: MovementKind;
};

/** 128 bits: nobody meets another's by chance, and thousands of them are sent at once. */
const HASH_DIGITS = 32;
const hashed = (text: string): string => hash('sha256', text, 'hex').slice(0, HASH_DIGITS);

/**
 * A subject may name a phone or an account, so it leaves as a hash, like the order and the rows. Movements with a hash in
 * common move the same money.
 */
export function publishedClaim(
  { opId, kind, subjectKey, terminalId, orderId, rowIds }: ClaimedMovement,
  actor: string,
): PublishedClaim {
  const subject = hashed(subjectKey);
  const group = sameMoneyKinds(kind).join();
  const money = [...rowIds, ...(orderId === null ? [] : [orderId])].map((id) => hashed(`${group}:${id}`));
  return {
    opId,
    kind,
    terminalId,
    actor: masked(actor),
    subject,
    members: [...new Set([subject, ...money])],
    excludedKind: excludedOnTerminal(kind),
  };
}
