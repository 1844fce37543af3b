/**
 * The people of a chain, as the list of their changes tells them. Pure.
 *
 * Each change is an entry of the PC that made it, with its place in the one list and the hash of the change before: nobody but its
 * PC can make or alter one, and nothing can be put between two. What a change may do is judged here, and so in the same way by every
 * PC: its PC must be confirmed and its person an administrator, by what the list says before it. Whoever makes one stays an
 * administrator, and their PC stays confirmed, so there is always one of each. What is refused changes nothing.
 */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { roles, type Role } from '#shared/domain/rights.ts';
import { canonicalJson } from '#shared/text/canonical-json.ts';
import { entrySchema, problemOf, type Entry, type Fact, type Head, type Place } from './entry.ts';
import { masked } from './masking.ts';
import { parsed } from './read-body.ts';

const KIND = 'people';
/** What the first change follows, so that no list of another kind can be taken for this one. */
export const BEFORE_FIRST: Head = { seq: 0, hash: hash('sha256', 'head-office people', 'hex') };

const personSchema = z.object({
  id: z.string().min(1).max(80),
  name: z.string().trim().min(1).max(60),
  role: z.enum(roles),
  active: z.boolean(),
});
const pcSchema = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  name: z.string().max(80),
  confirmed: z.boolean(),
});
/** Salted and slow; what it is the hash of is random and works once, on one PC. It is no PIN. */
const codeSchema = z.object({
  salt: z.string().max(100),
  hash: z.string().max(100),
  n: z
    .number()
    .int()
    .positive()
    .max(2 ** 20),
  r: z.number().int().positive().max(64),
  p: z.number().int().positive().max(16),
});
/** Who made it, as a person of the list. */
const by = z.object({ id: z.string(), name: z.string() });
const changeSchema = z.discriminatedUnion('what', [
  /** The first: its person is the first administrator, its PC the first that is confirmed. */
  z.object({ what: z.literal('begin'), by, person: personSchema, pc: pcSchema }),
  z.object({ what: z.literal('person'), by, person: personSchema }),
  z.object({ what: z.literal('pc'), by, pc: pcSchema }),
  /** With it the person chooses a PIN on that PC. */
  z.object({ what: z.literal('code'), by, personId: z.string(), pc: z.string(), code: codeSchema }),
]);
export type PeopleChange = z.output<typeof changeSchema>;
export type CodeHash = z.output<typeof codeSchema>;

/** `by`, `pc`: who changed them last, and where. `madeOn`: the PC that brought them into the list. */
export type ChainPerson = {
  readonly name: string;
  readonly role: Role;
  readonly active: boolean;
  readonly by: string;
  readonly pc: string;
  readonly pcName: string;
  readonly madeOn: string;
};
export type ChainCode = CodeHash & { readonly seq: number; readonly untilMs: number };
export type ChainPeople = {
  readonly head: Head;
  /** The hash of the first change: it tells one list from every other. '' while there is none. */
  readonly first: string;
  readonly people: ReadonlyMap<string, ChainPerson>;
  readonly pcs: ReadonlyMap<string, { readonly name: string; readonly confirmed: boolean }>;
  /** The last code of a person on a PC, its place in the list, and its end. */
  readonly codes: ReadonlyMap<string, ChainCode>;
};
export const noChainPeople: ChainPeople = {
  head: BEFORE_FIRST,
  first: '',
  people: new Map(),
  pcs: new Map(),
  codes: new Map(),
};
/** By the clock of the PC that made it. */
const CODE_HOLDS_MS = 24 * 3_600_000;
export const codeKey = (pc: string, personId: string): string => `${pc} ${personId}`;

/**
 * Why a change changes nothing. `form`: it is of a newer Closeout. `first`: a list begins once. `pc`, `person`: its PC is not confirmed,
 * its person no administrator. `self`: somebody's own administration, or the own PC, is taken by another only. `name`: somebody else
 * has it. `unknown`: it is about nobody.
 */
export type PeopleRefusal = 'form' | 'first' | 'pc' | 'person' | 'self' | 'name' | 'unknown';

