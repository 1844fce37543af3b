/** The use cases of people: first start, signing in, lock, and who is on this PC. */
import { randomUUID } from 'node:crypto';
import type { ParsedInputOf } from '#shared/contract/index.ts';
import type { Face, PeopleState } from '#shared/contract/people.ts';
import { mayDo, rightsOf } from '#shared/domain/rights.ts';
import { peopleError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { Clock, Random } from '#shared/time/clock.ts';
import type { NewEntry } from '../../audit/entry.ts';
import type { Keychain } from '../../keychain/keychain.ts';
import type { Actor } from './acting.ts';
import { createAccess, WARNING_MS, type LockReason } from './access.ts';
import { createAuthorize } from './authorize.ts';
import { createChanges, newPerson } from './changes.ts';
import type { SignedIn } from './guard.ts';
import { createKnownPeople } from './known-people.ts';
import { newPinOf } from './pin.ts';
import { createRegister, defaultRules, type KeptPerson } from './register.ts';
import { minutesLeft } from './tries.ts';

export { createActing, type Acting } from './acting.ts';
export type { Approval, Ask, Authorize } from './authorize.ts';
export { guardHandlers } from './guard.ts';

export type PeopleNeeds = {
  keychain: Keychain;
  clock: Clock;
  random: Random;
  expected: { get: () => boolean; set: () => void };
  /** Whose call it is; null outside of one. */
  actor: () => Actor | null;
  /** In the audit record of the open profile, or of the next one that opens. */
  record: (entry: NewEntry & { readonly actor: string }) => void;
  /** Whether the lock must wait. */
  isBusy: () => boolean;
  onChange: (state: PeopleState) => void;
};
export type PeopleService = ReturnType<typeof createPeopleService>;

export function createPeopleService(needs: PeopleNeeds) {
  const { keychain, clock, random, record, onChange } = needs;
  const changed = () => onChange(state());
  const known = createKnownPeople({
    register: createRegister(keychain),
    clock,
    hasKeychain: async () => (await keychain.ready()) === 'available',
    expected: needs.expected,
    onChange: changed,
    onBlocked: (personId) => {
      const actor = known.loaded()?.people.get(personId)?.name ?? '';
      record({ action: 'person.blocked', target: personId, params: {}, outcome: 'blocked', actor });
      // Whoever guesses at the PIN of the person who is signed in is not that person.
      if (access.current() === personId) access.lock('blocked');
      else changed();
    },
  });
  const rules = () => known.loaded()?.index.rules ?? defaultRules;
  const access = createAccess({
    clock,
    lockAfterMs: () => rules().lockAfterMinutes * 60_000,
    isBusy: needs.isBusy,
    onLocked: (personId, reason) => {
      const actor = known.loaded()?.people.get(personId)?.name ?? '';
      record({ action: 'person.locked', target: personId, params: { reason }, outcome: 'ok', actor });
      changed();
    },
    onWarning: changed,
  });

  function signedIn(): SignedIn | null {
    const personId = access.current();
    const person = personId === null ? null : known.loaded()?.people.get(personId);
    return personId !== null && person?.active === true
      ? { personId, name: person.name, role: person.role }
      : null;
  }

  const faceOf = ([personId, person]: [string, KeptPerson]): Face => ({
    personId,
    name: person.name,
    role: person.role,
    mayApprove: mayDo(person.role, 'approve'),
    blockedMinutes: minutesLeft(person),
  });

  function state(): PeopleState {
    const me = signedIn();
    const people = [...(known.loaded()?.people ?? [])].filter(([, person]) => person.active);
    const error = known.problem();
    return {
      kind: error ? 'unreadable' : known.loaded() === null ? 'none' : me ? 'signed-in' : 'locked',
      me,
      rights: me ? [...rightsOf[me.role]] : [],
      locksInMs: me && access.warned() ? WARNING_MS : null,
      people: people.map(faceOf),
      rules: rules(),
      sessionOnly: known.sessionOnly(),
      error,
    };
  }

  function refused(who: string, error: AppError): void {
    const { code, params } = error;
    if (code === 'pin-wrong')
      record({ action: 'person.pin-refused', target: who, params, outcome: code, actor: who });
  }

  function signIn(personId: string): PeopleState {
    access.signIn(personId);
    const actor = signedIn()?.name ?? '';
    record({ action: 'person.signed-in', target: personId, params: {}, outcome: 'ok', actor });
    changed();
    return state();
  }

  const authorize = createAuthorize({ known, signedIn, actor: needs.actor, onRefused: refused });

  return {
    authorize,
    signedIn,
    limits: () => rules().limits,
    /** Why nobody is signed in. */
    whyNot: (): AppError =>
      known.problem() ?? peopleError(known.isRead() && known.loaded() === null ? 'no-people' : 'locked'),
    open: () => known.open(),
    lock: (reason: LockReason) => access.lock(reason),
    stop: () => {
      access.stop();
      known.stop();
    },

    async state(): Promise<Result<PeopleState>> {
      await known.open();
      return ok(state());
    },

    async begin({ name, pin: typed }: ParsedInputOf<'people.begin'>): Promise<Result<PeopleState>> {
      const pin = newPinOf(typed);
      if (!pin.ok) return pin;
      await known.open();
      const personId = randomUUID();
      const made = await known.inOrder(async (): Promise<Result<null, AppError>> => {
        const problem = known.problem();
        if (problem) return err(problem);
        const now = await known.again();
        if (!now.ok) return now;
        if (now.value !== null) return err(peopleError('already-begun'));
        return known.add(personId, await newPerson(name, 'administrator', pin.value, random));
      });
      if (!made.ok) return made;
      const params = { name, role: 'administrator' };
      record({ action: 'person.added', target: personId, params, outcome: 'ok', actor: name });
      return ok(signIn(personId));
    },

    async unlock({ personId, pin }: ParsedInputOf<'people.unlock'>): Promise<Result<PeopleState>> {
      await known.open();
      const checked = await known.check(personId, pin);
      if (checked.ok) return ok(signIn(personId));
      refused(known.loaded()?.people.get(personId)?.name ?? '', checked.error);
      return checked;
    },

    async lockNow(): Promise<Result<PeopleState>> {
      access.lock('asked');
      return ok(state());
    },

    async active(): Promise<Result<Record<string, never>>> {
      if (access.active()) changed();
      return ok({});
    },

    ...createChanges({ known, random, signedIn, authorize, access, record, onChange: changed, state }),
  };
}
