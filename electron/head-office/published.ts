/**
 * Everything that leaves this PC for head office, and nothing else: a kind that is not here is not published. Keys and PINs are
 * in no record; what may stand in its free texts is masked here once more: card numbers, bank accounts, and the emails and
 * phones of customers, which a person without the right to see them is not shown either.
 *
 * - `activity`: an entry of the audit record.
 * - `close`: a Z that was given, or a day that was opened again.
 * - `close-rows`: a piece of the rows that a Z sums, which of them it left outstanding, and hashes of masked names.
 * - `reading`: how a branch of this PC stands.
 * - `approval` (`published-approvals.ts`): what was sent for approval here, and what became of it.
 * - `decision` (`published-approvals.ts`): what a person decided here about such a request of another PC.
 * - Changes of people: `people-record.ts`.
 *
 * Claims are no entries: the server compares them.
 */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { zContentSchema, type ZContent } from '#shared/contract/closing-z.ts';
import { totalSchema } from '#shared/contract/terminals.ts';
import { defaultBranchSettings } from '#shared/domain/closing.ts';
import { isTransfer } from '#shared/domain/ladder.ts';
import type { MovementKind } from '#shared/domain/operation.ts';
import { canonicalJson } from '#shared/text/canonical-json.ts';
import { maskedName } from '#shared/text/names.ts';
import type { AuditEntry } from '../audit/entry.ts';
import { hashOfName } from '../database/repositories/closing/hidden-names.ts';
import type { ToldRow } from '../database/repositories/closing/told-closes.ts';
import { excludedOnTerminal, sameMoneyKinds } from '../database/repositories/journal/index.ts';
import type { Fact } from './entry.ts';
import { originSchema } from './origin.ts';
import { parsed, shownFacts } from './read-body.ts';
import { masked, maskedFacts, maskedMoneyFacts, type Json } from './masking.ts';

/** An entry of the audit record, as Activity shows it. `seq` and `hash` are its own in the record of its PC. */
const activitySchema = z.object({
  seq: z.number().int().positive(),
  actor: z.string(),
  machine: z.string(),
  action: z.string(),
  target: z.string(),
  /** JSON. */
  facts: z.string().transform(shownFacts),
  outcome: z.string(),
  hash: z.string(),
});
type PublishedActivity = z.output<typeof activitySchema>;

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
  return kind === 'activity' ? parsed(activitySchema, body) : null;
}

const closeSchema = z.object({
  origin: originSchema,
  closingId: z.string(),
  branchKey: z.string(),
  branchName: z.string().nullable(),
  businessDate: z.iso.date(),
  state: z.enum(['closed', 'provisional', 'reopened']),
  number: z.number().int().positive(),
  revision: z.number().int().positive(),
  /** Who did it; for a Z also who agreed to it, if anybody had to. */
  by: z.string(),
  approvedBy: z.string().nullable(),
  /** Why the day was opened again; null for a Z. */
  reason: z.string().nullable(),
  /** Why the day had been opened before this Z; null if it had not. */
  reopenedBefore: z.string().nullable(),
  /** The Z itself, without masked texts the one that was sealed. Null where the day was opened again. */
  z: z.unknown(),
  sha256: z.string().nullable(),
  /** How many rows that came late it left for the next close. An older Closeout does not say it. */
  leftForNext: z.number().int().nonnegative().default(0),
  /** How many rows it sums, and how many pieces they follow in. */
  rows: z.number().int().nonnegative(),
  pieces: z.number().int().nonnegative(),
});
export type PublishedClose = z.output<typeof closeSchema>;

/** `z`: the JSON of the Z, or null where the day was opened again. */
export type CloseToPublish = Omit<PublishedClose, 'z' | 'rows' | 'pieces'> & {
  readonly atMs: number;
  readonly z: string | null;
  readonly rows: readonly ToldRow[];
};

/** A piece has at most some 20 KB. */
const ROWS_A_PIECE = 100;

const rowOf = (row: ToldRow): Json => [
  row.rowId,
  row.terminalId,
  row.merchantOrderId && maskedName(row.merchantOrderId),
  row.refNumber && maskedName(row.refNumber),
  String(row.minor),
  row.currency,
  row.kind,
  row.paymentType && masked(row.paymentType),
  row.entryMode && masked(row.entryMode),
  row.firstSeenAtMs,
  row.businessDate,
  row.undoes,
];
const hashOf = (name: string | null): string | null => name && hashOfName(name);
/** Of rows with a masked name. An older Closeout reads past it. */
const namesOf = (rows: readonly ToldRow[]): Json =>
  rows.flatMap(({ merchantOrderId, refNumber }, at) => {
    const hashes = [hashOf(merchantOrderId), hashOf(refNumber)];
    return hashes.some((one) => one !== null) ? [[at, ...hashes]] : [];
  });
/** Which of them were left outstanding. An older Closeout reads past it, too. */
const outstandingOf = (rows: readonly ToldRow[]): Json =>
  rows.flatMap(({ outstanding }, at) => (outstanding ? [at] : []));

