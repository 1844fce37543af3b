/** The people of this PC, changed one thing at a time; their PINs are tried here, and their blocks run out. */
import { peopleError, type AppError } from '#shared/errors/app-error.ts';
import { err, type Result } from '#shared/errors/result.ts';
import type { Clock } from '#shared/time/clock.ts';
import type { Role } from '#shared/domain/rights.ts';
import { createBlockCountdown } from './block-countdown.ts';
import { putNewPerson, createLoadedPeople, type LoadedNeeds } from './loaded-people.ts';
import type { PeoplePolicy } from './policy.ts';
import { defaultRules, type KeptPerson } from './register.ts';
import { hasPin } from './pin.ts';
import { tryPin } from './tries.ts';

export type KnownPeople = ReturnType<typeof createKnownPeople>;
type KnownNeeds = LoadedNeeds & {
  clock: Clock;
  policy: PeoplePolicy;
  onChange: () => void;
  /** The last try was wrong: nobody gets in as this person for half an hour. */
  onBlocked: (personId: string) => void;
};

export function createKnownPeople(needs: KnownNeeds) {
  const { register, clock, policy, onChange, onBlocked } = needs;
  const people = createLoadedPeople(needs);
  let last: Promise<unknown> = Promise.resolve();

  /** One at a time: two tries at once would otherwise raise the same counter. */
  function inOrder<T>(work: () => Promise<T>): Promise<T> {
    const next = last.then(work);
    last = next.catch(() => null);
    return next;
  }
  const countdown = createBlockCountdown({ clock, people, inOrder, onChange });

  async function openNow(): Promise<void> {
    if (people.isRead() && !people.problem()) return;
    await people.reload();
    countdown.plan();
  }

  async function checkNow(personId: string, typed: string): Promise<Result<KeptPerson, AppError>> {
    const person = await people.fresh(personId);
    if (!person.ok) return person;
    if (!person.value.active) return err(peopleError('person-not-found'));
    if (!hasPin(person.value)) return err(peopleError('no-pin-here', { name: person.value.name }));
    const tried = await tryPin(person.value, typed, (kept) => people.put(personId, kept));
    countdown.plan();
    const remainingMs = people.loaded()?.people.get(personId)?.blockedRemainingMs ?? 0;
    if (person.value.blockedRemainingMs === 0 && remainingMs > 0) onBlocked(personId);
    return tried.ok ? person : tried;
  }

  return {
    ...people,
    /** The organisation's comes first: without it nobody knows what holds here. */
    problem: () => policy.problem() ?? people.problem(),
    policy,
    rules: () => policy.ruled(people.loaded()?.index.rules ?? defaultRules),
    /** The role that counts here. */
    roleOf: ({ role }: Pick<KeptPerson, 'role'>): Role => (policy.allows(role) ? role : 'viewer'),
    inOrder,
    /** What was recorded of the chain's people, and could not be kept yet. */
    toldOfChain: new Set<string>(),
    add: (personId: string, person: KeptPerson) => putNewPerson(people, register, personId, person),
    remove: (personId: string) => register.removePerson(personId),
    sessionOnly: () => register.sessionOnly(),
    /** Reads the register unless it has been read without a problem. */
    open: () => inOrder(openNow),
    /** Tries the PIN of an active person once. */
    check: (personId: string, typed: string) => inOrder(() => checkNow(personId, typed)),
    stop: () => countdown.stop(),
  };
}