/** A change as a server or a file gives it. */
export const peopleEntrySchema = entrySchema
  .extend({ publicKey: z.string() })
  .transform(({ publicKey, ...entry }) => ({ entry, publicKey }));
export type PeopleEntry = z.output<typeof peopleEntrySchema>;

export function peopleFact(change: PeopleChange, atMs: number): Fact {
  const clean =
    'person' in change
      ? { ...change, person: { ...change.person, name: masked(change.person.name) } }
      : change;
  return {
    kind: KIND,
    atMs,
    body: canonicalJson({ ...clean, by: { ...change.by, name: masked(change.by.name) } }),
  };
}

/** True if it is what its PC signed, of this chain, and follows `head`. */
export function followsIn(place: Place, head: Head, { entry, publicKey }: PeopleEntry): boolean {
  const { kind, seq, previous, pc } = entry;
  const isNext = kind === KIND && seq === head.seq + 1 && previous === head.hash;
  return isNext && problemOf({ id: pc, publicKey }, place, entry) === null;
}

const sameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

function refusalOf(now: ChainPeople, change: PeopleChange | null, pc: string): PeopleRefusal | null {
  if (now.first === '') {
    if (change?.what !== 'begin') return 'first';
    const { person, by: who, pc: own } = change;
    const isOwn = person.id === who.id && own.id === pc;
    return isOwn && person.role === 'administrator' && person.active && own.confirmed ? null : 'form';
  }
  if (!change) return 'form';
  if (change.what === 'begin') return 'first';
  if (now.pcs.get(pc)?.confirmed !== true) return 'pc';
  const who = now.people.get(change.by.id);
  if (!who?.active || who.role !== 'administrator') return 'person';
  switch (change.what) {
    case 'person': {
      const { id, name, role, active } = change.person;
      if (id === change.by.id && (role !== 'administrator' || !active)) return 'self';
      const isTaken = [...now.people].some(([other, one]) => other !== id && sameName(one.name, name));
      return isTaken ? 'name' : null;
    }
    case 'pc':
      return change.pc.id === pc && !change.pc.confirmed ? 'self' : null;
    case 'code':
      return now.people.get(change.personId)?.active === true && now.pcs.get(change.pc)?.confirmed === true
        ? null
        : 'unknown';
  }
}

function changed(now: ChainPeople, change: PeopleChange, { pc, seq, atMs }: Entry): ChainPeople {
  const people = new Map(now.people);
  const pcs = new Map(now.pcs);
  const codes = new Map(now.codes);
  if (change.what === 'begin' || change.what === 'pc') pcs.set(change.pc.id, change.pc);
  if ('person' in change) {
    const { id, name, role, active } = change.person;
    const madeOn = now.people.get(id)?.madeOn ?? pc;
    const pcName = pcs.get(pc)?.name ?? pc;
    people.set(id, { name, role, active, by: change.by.name, pc, pcName, madeOn });
  }
  if (change.what === 'code')
    codes.set(codeKey(change.pc, change.personId), { ...change.code, seq, untilMs: atMs + CODE_HOLDS_MS });
  return { ...now, people, pcs, codes };
}

/** A change that counts, and the list before it. */
export type CountedChange = {
  readonly seq: number;
  readonly pc: string;
  readonly change: PeopleChange;
  readonly before: ChainPeople;
};

/** The list with one more change, which must follow it; `refused`: why it changes nothing. */
export function withChange(
  now: ChainPeople,
  one: PeopleEntry,
): {
  readonly now: ChainPeople;
  readonly refused: PeopleRefusal | null;
  readonly counted: CountedChange | null;
} {
  const { seq, hash: own, body, pc } = one.entry;
  const head = { seq, hash: own };
  const change = parsed(changeSchema, body);
  const refused = refusalOf(now, change, pc);
  if (refused !== null || !change)
    return { now: { ...now, head }, refused: refused ?? 'form', counted: null };
  const first = now.first === '' ? own : now.first;
  const counted = { seq, pc, change, before: now };
  return { now: { ...changed(now, change, one.entry), head, first }, refused: null, counted };
}
