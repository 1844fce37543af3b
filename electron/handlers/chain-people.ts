/**
 * People whom head office keeps. A change is made while head office is reached: what came before is read, the change is added to the
 * list if it is still the next, and only then does it hold here, as it does on every other PC. Of two at once the second is judged by
 * what the first made of the list.
 */
import type { ChainPeopleState } from '#shared/contract/chain-people.ts';
import type { HandlersOf } from '#shared/contract/index.ts';
import { headOfficeError, peopleError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { AuditParams, NewEntry } from '../audit/entry.ts';
import type { ProfileSession, UseSession } from '../core/profile-session.ts';
import {
  codeKey,
  type ChainPeople,
  type PeopleChange,
  type PeopleRefusal,
} from '../head-office/people-record.ts';
import {
  CODE_DIGITS,
  follow,
  freshRead,
  isFollowing,
  NOTHING,
  ownPin,
  shownCode,
  stateOf,
  typedCode,
  type Me,
  type Read,
} from './chain-reading.ts';
import { newCode, type PeopleService } from '../services/people/index.ts';
import { createTouch } from './touched.ts';
import type { Random } from '#shared/time/clock.ts';

type Needs = {
  readonly use: UseSession;
  readonly people: PeopleService;
  readonly random: Random;
};
const TRIES = 5;

const errorOf = (refusal: PeopleRefusal, { name }: Me): AppError =>
  ({
    form: peopleError('chain-other'),
    first: peopleError('chain-there'),
    pc: peopleError('pc-not-confirmed'),
    person: peopleError('not-of-chain', { name }),
    self: peopleError('chain-self'),
    name: peopleError('name-taken'),
    unknown: peopleError('person-not-found'),
  })[refusal];

type Change = {
  readonly session: ProfileSession;
  readonly me: Me;
  /** Made anew for what the list says by then. */
  readonly make: (read: Read) => Result<PeopleChange, AppError> | Promise<Result<PeopleChange, AppError>>;
};

async function add(
  people: PeopleService,
  { session, me, make }: Change,
): Promise<Result<PeopleChange, AppError>> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const read = await freshRead(session, people);
    if (!read.ok) return read;
    const change = await make(read.value);
    if (!change.ok) return change;
    const added = await session.headOffice.chainList.add(change.value, read.value.list);
    if (added.kind === 'refused') return err(errorOf(added.refusal, me));
    if (added.kind === 'not-asked') return err(headOfficeError('not-asked', { failure: added.failure }));
    if (added.kind === 'behind') continue;
    const after = await freshRead(session, people);
    return after.ok ? change : after;
  }
  return err(peopleError('chain-busy'));
}

function record(
  { audit }: ProfileSession,
  action: NewEntry['action'],
  target: string,
  params: AuditParams,
): void {
  void audit.record({ action, target, params, outcome: 'ok' });
}

type Calls = HandlersOf<
  | 'chainPeople.begin'
  | 'chainPeople.take'
  | 'chainPeople.confirmPc'
  | 'chainPeople.share'
  | 'chainPeople.change'
  | 'chainPeople.makeCode'
>;

/** This person is in the list by a change of this PC. */
const isBegunBy = ({ list, self }: Read, { personId }: Me): boolean =>
  list.people.get(personId)?.madeOn === self;

function createJoining({ use, people }: Needs) {
  /** Nobody is asked for a PIN in vain. */
  const notNow = ({ headOffice }: ProfileSession): AppError | null => {
    if (headOffice.chainList.place() === null) return peopleError('chain-none');
    return people.chain() ? peopleError('chain-there') : null;
  };
  return {
    'chainPeople.begin': ({ pin }) =>
      use(async (session) => {
        const inVain = notNow(session);
        if (inVain) return err(inVain);
        const me = await ownPin(people, pin);
        if (!me.ok) return me;
        const { personId, name } = me.value;
        if (!people.localPerson(personId)) return err(peopleError('not-of-chain', { name }));
        const begun = await add(people, {
          session,
          me: me.value,
          make: ({ self, pcName }) =>
            ok({
              what: 'begin',
              by: { id: personId, name },
              person: { id: personId, name, role: 'administrator', active: true },
              pc: { id: self, name: pcName, confirmed: true },
            }),
        });
        // It was begun here before, and the answer was lost.
        const isThere = !begun.ok && begun.error.code === 'chain-there';
        return begun.ok || isThere ? take(session, me.value, null) : begun;
      }),
    'chainPeople.take': ({ code, pin }) =>
      use(async (session) => {
        const inVain = notNow(session);
        if (inVain) return err(inVain);
        const me = await ownPin(people, pin);
        return me.ok ? take(session, me.value, typedCode(code)) : me;
      }),
  } satisfies Partial<Calls>;

  /** `code`: null on the PC that has just begun the list. */
  async function take(
    session: ProfileSession,
    me: Me,
    code: string | null,
  ): Promise<Result<ChainPeopleState>> {
    const read = await freshRead(session, people);
    if (!read.ok) return read;
    const { list } = read.value;
    const fits = code === null ? isBegunBy(read.value, me) : list.first.slice(0, CODE_DIGITS) === code;
    if (list.first === '' || !fits) return err(peopleError(code === null ? 'chain-there' : 'chain-code'));
    const place = session.headOffice.chainList.place() ?? '';
    const taken = await people.takeFrom(place, list);
    if (!taken.ok) return taken;
    // It takes people over from now on. What the keychain refuses of them now is said beside the list, and taken over later.
    const action = code === null ? 'people.begun' : 'people.taken-over';
    record(session, action, place, { code: shownCode(list.first) });
    return stateOf(session, people);
  }
}

