/** The state of people as the window shows it: who is here, who is signed in, and the rules. */
import { EMPTY_BAR, type Bar, type Face, type PeopleState } from '#shared/contract/people.ts';
import { mayDo, rightsOf } from '#shared/domain/rights.ts';
import { WARNING_MS, type Access } from './access.ts';
import type { SignedIn } from './guard.ts';
import type { KnownPeople } from './known-people.ts';
import { hasCode } from './chain.ts';
import { hasPin } from './pin.ts';
import type { KeptPerson } from './register.ts';
import { minutesLeft } from './tries.ts';

export const rulesOf = (known: KnownPeople) => known.rules();

const faceOf = (known: KnownPeople, [personId, person]: [string, KeptPerson], nowMs: number): Face => ({
  personId,
  name: person.name,
  role: known.roleOf(person),
  mayApprove: hasPin(person) && mayDo(known.roleOf(person), 'approve'),
  shownPin: known.shownPin(personId),
  fromHeadOffice: person.chain !== undefined,
  hasPin: hasPin(person),
  hasCode: hasCode(person, nowMs),
  blockedMinutes: minutesLeft(person),
});

function kindOf(known: KnownPeople, me: SignedIn | null): PeopleState['kind'] {
  if (known.problem()) return 'unreadable';
  if (known.loaded() === null) return 'none';
  return me ? 'signed-in' : 'locked';
}

export function signedInOf(known: KnownPeople, access: Access): SignedIn | null {
  const personId = access.current();
  const person = personId === null ? null : known.loaded()?.people.get(personId);
  return personId !== null && person?.active === true
    ? { personId, name: person.name, role: known.roleOf(person) }
    : null;
}

type Seen = {
  readonly barOf: (personId: string) => Bar;
  readonly told: PeopleState['told'];
  readonly nowMs: number;
};

export function peopleStateOf(known: KnownPeople, access: Access, { barOf, told, nowMs }: Seen): PeopleState {
  const me = signedInOf(known, access);
  const people = [...(known.loaded()?.people ?? [])].filter(
    ([, person]) => person.active && (hasPin(person) || hasCode(person, nowMs)),
  );
  return {
    kind: kindOf(known, me),
    me,
    rights: me ? [...rightsOf[me.role]] : [],
    bar: me ? barOf(me.personId) : EMPTY_BAR,
    locksInMs: me && access.warned() ? WARNING_MS : null,
    people: people.map((one) => faceOf(known, one, nowMs)),
    told,
    rules: rulesOf(known),
    sessionOnly: known.sessionOnly(),
    error: known.problem(),
  };
}