/** The close and the pieces with its rows, which follow it. */
export function closeFacts({ atMs, z: content, rows, origin, sha256, ...head }: CloseToPublish): Fact[] {
  const pieces = Math.ceil(rows.length / ROWS_A_PIECE);
  const told = maskedMoneyFacts({ ...head, z: content === null ? null : (JSON.parse(content) as Json) });
  const body = { ...(told as object), origin, sha256, rows: rows.length, pieces };
  const { closingId, number, revision } = head;
  const piece = (part: number): Fact => {
    const some = rows.slice(part * ROWS_A_PIECE, (part + 1) * ROWS_A_PIECE);
    const place = { closingId, number, revision, part: part + 1, of: pieces };
    return {
      kind: 'close-rows',
      atMs,
      body: canonicalJson({
        ...place,
        rows: some.map(rowOf),
        names: namesOf(some),
        outstanding: outstandingOf(some),
      }),
    };
  };
  const close: Fact = { kind: 'close', atMs, body: canonicalJson(body) };
  return [close, ...Array.from({ length: pieces }, (_, part) => piece(part))];
}

/** Null for another kind, and for a shape of a newer Closeout. */
export function closeOf({ kind, body }: Pick<Fact, 'kind' | 'body'>): PublishedClose | null {
  return kind === 'close' ? parsed(closeSchema, body) : null;
}

/** Which close an entry is about, also one of a newer Closeout. */
export const closingIdOf = (body: string): string | null =>
  parsed(closeSchema.pick({ closingId: true }), body)?.closingId ?? null;

/** All that is known of a close whose first entry a newer Closeout wrote: which close of which day it is. Null if not even that is said. */
export function newerCloseOf(body: string) {
  const place = { branchKey: true, branchName: true, businessDate: true } as const;
  const close = parsed(closeSchema.pick({ closingId: true, ...place, number: true, revision: true }), body);
  return close && { ...close, state: 'newer' as const };
}
export type NewerClose = NonNullable<ReturnType<typeof newerCloseOf>>;

/** The Z that a close published; null if it published none, or one of a newer Closeout. */
export function publishedZ({ z: content }: Pick<PublishedClose, 'z'>): ZContent | null {
  try {
    return content === null ? null : zContentSchema.decode(content as z.input<typeof zContentSchema>);
  } catch {
    // Signed by its PC and of no form that is known here: it is not shown.
    return null;
  }
}

const moment = z.number().int().nullable();
const counted = z.number().int().nonnegative();
const readTerminalSchema = z.object({
  terminalId: z.string(),
  label: z.string(),
  outstandingCount: counted,
  outstanding: z.array(totalSchema),
  notSummed: z.array(totalSchema),
  oldestAtMs: moment,
  /** When it was last read whole; null: never on this PC. */
  readAtMs: moment,
});
const readingSchema = z.object({
  branchKey: z.string(),
  branchName: z.string().nullable(),
  /** The day that it was there, and how days turn there. */
  businessDate: z.iso.date(),
  timeZone: z.string(),
  cutOff: z.string(),
  terminalCount: counted,
  /** Of that day. */
  notRead: counted,
  outstandingCount: counted,
  outstanding: z.array(totalSchema),
  notSummed: z.array(totalSchema),
  oldestAtMs: moment,
  unknownCount: counted,
  terminals: z.array(readTerminalSchema),
  unknown: z.array(
    z.object({
      opId: z.string(),
      kind: z.string(),
      terminalId: z.string().nullable(),
      atMs: z.number().int(),
    }),
  ),
  /** Days with something that no close has, oldest first; of many the last. */
  openDays: z.array(
    z.object({
      businessDate: z.iso.date(),
      why: z.enum(['rows', 'begun', 'provisional', 'reopened']),
      count: counted,
    }),
  ),
});
export type PublishedReading = z.output<typeof readingSchema>;

/** So that an entry stays small; the counts and sums beside the lists are of all. */
const MOST_TERMINALS = 200;
const MOST_UNKNOWN = 50;
const MOST_DAYS = 31;

/** How a branch stands. Nothing in it changes by itself as time goes by. */
export function readingFact(reading: PublishedReading, atMs: number): Fact {
  const bounded: PublishedReading = {
    ...reading,
    terminals: reading.terminals.slice(0, MOST_TERMINALS),
    unknown: reading.unknown.slice(0, MOST_UNKNOWN),
    openDays: reading.openDays.slice(-MOST_DAYS),
  };
  const body = canonicalJson(maskedMoneyFacts(z.encode(readingSchema, bounded) as Json));
  return { kind: 'reading', atMs, body };
}

/** Null for another kind, and for a shape of a newer Closeout. */
export function readingOf({ kind, body }: Pick<Fact, 'kind' | 'body'>): PublishedReading | null {
  return kind === 'reading' ? parsed(readingSchema, body) : null;
}

/** What places a reading of a newer Closeout: its branch; and its day and its terminals, as far as they can be read. */
const newerReadingSchema = readingSchema.pick({ branchKey: true }).extend({
  branchName: readingSchema.shape.branchName.catch(null),
  businessDate: z.iso.date().nullable().catch(null),
  timeZone: z.string().catch(defaultBranchSettings.timeZone),
  cutOff: z.string().catch(defaultBranchSettings.cutOff),
  terminals: z.array(readTerminalSchema.pick({ terminalId: true })).catch([]),
});
export type NewerReading = z.output<typeof newerReadingSchema>;

/** Null for another kind, and for one that does not say of which branch it is. */
export function newerReadingOf({ kind, body }: Pick<Fact, 'kind' | 'body'>): NewerReading | null {
  return kind === 'reading' ? parsed(newerReadingSchema, body) : null;
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
  // A batch meets the single transfers that an older Closeout claims: it knows no batches.
  const group = isTransfer(kind) ? 'payout' : sameMoneyKinds(kind).join();
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