/** One change by a person of the list. It is recorded when the list that comes back has it, so also if the answer was lost. */
const createChange =
  ({ use, people }: Pick<Needs, 'use' | 'people'>) =>
  (
    pin: string,
    make: (me: Me, session: ProfileSession) => Change['make'],
  ): Promise<Result<ChainPeopleState>> =>
    use(async (session) => {
      if (!isFollowing(session, people)) return err(peopleError('chain-none'));
      const me = await ownPin(people, pin);
      if (!me.ok) return me;
      const done = await add(people, { session, me: me.value, make: make(me.value, session) });
      return done.ok ? stateOf(session, people) : done;
    });
type MakeChange = ReturnType<typeof createChange>;
const byOf = ({ personId, name }: Me) => ({ id: personId, name });

const createConfirming = (change: MakeChange): HandlersOf<'chainPeople.confirmPc'> => ({
  'chainPeople.confirmPc': ({ code, confirmed, pin }) =>
    change(pin, (me, { headOffice }) => async ({ list }) => {
      const state = await headOffice.state();
      const digits = typedCode(code);
      const there = (state.ok && state.value.standing?.pcs) || [];
      // One that a restored server lost is confirmed in the list all the same.
      const listed = [...list.pcs].map(([id, { name }]) => ({ id, name }));
      const known = confirmed ? there : [...there, ...listed];
      const pc = digits.length >= CODE_DIGITS && known.find(({ id }) => id.startsWith(digits));
      if (!pc) return err(peopleError('chain-code'));
      const name = confirmed ? pc.name : (list.pcs.get(pc.id)?.name ?? pc.name);
      return ok({ what: 'pc', by: byOf(me), pc: { id: pc.id, name, confirmed } });
    }),
});

type OfPeople = HandlersOf<'chainPeople.share' | 'chainPeople.change' | 'chainPeople.makeCode'>;

const createOfPeople = (change: MakeChange, { people, random }: Needs): OfPeople => ({
  'chainPeople.share': ({ personId, pin }) =>
    change(pin, (me) => () => {
      const person = people.localPerson(personId);
      if (!person) return err(peopleError('person-not-found'));
      const { name, role, active } = person;
      return ok({ what: 'person', by: byOf(me), person: { id: personId, name, role, active } });
    }),

  'chainPeople.change': ({ personId, name, role, active, pin }) =>
    change(
      pin,
      (me) =>
        ({ list }) =>
          list.people.has(personId)
            ? ok({ what: 'person', by: byOf(me), person: { id: personId, name, role, active } })
            : err(peopleError('person-not-found')),
    ),

  'chainPeople.makeCode': async ({ personId, pc, pin }) => {
    const { code, kept } = await newCode(random);
    let names = { name: '', pcName: '' };
    const done = await change(pin, (me) => ({ list }) => {
      names = { name: list.people.get(personId)?.name ?? '', pcName: list.pcs.get(pc)?.name ?? '' };
      return ok({ what: 'code', by: byOf(me), personId, pc, code: kept });
    });
    return done.ok ? ok({ code, ...names }) : done;
  },
});

/**
 * True if nobody could change people any more without this PC. A PC that takes part alone may go. So may one that does not reach head
 * office or finds another list there, as that server may be lost.
 */
