/** Changing who is on this PC. Every change asks for the own PIN; nobody is ever deleted, and one administrator always stays. */
import type { ParsedInputOf } from '#shared/contract/index.ts';
import type { PeopleState, Person, Rules } from '#shared/contract/people.ts';
import { peopleError, policyError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { AuditAction, AuditParams } from '../../audit/entry.ts';
import { settingChanges } from '../../audit/setting-changes.ts';
import { isTaken } from './add-person.ts';
import { everybody, listOf, ownPin, tell, type PeopleDesk } from './desk.ts';
import { hasPin, keepPin, newPinOf } from './pin.ts';
import type { KeptPerson } from './register.ts';

type ListAnswer = Promise<Result<{ people: Person[] }>>;

/** One change of one person, after the own PIN. */
async function changeOne(
  desk: PeopleDesk,
  { personId, pin }: { readonly personId: string; readonly pin: string },
  change: (person: KeptPerson) => Result<KeptPerson, AppError> | Promise<Result<KeptPerson, AppError>>,
  entry: (before: KeptPerson) => readonly [AuditAction, AuditParams],
): ListAnswer {
  const { known, access, signedIn } = desk;
  const allowed = await ownPin(desk, 'settings.people', pin);
  if (!allowed.ok) return allowed;
  return known.inOrder(async () => {
    const now = await known.again();
    if (!now.ok) return now;
    const before = await known.fresh(personId);
    if (!before.ok) return before;
    const after = await change(before.value);
    if (!after.ok) return after;
    const kept = await known.put(personId, after.value);
    if (!kept.ok) return kept;
    const [action, params] = entry(before.value);
    tell(desk, allowed.value, action, personId, params);
    // The person who is signed in was taken off this PC: the app locks.
    if (signedIn() === null) access.lock('changed');
    return ok(listOf(desk));
  });
}

const isLastAdministrator = (desk: PeopleDesk, personId: string): boolean =>
  everybody(desk).every(
    ([other, person]) =>
      other === personId || !person.active || !hasPin(person) || person.role !== 'administrator',
  );

/** Head office keeps them: an administrator of the chain changes them there. */
const ofHeadOffice = ({ chain }: KeptPerson): AppError | null =>
  chain === undefined ? null : peopleError('of-head-office');

export function changePerson(desk: PeopleDesk, input: ParsedInputOf<'people.change'>): ListAnswer {
  const { personId, name, role, active } = input;
  return changeOne(
    desk,
    input,
    (person) => {
      const kept = ofHeadOffice(person);
      if (kept) return err(kept);
      if (role !== person.role && !desk.known.policy.allows(role))
        return err(policyError('set', { key: 'roles' }));
      // Somebody of head office may have come with the same name: the two stay two.
      if (name !== person.name && isTaken(desk, name, personId))
        return err(peopleError('name-taken', { name }));
      if ((role !== 'administrator' || !active) && isLastAdministrator(desk, personId))
        return err(peopleError('last-administrator'));
      return ok({ ...person, name, role, active });
    },
    (person) => {
      const before = { name: person.name, role: person.role, active: person.active };
      const action = person.active && !active ? 'person.removed' : 'person.changed';
      return [action, { before, after: { name, role, active } }];
    },
  );
}

export const setPin = (desk: PeopleDesk, input: ParsedInputOf<'people.setPin'>): ListAnswer =>
  changeOne(
    desk,
    input,
    async (person) => {
      const refusal = ofHeadOffice(person);
      if (refusal) return err(refusal);
      const wanted = newPinOf(input.newPin);
      if (!wanted.ok) return wanted;
      const pin = await keepPin(wanted.value, desk.random);
      return ok({ ...person, pin, failedTries: 0, blockedRemainingMs: 0 });
    },
    ({ name }) => ['person.pin-changed', { name }],
  );

export const unblock = (desk: PeopleDesk, input: ParsedInputOf<'people.unblock'>): ListAnswer =>
  changeOne(
    desk,
    input,
    (person) => ok({ ...person, failedTries: 0, blockedRemainingMs: 0 }),
    ({ name }) => ['person.unblocked', { name }],
  );

export async function changeOwnPin(
  desk: PeopleDesk,
  { pin, newPin }: ParsedInputOf<'people.changeOwnPin'>,
): Promise<Result<Record<string, never>>> {
  const { known, random, signedIn } = desk;
  const wanted = newPinOf(newPin);
  if (!wanted.ok) return wanted;
  const me = signedIn();
  const allowed = await ownPin(desk, 'see', pin);
  if (!allowed.ok) return allowed;
  if (!me) return err(peopleError('locked'));
  return known.inOrder(async () => {
    const person = await known.fresh(me.personId);
    if (!person.ok) return person;
    const kept = await keepPin(wanted.value, random);
    const put = await known.put(me.personId, { ...person.value, pin: kept });
    if (!put.ok) return put;
    tell(desk, allowed.value, 'person.pin-changed', me.personId, { name: me.name });
    return ok({});
  });
}

export async function setRules(
  desk: PeopleDesk,
  { pin, ...rules }: ParsedInputOf<'people.setRules'>,
): Promise<Result<PeopleState>> {
  const { known, access } = desk;
  const set = known.policy.kept(known.loaded()?.index.rules ?? rules, rules);
  if (!set.ok) return set;
  const allowed = await ownPin(desk, 'settings.app', pin);
  if (!allowed.ok) return allowed;
  return known.inOrder(async () => {
    const now = await known.again();
    if (!now.ok) return now;
    if (!now.value) return err(peopleError('no-people'));
    const own = known.policy.kept(now.value.index.rules, rules);
    if (!own.ok) return own;
    const kept = await known.putIndex({ ...now.value.index, rules: own.value });
    if (!kept.ok) return kept;
    access.active();
    const flat = ({ limits, lockAfterMinutes }: Rules) => ({ lockAfterMinutes, ...limits });
    const changes = settingChanges(flat(now.value.index.rules), flat(own.value));
    tell(desk, allowed.value, 'settings.changed', 'people', changes);
    return ok(desk.state());
  });
}
