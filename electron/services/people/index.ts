/** The use cases of people: first start, signing in, lock, and who is on this PC. */
import type { ParsedInputOf } from '#shared/contract/index.ts';
import type { Bar, PeopleState } from '#shared/contract/people.ts';
import { peopleError, type AppError } from '#shared/errors/app-error.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import type { Clock, Random } from '#shared/time/clock.ts';
import type { NewEntry } from '../../audit/entry.ts';
import type { Keychain } from '../../keychain/keychain.ts';
import type { Actor } from './acting.ts';
import { followChain, leaveChain, localPerson, takeFrom, type ReadChain, type Told } from './chain.ts';
import { createAccess, type Access, type LockReason } from './access.ts';
import { addPerson } from './add-person.ts';
import { createAuthorize, createAuthorizeElsewhere } from './authorize.ts';
import { changeOwnPin, changePerson, setPin, setRules, unblock } from './changes.ts';
import { listOf, type PeopleDesk } from './desk.ts';
import type { Guest } from './guests.ts';
import { createKnownPeople, type KnownPeople } from './known-people.ts';
import { peopleStateOf, rulesOf, signedInOf } from './people-state.ts';
import { createSigningIn, nameOf, type OnRefused } from './signing-in.ts';
import { NO_POLICY, type PeoplePolicy } from './policy.ts';
import { createRegister } from './register.ts';

export { createActing, type Acting } from './acting.ts';
export { inFours, isOther, newCode, type ReadChain } from './chain.ts';
export { isSameName, type Approval, type Ask, type Decider } from './authorize.ts';
export type { Guest } from './guests.ts';
export { ownChange, type OwnChange } from './own-changes.ts';
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

const createChanges = (desk: PeopleDesk) => ({
  list: async () => ok(listOf(desk)),
  add: (input: ParsedInputOf<'people.add'>) => addPerson(desk, input),
  change: (input: ParsedInputOf<'people.change'>) => changePerson(desk, input),
  setPin: (input: ParsedInputOf<'people.setPin'>) => setPin(desk, input),
  unblock: (input: ParsedInputOf<'people.unblock'>) => unblock(desk, input),
  changeOwnPin: (input: ParsedInputOf<'people.changeOwnPin'>) => changeOwnPin(desk, input),
  setRules: (input: ParsedInputOf<'people.setRules'>) => setRules(desk, input),
});

/** The people whom head office keeps, on this PC. */
const createChain = (desk: PeopleDesk, tell: (told: Told) => void) => ({
  /** The list that this PC takes its people from; null where it takes none. */
  chain: () => desk.known.loaded()?.index.chain ?? null,
  takeFrom: (place: string, list: ReadChain['list']) => takeFrom(desk, place, list),
  /** False if the list is not the one that this PC takes its people from. */
  followChain: (read: ReadChain) => followChain(desk, read, tell),
  leaveChain: () => leaveChain(desk),
  /** Name and role of a person of this PC whom head office does not keep. */
  localPerson: (personId: string) => localPerson(desk, personId),
});

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
  let told: Told | null = null;
  const state = () =>
    peopleStateOf(known, access, { barOf: needs.bars.of, told, nowMs: needs.clock.nowMs() });
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
    ...createSigningIn(desk, { onRefused, forgetTold: () => (told = null), clock: needs.clock }),
    ...createChain(desk, (now) => (told = now)),

    async setBar(bar: Bar): Promise<Result<Record<string, never>>> {
      const me = signedIn();
      if (me) needs.bars.set(me.personId, bar);
      onChange();
      return ok({});
    },

    ...createChanges(desk),
  };
}