async function isNeeded(session: ProfileSession, people: PeopleService): Promise<boolean> {
  if (!isFollowing(session, people)) return false;
  const read = await freshRead(session, people);
  const state = await session.headOffice.state();
  if (!read.ok || !state.ok) return false;
  const { list, self } = read.value;
  if (list.pcs.get(self)?.confirmed !== true) return false;
  const known = new Map((state.value.standing?.pcs ?? []).map((pc) => [pc.id, pc.withdrawnAtMs === null]));
  // A PC of a branch knows those of other branches by the list only.
  const others = [...new Set([...known.keys(), ...list.pcs.keys()])].filter(
    (id) => id !== self && known.get(id) !== false,
  );
  return others.length > 0 && !others.some((id) => canChangeFrom(list, id));
}

/** It is confirmed, and an administrator of the chain is at home there or was given a code for it. */
const canChangeFrom = ({ pcs, people, codes }: ChainPeople, pc: string): boolean =>
  pcs.get(pc)?.confirmed === true &&
  [...people].some(
    ([id, { role, active, madeOn }]) =>
      active && role === 'administrator' && (madeOn === pc || codes.has(codeKey(pc, id))),
  );

export function createChainPeopleHandlers(
  needs: Needs,
): Calls & HandlersOf<'chainPeople.state' | 'chainPeople.leave' | 'headOffice.leave'> {
  const { use, people } = needs;
  const change = createChange(needs);
  return {
    'chainPeople.state': async () => {
      const state = await use((session) => stateOf(session, people));
      const isNone = !state.ok && state.error.kind === 'profile' && state.error.code === 'none-active';
      return isNone ? ok({ ...NOTHING, kind: people.chain() ? 'elsewhere' : 'none' }) : state;
    },
    ...createJoining(needs),
    ...createConfirming(change),
    ...createOfPeople(change, needs),
    'chainPeople.leave': async ({ pin }) => {
      if (!people.chain()) return err(peopleError('chain-none'));
      return use(async (session) => {
        if (await isNeeded(session, people)) return err(peopleError('chain-last-pc'));
        const me = await ownPin(people, pin);
        if (!me.ok) return me;
        record(session, 'people.left', people.chain()?.place ?? '', {});
        const left = await people.leaveChain();
        return left.ok ? stateOf(session, people) : left;
      });
    },
    'headOffice.leave': () =>
      use(async (session) => {
        const wasFollowing = isFollowing(session, people);
        if (await isNeeded(session, people)) return err(peopleError('chain-last-pc'));
        const left = await session.headOffice.leave();
        if (!left.ok || !wasFollowing) return left;
        record(session, 'people.left', people.chain()?.place ?? '', {});
        const apart = await people.leaveChain();
        return apart.ok ? left : apart;
      }),
  };
}

async function takeOver(session: ProfileSession, people: PeopleService): Promise<Result<null>> {
  const { chainList } = session.headOffice;
  if (chainList.place() === null) return ok(null);
  const before = chainList.latest().head.seq;
  const followed = await follow(session, people);
  if (!followed.ok) session.context.log.warn('people-not-followed', { code: followed.error.code });
  if (chainList.latest().head.seq !== before) session.context.emit('chainPeople.changed', {});
  return ok(null);
}

/** The thread of head office may be busy with a long record. Nobody waits longer than this; the list is then taken over in the background. */
const TAKEN_WITHIN_MS = 2_000;

/** Takes over what came in: rights that were taken away are gone at once, also of the person who is signed in. */
export function createFollowing({ use, people }: Pick<Needs, 'use' | 'people'>) {
  const take = (session: ProfileSession): Promise<Result<null>> =>
    takeOver(session, people).catch((error: unknown) => {
      // It is there still, and is looked at again at the next touch.
      session.context.log.error('people-not-followed', { error: String(error) });
      return ok(null);
    });
  async function takeSoon(session: ProfileSession): Promise<Result<null>> {
    let cancel = () => {};
    const late = new Promise<void>((resolve) => {
      cancel = session.context.clock.after(TAKEN_WITHIN_MS, resolve);
    });
    await Promise.race([take(session), late]);
    cancel();
    return ok(null);
  }
  return {
    /** Something came from head office. */
    touch: createTouch(() => use(take)),
    /** This profile is about to open: until then nothing of its list was heard, and somebody may be signed in. */
    beforeOpen: async (session: ProfileSession): Promise<void> => void (await takeSoon(session)),
    /** Whoever signs in is judged by the newest list that is on this PC. */
    beforeSigningIn: async (): Promise<void> => void (await use(takeSoon)),
  };
}
