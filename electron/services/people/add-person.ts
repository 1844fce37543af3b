/** Adding a person: the first administrator of this PC, and everybody after. */
import { randomUUID } from 'node:crypto';
import type { ParsedInputOf } from '#shared/contract/index.ts';
import type { Person } from '#shared/contract/people.ts';
import type { Role } from '#shared/domain/rights.ts';
import { peopleError, policyError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { Random } from '#shared/time/clock.ts';
import { everybody, listOf, ownPin, tell, type PeopleDesk } from './desk.ts';
import type { KnownPeople } from './known-people.ts';
import { keepPin, newPinOf } from './pin.ts';
import type { KeptPerson } from './register.ts';

const sameName = (a: string, b: string) => a.toLocaleLowerCase() === b.toLocaleLowerCase();

/** True if somebody other than `but` has this name. */
export const isTaken = (desk: PeopleDesk, name: string, but: string | null): boolean =>
  everybody(desk).some(([personId, person]) => personId !== but && sameName(person.name, name));

async function newPerson(name: string, role: Role, pin: string, random: Random): Promise<KeptPerson> {
  const kept = await keepPin(pin, random);
  return { name, role, active: true, pin: kept, failedTries: 0, blockedRemainingMs: 0 };
}

export async function addPerson(
  desk: PeopleDesk,
  { name, role, newPin, pin }: ParsedInputOf<'people.add'>,
): Promise<Result<{ people: Person[] }>> {
  const { known, random } = desk;
  if (!known.policy.allows(role)) return err(policyError('set', { key: 'roles' }));
  const wanted = newPinOf(newPin);
  if (!wanted.ok) return wanted;
  const allowed = await ownPin(desk, 'settings.people', pin);
  if (!allowed.ok) return allowed;
  return known.inOrder(async () => {
    const now = await known.again();
    if (!now.ok) return now;
    if (isTaken(desk, name, null)) return err(peopleError('name-taken', { name }));
    const personId = randomUUID();
    const kept = await known.add(personId, await newPerson(name, role, wanted.value, random));
    if (!kept.ok) return kept;
    tell(desk, allowed.value, 'person.added', personId, { name, role });
    return ok(listOf(desk));
  });
}

/** Adds the first person of this PC, who is its administrator. Answers their id. */
export async function addFirstPerson(
  known: KnownPeople,
  random: Random,
  { name, pin: typed }: ParsedInputOf<'people.begin'>,
): Promise<Result<string, AppError>> {
  const pin = newPinOf(typed);
  if (!pin.ok) return pin;
  await known.open();
  return known.inOrder(async () => {
    const problem = known.problem();
    if (problem) return err(problem);
    const now = await known.again();
    if (!now.ok) return now;
    if (now.value !== null) return err(peopleError('already-begun'));
    const personId = randomUUID();
    const kept = await known.add(personId, await newPerson(name, 'administrator', pin.value, random));
    return kept.ok ? ok(personId) : kept;
  });
}
