/**
 * People whom head office keeps, on this PC. The list of their changes decides name, role and whether they may sign in; the PIN is this
 * PC's own, chosen with a one-time code. The register holds those who have a PIN or a code here.
 */
import { randomUUID } from 'node:crypto';
import type { PeopleState } from '#shared/contract/people.ts';
import { peopleError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { Random } from '#shared/time/clock.ts';
import {
  BEFORE_FIRST,
  codeKey,
  type ChainCode,
  type ChainPeople,
  type ChainPerson,
  type CodeHash,
} from '../../head-office/people-record.ts';
import { everybody, type PeopleDesk } from './desk.ts';
import type { OwnChange } from './own-changes.ts';
import { isPin, keepPin, newPinOf, NO_PIN } from './pin.ts';
import type { Index, KeptPerson } from './register.ts';

type ChainAnchor = NonNullable<Index['chain']>;
/** The list as this PC has verified it, and which PC this is. */
export type ReadChain = {
  readonly list: ChainPeople;
  readonly hashAt: (seq: number) => string | null;
  readonly self: string;
  /** What the record says of each change that was made here. */
  readonly own: readonly OwnChange[];
};

const MOST_CODE_TRIES = 10;
/** Without letters that look like digits. 32 of them: a character holds five bits. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 12;

const cleanCode = (typed: string): string =>
  typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');

/** A code as people read it to one another. */
export const inFours = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1-');

export async function newCode(random: Random): Promise<{ code: string; kept: CodeHash }> {
  const code = [...random.bytes(CODE_LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join('');
  return { code: inFours(code), kept: await keepPin(code, random) };
}

export function hasCode({ chain }: Pick<KeptPerson, 'chain'>, nowMs: number): boolean {
  const code = chain?.code ?? null;
  return code !== null && code.untilMs > nowMs && code.tries < MOST_CODE_TRIES;
}

/** Null for a person who was not on this PC before and has no code for it. */
function keptOf(
  before: KeptPerson | undefined,
  { name, role, active, madeOn }: ChainPerson,
  code: ChainCode | undefined,
  self: string,
): KeptPerson | null {
  if (!before && !code) return null;
  const bare = { pin: NO_PIN, failedTries: 0, blockedRemainingMs: 0 };
  // A person whom this PC brought into the list keeps the PIN that they have here.
  const own = before && (before.chain || madeOn === self) ? before : { ...before, ...bare };
  const chain = before?.chain ?? { codeSeq: 0, code: null };
  if (!code || code.seq <= chain.codeSeq) return { ...own, name, role, active, chain };
  const { seq, ...rest } = code;
  return { ...own, name, role, active, chain: { codeSeq: seq, code: { ...rest, tries: 0 } } };
}

const isSame = (a: KeptPerson | undefined, b: KeptPerson): boolean => JSON.stringify(a) === JSON.stringify(b);

/** True if the list is the one that this PC takes its people from, and goes on from where it was. */
const isOurs = (anchor: ChainAnchor, { list, hashAt }: ReadChain): boolean =>
  list.first === anchor.first && hashAt(anchor.seq) === anchor.hash;
/** True if it is another list. A list that is only read in part may still turn out to be ours. */
export const isOther = (anchor: ChainAnchor, { list, hashAt }: ReadChain): boolean =>
  (list.first !== '' && list.first !== anchor.first) ||
  (hashAt(anchor.seq) !== null && hashAt(anchor.seq) !== anchor.hash);

type Change = { personId: string; before: KeptPerson | undefined; after: KeptPerson; wanted: ChainPerson };
export type Told = NonNullable<PeopleState['told']>;
type Tell = (told: Told) => void;

/** What was changed elsewhere is recorded here, and told to whom it is about. */
function tellOf(
  { access, record }: PeopleDesk,
  { personId, before, after, wanted }: Change,
  self: string,
  tell: Tell,
): void {
  const { name, role, active } = after;
  const was = before && { name: before.name, role: before.role, active: before.active };
  const differs = !was || was.name !== name || was.role !== role || was.active !== active;
  if (differs && wanted.pc !== self)
    record({
      action: 'person.changed-elsewhere',
      target: personId,
      params: { before: was ?? null, after: { name, role, active }, pc: wanted.pcName },
      outcome: 'ok',
      actor: `${wanted.by} (${wanted.pcName})`,
    });
  const isMe = access.current() === personId;
  if (isMe && was && (was.role !== role || !active))
    tell({ name, role: active ? role : null, by: wanted.by, pcName: wanted.pcName });
  if (isMe && !active) access.lock('changed');
}

/** Who is another one by the list, and was here before or has a code for this PC. */
function changesOf(
  people: ReadonlyMap<string, KeptPerson>,
  { codesAfter }: ChainAnchor,
  { list, self }: ReadChain,
): Change[] {
  return [...list.people].flatMap(([personId, wanted]): Change[] => {
    const before = people.get(personId);
    const last = list.codes.get(codeKey(self, personId));
    const code = last && last.seq > codesAfter ? last : undefined;
    const after = keptOf(before, wanted, code, self);
    return !after || isSame(before, after) ? [] : [{ personId, before, after, wanted }];
  });
}

/** Records what is new, once, also if the keychain refuses it and it is met again. */
function recordNews(
  desk: PeopleDesk,
  { seq: upTo, codesAfter }: ChainAnchor,
  { own, self }: ReadChain,
  changes: readonly Change[],
  tell: Tell,
): void {
  const { record, known } = desk;
  const { toldOfChain } = known;
  const once = (what: string, work: () => void) => {
    if (!toldOfChain.has(what)) work();
    toldOfChain.add(what);
  };
  for (const { seq, entry } of own)
    if (seq > Math.max(upTo, codesAfter)) once(`${seq}`, () => record({ ...entry, outcome: 'ok' }));
  for (const change of changes)
    once(`${change.personId} ${JSON.stringify(change.after)}`, () => tellOf(desk, change, self, tell));
}

/**
 * Puts into the register what the list says by now. Answers how many people it changed; null if the list is not ours. It is recorded and
 * holds in this process before the keychain is asked to keep it, and how far the list was taken over is kept last: what the keychain
 * refuses is taken over the next time, and nothing is missing in the record.
 */
async function takeIn(
  desk: PeopleDesk,
  chain: ReadChain,
  tell: Tell,
): Promise<Result<number | null, AppError>> {
  const { known } = desk;
  const read = await known.asKept();
  // What was taken away holds also while the keychain cannot be read.
  const now = read.ok ? read.value : known.loaded();
  const anchor = now?.index.chain;
  if (!now || !anchor || !isOurs(anchor, chain)) return read.ok ? ok(null) : read;
  const changes = changesOf(now.people, anchor, chain);
  const held = new Map(changes.flatMap(({ personId, before, after }) => (before ? [[personId, after]] : [])));
  known.hold(held, read.ok);
  recordNews(desk, anchor, chain, changes, tell);
  if (!read.ok) return read;
  let refused: AppError | null = null;
  for (const { personId, before, after } of changes) {
    const kept = before ? await known.put(personId, after) : await known.add(personId, after);
    if (!kept.ok) refused ??= kept.error;
  }
  if (refused) return err(refused);
  const index = known.loaded()?.index ?? now.index;
  const kept = await known.putIndex({ ...index, chain: { ...anchor, ...chain.list.head } });
  if (!kept.ok) return kept;
  known.toldOfChain.clear();
  return ok(changes.length);
}

/** Takes over what the list says. */
export async function followChain(
  desk: PeopleDesk,
  chain: ReadChain,
  tell: Tell,
): Promise<Result<boolean, AppError>> {
  const { known, onChange } = desk;
  const anchor = known.loaded()?.index.chain;
  // This is asked every few seconds. The keychain is read only if the list has grown.
  if (anchor && anchor.seq === chain.list.head.seq && isOurs(anchor, chain)) return ok(true);
  const taken = await known.inOrder(() => takeIn(desk, chain, tell));
  if (!taken.ok || (taken.value ?? 0) > 0) onChange();
  return taken.ok ? ok(taken.value !== null) : taken;
}

/** From now on this PC takes its people from this list. A code that was there before may have been used: none of them counts. */
export const takeFrom = (
  { known }: PeopleDesk,
  place: string,
  { first, head }: ChainPeople,
): Promise<Result<null, AppError>> =>
  known.inOrder(async () => {
    const now = await known.again();
    if (!now.ok) return now;
    if (!now.value) return err(peopleError('no-people'));
    const chain = { place, first, codesAfter: head.seq, ...BEFORE_FIRST };
    return known.putIndex({ ...now.value.index, chain });
  });

/**
 * This PC takes no people over any more. Who has a PIN here goes on as a person of this PC, under another id: nothing that they do is
 * taken for an act of the person whom head office keeps.
 */
export async function leaveChain({ known, access, onChange }: PeopleDesk): Promise<Result<null, AppError>> {
  const me = known.loaded()?.people.get(access.current() ?? '');
  if (me?.chain) access.lock('changed');
  const left = await known.inOrder(async () => {
    const now = await known.again();
    if (!now.ok) return now;
    if (!now.value?.index.chain) return now;
    const ids: string[] = [];
    const gone: string[] = [];
    for (const [personId, { chain, ...person }] of now.value.people) {
      const id = chain ? randomUUID() : personId;
      if (chain) gone.push(personId);
      if (chain && person.pin.hash === '') continue;
      if (chain) {
        const kept = await known.put(id, person);
        if (!kept.ok) return kept;
      }
      ids.push(id);
    }
    const { chain: _, ...index } = now.value.index;
    const kept = await known.putIndex({ ...index, ids });
    if (!kept.ok) return kept;
    for (const personId of gone) await known.remove(personId);
    return known.again();
  });
  onChange();
  return left.ok ? ok(null) : left;
}

/** A person chooses a PIN with a one-time code. A try is counted before the code is compared: ending Closeout gives none back. */
export async function useCode(
  { known, random }: PeopleDesk,
  { personId, code, newPin }: { personId: string; code: string; newPin: string },
  nowMs: number,
): Promise<Result<null, AppError>> {
  const wanted = newPinOf(newPin);
  if (!wanted.ok) return wanted;
  return known.inOrder(async () => {
    const person = await known.fresh(personId);
    if (!person.ok) return person;
    const { chain, active } = person.value;
    if (!active || !chain?.code || !hasCode(person.value, nowMs)) return err(peopleError('code-ended'));
    const tries = chain.code.tries + 1;
    const raised = { ...person.value, chain: { ...chain, code: { ...chain.code, tries } } };
    const counted = await known.put(personId, raised);
    if (!counted.ok) return counted;
    if (!(await isPin(cleanCode(code), chain.code)))
      return err(peopleError('code-wrong', { left: MOST_CODE_TRIES - tries }));
    const pin = await keepPin(wanted.value, random);
    const blocks = { failedTries: 0, blockedRemainingMs: 0 };
    return known.put(personId, { ...person.value, ...blocks, pin, chain: { ...chain, code: null } });
  });
}

/** The person of this PC with this id, if head office does not keep them. */
export const localPerson = (desk: PeopleDesk, personId: string): KeptPerson | null => {
  const person = everybody(desk).find(([id]) => id === personId)?.[1];
  return person && !person.chain && !desk.known.isGuest(personId) ? person : null;
};
