/** The use cases of people: first start, signing in, lock, and who is on this PC. */
import type { ParsedInputOf, VerbsOf } from '#shared/contract/index.ts';
import type { Bar, PeopleState } from '#shared/contract/people.ts';
import { peopleError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { Clock, Random } from '#shared/time/clock.ts';
import type { NewEntry } from '../../audit/entry.ts';
import type { Keychain } from '../../keychain/keychain.ts';
import type { Actor } from './acting.ts';
import { createAccess, type Access, type LockReason } from './access.ts';
import { addFirstPerson, addPerson } from './add-person.ts';
import { createAuthorize, createAuthorizeElsewhere } from './authorize.ts';
import { changeOwnPin, changePerson, setPin, setRules, unblock } from './changes.ts';
import { listOf, type PeopleDesk } from './desk.ts';
import type { Guest } from './guests.ts';
import { createKnownPeople, type KnownPeople } from './known-people.ts';
import { peopleStateOf, rulesOf, signedInOf } from './people-state.ts';
import { NO_POLICY, type PeoplePolicy } from './policy.ts';
import { createRegister } from './register.ts';

export { createActing, type Acting } from './acting.ts';
export { isSameName, type Approval, type Ask, type Decider } from './authorize.ts';
export type { Guest } from './guests.ts';
export { guardHandlers } from './guard.ts';
export type { PeoplePolicy } from './policy.ts';

type PeopleNeeds = {
  /** What an organisation sets for everybody. */
  policy?: PeoplePolicy;
  keychain: Keychain;
  clock: Clock;
  random: Random;
  expected: { get: () => boolean; set: () => void };
  bars: { of: (personId: string) => Bar; set: (personId: string, bar: Bar) => void };
  /** The person who made the current call; null outside a call. */
  actor: () => Actor | null;
  /** In the audit record of the open profile, or of the next one that opens. */
  record: (entry: NewEntry & { readonly actor: string }) => void;
  /** True while the lock must wait. */
  isBusy: () => boolean;
  onChange: (state: PeopleState) => void;
};
export type PeopleService = ReturnType<typeof createPeopleService>;

const nameOf = (known: KnownPeople, personId: string): string =>
  known.loaded()?.people.get(personId)?.name ?? '';

/** The people of this PC and who of them is signed in. Each tells the other: a person who gets blocked is locked out. */
function createKnownAndAccess(needs: PeopleNeeds, policy: PeoplePolicy, changed: () => void) {
  const { keychain, clock, record } = needs;
  const known: KnownPeople = createKnownPeople({
    register: createRegister(keychain),
    clock,
    hasKeychain: async () => (await keychain.ready()) === 'available',
    expected: needs.expected,
    policy,
    onChange: changed,
    onBlocked: (personId) => {
      const actor = nameOf(known, personId);
      record({ action: 'person.blocked', target: personId, params: {}, outcome: 'blocked', actor });
      // Somebody guesses at the PIN of the person who is signed in: that is another person.
      if (access.current() === personId) access.lock('blocked');
      else changed();
    },
  });
  const access: Access = createAccess({
    clock,
    lockAfterMs: () => rulesOf(known).lockAfterMinutes * 60_000,
    isBusy: needs.isBusy,
    onLocked: (personId, reason) => {
      const actor = nameOf(known, personId);
      record({ action: 'person.locked', target: personId, params: { reason }, outcome: 'ok', actor });
      changed();
    },
    onWarning: changed,
  });
  return { known, access };
}

function createSigningIn(
  { known, access, random, record, onChange, state }: PeopleDesk,
  onRefused: OnRefused,
) {
  function signIn(personId: string): PeopleState {
    access.signIn(personId);
    const actor = nameOf(known, personId);
    record({ action: 'person.signed-in', target: personId, params: {}, outcome: 'ok', actor });
    onChange();
    return state();
  }
  return {
    async begin(input) {
      const added = await addFirstPerson(known, random, input);
      if (!added.ok) return added;
      const params = { name: input.name, role: 'administrator' };
      record({ action: 'person.added', target: added.value, params, outcome: 'ok', actor: input.name });
      return ok(signIn(added.value));
    },

    async unlock({ personId, pin }) {
      await known.open();
      const stopped = known.problem();
      if (stopped) return err(stopped);
      const checked = await known.check(personId, pin);
      if (checked.ok) return ok(signIn(personId));
      onRefused(nameOf(known, personId), checked.error);
      return checked;
    },

    async lockNow(): Promise<Result<PeopleState>> {
      access.lock('asked');
      return ok(state());
    },

    async active(): Promise<Result<Record<string, never>>> {
      if (access.active()) onChange();
      return ok({});
    },
  } satisfies VerbsOf<'people'>;
}

type OnRefused = (who: string, error: AppError) => void;

/** Work that goes on by itself hears that somebody signed in, or that nobody is signed in any more. */
function createListening() {
  const listeners = new Set<() => void>();
  return {
    listen: (heard: () => void) => {
      listeners.add(heard);
      return () => void listeners.delete(heard);
    },
    tellAll: () => {
      for (const heard of listeners) heard();
    },
  };
}

export function createPeopleService(needs: PeopleNeeds) {
  const { random, record, policy = NO_POLICY } = needs;
  const { known, access } = createKnownAndAccess(needs, policy, () => onChange());
  const { listen, tellAll } = createListening();
  const onChange = () => {
    needs.onChange(state());
    tellAll();
  };
  const state = () => peopleStateOf(known, access, needs.bars.of);
  const signedIn = () => signedInOf(known, access);
  const onRefused: OnRefused = (who, { code, params }) => {
    if (code === 'pin-wrong')
      record({ action: 'person.pin-refused', target: who, params, outcome: code, actor: who });
  };
  const authorize = createAuthorize({ known, signedIn, actor: needs.actor, onRefused });
  const desk: PeopleDesk = { known, access, random, signedIn, authorize, record, onChange, state };

  return {
    authorize,
    authorizeElsewhere: createAuthorizeElsewhere({ known, signedIn }),
    signedIn,
    limits: () => rulesOf(known).limits,
    /** The reason why nobody is signed in. */
    whyNot: (): AppError =>
      known.problem() ?? peopleError(known.isRead() && known.loaded() === null ? 'no-people' : 'locked'),
    open: () => known.open(),
    listen,
    lock: (reason: LockReason) => access.lock(reason),
    /** The people of the Practice that opens; none for any other profile, and none of them stays signed in. */
    async setGuests(guests: readonly Guest[]): Promise<void> {
      const me = access.current();
      const goes = me !== null && known.isGuest(me) && !guests.some(({ personId }) => personId === me);
      if (goes) access.lock('changed');
      await known.setGuests(guests, random);
      if (known.isRead()) onChange();
    },
    /** The organisation may have set something else. One that is refused locks everybody out. */
    follow(): void {
      if (known.problem()) access.lock('changed');
      onChange();
    },
    stop: () => {
      access.stop();
      known.stop();
    },

    async state(): Promise<Result<PeopleState>> {
      await known.open();
      return ok(state());
    },
    ...createSigningIn(desk, onRefused),

    async setBar(bar: Bar): Promise<Result<Record<string, never>>> {
      const me = signedIn();
      if (me) needs.bars.set(me.personId, bar);
      onChange();
      return ok({});
    },

    list: async () => ok(listOf(desk)),
    add: (input: ParsedInputOf<'people.add'>) => addPerson(desk, input),
    change: (input: ParsedInputOf<'people.change'>) => changePerson(desk, input),
    setPin: (input: ParsedInputOf<'people.setPin'>) => setPin(desk, input),
    unblock: (input: ParsedInputOf<'people.unblock'>) => unblock(desk, input),
    changeOwnPin: (input: ParsedInputOf<'people.changeOwnPin'>) => changeOwnPin(desk, input),
    setRules: (input: ParsedInputOf<'people.setRules'>) => setRules(desk, input),
  };
}
