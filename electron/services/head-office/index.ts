/** Head office on this PC: joining and leaving it, how it stands, and what the other PCs have told. */
import type { HeadOfficeStanding, HeadOfficeState } from '#shared/contract/head-office.ts';
import type { EventName, VerbsOf } from '#shared/contract/index.ts';
import { headOfficeError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { NewEntry } from '../../audit/entry.ts';
import type { ProfileContext } from '../context.ts';
import type { ClosingService } from '../closing/index.ts';
import { startThread } from '../../head-office/client.ts';
import { removeBatons } from '../../head-office/baton-file.ts';
import { removeStore } from '../../head-office/store.ts';
import type { WithoutHeadOffice } from '#shared/domain/head-office.ts';
import { destroyEnrolment } from '../enrolment/index.ts';
import type { Held } from './claim-taking.ts';
import { createChainList } from './chain-list.ts';
import { createClaims } from './claims.ts';
import { takePart } from './join.ts';
import type { Membership, MembershipStore } from './membership.ts';
import { createShown } from './shown.ts';
import { createTakingCloses } from './taking-closes.ts';
import { takeOver } from './take-over.ts';
import { createTelling } from './telling.ts';

export { publishedRow } from './published-row.ts';
export { forgetMembership, keychainMembership, noMembership, type MembershipStore } from './membership.ts';

type Needs = {
  readonly folder: string;
  readonly workerUrl: URL;
  readonly memberships: MembershipStore;
  readonly withoutIt: () => WithoutHeadOffice;
  readonly record: (entry: NewEntry) => Promise<boolean>;
  readonly closing: Pick<ClosingService, 'strayRows'>;
};
type HeadOfficeService = ReturnType<typeof createHeadOfficeService>;

function stateOf(held: Held | null): HeadOfficeState {
  if (!held) return { membership: null, standing: null };
  const { name, identity, place, login } = held.membership;
  const membership = {
    name,
    pc: identity.pc,
    branch: place.branch,
    host: login.host,
    database: login.database,
  };
  return { membership, standing: held.standing };
}

/** The membership that this session holds, and the thread that works for it. */
function createHolding(
  context: ProfileContext,
  { folder, workerUrl }: Pick<Needs, 'folder' | 'workerUrl'>,
  { heard, news }: { heard: (standing: HeadOfficeStanding) => Promise<void>; news: () => void },
) {
  const { log, emit } = context;
  let held: Held | null = null;
  const tell = () => emit('headOffice.changed', stateOf(held));
  return {
    held: () => held,
    tell,
    start(membership: Membership): void {
      const { identity, place, login } = membership;
      const task = { identity, place, login, folder };
      const thread = startThread(workerUrl, task, {
        log,
        standing: (standing) => {
          if (held?.thread !== thread) return;
          held.standing = standing;
          tell();
          heard(standing).catch((error: unknown) => log.warn('claims-not-heard', { error: String(error) }));
        },
        news: (count) => {
          emit('headOffice.news', { count });
          news();
        },
      });
      held = { membership, thread, standing: null };
      // What came in before this session, and was not taken in.
      news();
    },
    async end(): Promise<void> {
      const ending = held;
      held = null;
      await ending?.thread.stop();
    },
  };
}

type Note = (action: NewEntry['action'], params: NewEntry['params']) => Promise<boolean>;
type Joining = {
  context: ProfileContext;
  needs: Needs;
  holding: ReturnType<typeof createHolding>;
  note: Note;
};

async function join(
  file: string,
  { context, needs: { folder, memberships }, holding, note }: Joining,
): Promise<Result<HeadOfficeState>> {
  const now = holding.held();
  if (now) return err(headOfficeError('joined-already', { name: now.membership.name }));
  const taken = await takePart(file, context, memberships);
  if (!taken.ok) return taken;
  const { name, identity, place, login } = taken.value;
  removeStore(folder);
  removeBatons(folder);
  holding.start(taken.value);
  await note('head-office.joined', { name, pc: identity.pc, branch: place.branch, host: login.host });
  holding.tell();
  try {
    destroyEnrolment(file);
  } catch (error) {
    context.log.warn('enrolment-not-removed', { code: (error as NodeJS.ErrnoException).code });
    return err(headOfficeError('file-not-removed', { file }));
  }
  return ok(stateOf(holding.held()));
}

async function leave(
  { needs, holding, note }: Joining,
  forgetCloses: () => Promise<void>,
): Promise<Result<HeadOfficeState>> {
  const now = holding.held();
  if (!now) return ok(stateOf(null));
  const { name, identity } = now.membership;
  // While it is still a member, so that the others see it go.
  await note('head-office.left', { name, pc: identity.pc });
  await now.thread.look();
  const forgotten = await needs.memberships.forget();
  if (!forgotten.ok) return forgotten;
  await holding.end();
  removeStore(needs.folder);
  removeBatons(needs.folder);
  await forgetCloses();
  holding.tell();
  return ok(stateOf(null));
}

export function createHeadOfficeService(context: ProfileContext, needs: Needs) {
  const { log, profileId } = context;
  const { memberships, record } = needs;
  const entry = (action: NewEntry['action'], target: string, params: NewEntry['params']) =>
    record({ action, target, params, outcome: 'ok' });
  const note: Note = (action, params) => entry(action, profileId, params);
  const claiming = createClaims(context, {
    held: () => holding.held(),
    withoutIt: needs.withoutIt,
    note: entry,
  });
  const holding = createHolding(context, needs, { heard: claiming.heard, news: () => closes.soon() });
  const { held, tell } = holding;
  const closes = createTakingCloses(context, held);
  const telling = createTelling(context, { held, closing: needs.closing });

  return {
    /**
     * Once the files are open: a PC that takes part begins to. What the keychain refuses is tried at the next opening.
     * `isDoubtful`: the journal may be an older copy.
     */
    begin: async (isDoubtful: boolean): Promise<void> => {
      claiming.begin(isDoubtful);
      const known = await memberships.read();
      if (!known.ok) log.warn('head-office-not-begun', { code: known.error.code });
      else if (known.value) holding.start(known.value);
      else await closes.forget();
      telling.begin();
    },
    hear: (event: EventName) => telling.hear(event),
    stop: async (): Promise<void> => {
      for (const part of [claiming, telling]) part.stop();
      await holding.end();
      await closes.stop();
    },
    claims: claiming.claims,

    state: async () => ok(stateOf(held())),

    async look() {
      const now = held();
      if (now) now.standing = await now.thread.look();
      return ok(stateOf(held()));
    },

    /** Whether this claim was open when head office was asked last. */
    isOpen: (number: number) => held()?.standing?.claims.some((claim) => claim.number === number) ?? false,

    async takeOver(wanted: { number: number; note: string }) {
      const now = held();
      if (!now) return err(headOfficeError('claim-ended'));
      const taken = await takeOver(context, wanted, { now, record: entry });
      tell();
      return taken.ok ? ok(stateOf(held())) : taken;
    },

    async join({ file }) {
      const joined = await join(file, { context, needs, holding, note });
      telling.begin();
      return joined;
    },

    leave: () => leave({ context, needs, holding, note }, () => closes.forget()),

    chainList: createChainList(context, held),
    ...createShown(context, held),
  } satisfies VerbsOf<'headOffice'>;
}
export type OfOthers = Pick<HeadOfficeService, 'newest' | 'names'>;
