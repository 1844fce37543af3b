/**
 * The open profile. Opening one, closing it and writing into one that is not open take turns, in the order in which they were
 * asked for.
 */
import type { StoryLanguage } from '#shared/contract/practice.ts';
import type { WithoutHeadOffice } from '#shared/domain/head-office.ts';
import { profileError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { NewEntry } from '../audit/entry.ts';
import type { createCoreAudit } from './audit.ts';
import type { ProfileContext } from '../services/context.ts';
import type { loadGateways } from './gateways.ts';
import type { Access } from '../gateway/gateway-options.ts';
import { senderWith, type Sender } from '../gateway/sender.ts';
import type { SecretGuard } from '../log/secret-guard.ts';
import { openSession, type ProfileSession } from './profile-session.ts';
import { noSeal, openAnswerStore, type AnswerStore, type Seal } from '../services/answers/index.ts';
import type { MembershipStore } from '../services/head-office/index.ts';
import type { RecipientSeal } from '../services/transfers/index.ts';
import type { watchAbsences } from '../services/connection/watch-absences.ts';
import type { watchConnection } from '../services/connection/watch-connection.ts';
import type { KeyStore } from '../services/profiles/keys.ts';
import { profileFolder, type ProfileFile } from '../services/profiles/profile-files.ts';
import { createPracticeGateway, type SharedGateway } from './practice-gateway.ts';
import { createPracticeStory } from './story/practice-story.ts';
import type { PracticeKind } from './options.ts';
import type { createSessionProblems } from './session-problems.ts';

type Shared = Pick<
  ProfileContext,
  'version' | 'actor' | 'seesExpected' | 'seesContacts' | 'presence' | 'clock' | 'random' | 'log' | 'emit'
>;
type Needs = {
  dataDir: string;
  host: 'desktop' | 'browser';
  practice: PracticeKind;
  practiceGateway: SharedGateway | undefined;
  databaseWorkerUrl: URL;
  statementWorkerUrl: URL | undefined;
  headOfficeWorkerUrl: URL | undefined;
  membershipsOf: (profile: ProfileFile) => MembershipStore;
  withoutHeadOffice: () => WithoutHeadOffice;
  recipientSealOf: (profile: ProfileFile) => RecipientSeal;
  shared: Shared;
  guard: SecretGuard;
  keys: KeyStore;
  /** The profiles that are known now. */
  profiles: readonly ProfileFile[];
  gateways: Awaited<ReturnType<typeof loadGateways>>;
  problems: ReturnType<typeof createSessionProblems>;
  connection: ReturnType<typeof watchConnection>;
  absences: ReturnType<typeof watchAbsences>;
  audit: ReturnType<typeof createCoreAudit>;
  /** Ends what works on the profile's rows and is not the profile's own. */
  beforeClosing: () => Promise<void>;
  onOpened: (profileId: string) => void;
  /** Before any of it can be seen; null while none is open. */
  onOpening: (profile: ProfileFile | null) => Promise<void>;
  /** Its parts are there, and nobody has used them yet. */
  beforeOpen: (session: ProfileSession) => Promise<void>;
};

function createStory({ dataDir, shared, gateways, databaseWorkerUrl, statementWorkerUrl }: Needs) {
  const { version, log, clock, emit } = shared;
  return createPracticeStory({
    dataDir,
    clock,
    version,
    log,
    databaseWorkerUrl,
    statementWorkerUrl,
    startGateway: async (folder, storyClock, language) => {
      const { startSandbox } = await import('../sandbox/start-sandbox.ts');
      const size = { practice: true, transactions: 0, historyDays: 0 };
      return startSandbox({ dataDir: folder, clock: storyClock, language, ...size });
    },
    clientFor: ({ live }, storyClock) => {
      const client = gateways.clientFor(live, { credentials: async () => ok(live) }, { clock: storyClock });
      if (!client) throw new Error('the gateway profile is invalid');
      return client;
    },
    onProgress: (done, total) => emit('practice.progress', { done, total }),
  });
}

const MOST_UNRECORDED = 1_000;

/** Work that is done one after the other. */
function createTurns() {
  let lastTurn: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const next = lastTurn.then(work);
    lastTurn = next.catch(() => null);
    return next;
  };
}

/** What happens while no profile is open waits here for the record of the next one. */
function createRecording(
  { shared, host, audit, gateways, onOpened }: Needs,
  current: () => ProfileSession | null,
) {
  const { clock, log, version } = shared;
  let unrecorded: NewEntry[] = [];
  let started = false;
  return {
    waitForOpening: (entry: NewEntry) => void unrecorded.push(entry),
    record(entry: NewEntry): void {
      const session = current();
      if (session) void session.audit.record(entry);
      else if (unrecorded.length < MOST_UNRECORDED) unrecorded.push({ ...entry, atMs: clock.nowMs() });
    },
    opened(session: ProfileSession, profile: ProfileFile): void {
      const waiting = unrecorded;
      unrecorded = [];
      for (const entry of waiting) void session.audit.record(entry);
      onOpened(profile.id);
      if (!started) audit.here('app.started', { version, host });
      started = true;
      const { environment, merchantId, dashboardUrl, checkoutUrl } = profile;
      const { anchor } = session.audit;
      const { overruled } = gateways;
      audit.here('profile.opened', { environment, merchantId, dashboardUrl, checkoutUrl, overruled, anchor });
      log.info('profile-opened', { profileId: profile.id, environment });
    },
  };
}

/**
 * Binds a profile of a version that bound nothing to what its file says now, and returns the entry that tells so. If the
 * keychain does not answer, the profile opens all the same: without keys nothing is sent, and what is stored can be seen.
 */
async function bindOnce(
  { keys, shared }: Needs,
  profile: ProfileFile,
): Promise<Result<NewEntry | null, AppError>> {
  if (profile.environment === 'practice') return ok(null);
  const found = await keys.binding(profile);
  if (!found.ok) return found.error.code === 'binding-changed' ? found : ok(null);
  if (found.value === 'bound') return ok(null);
  const bound = await keys.bind(profile);
  if (!bound.ok || bound.value !== 'stored') return ok(null);
  const { merchantId, environment, dashboardUrl, checkoutUrl } = profile;
  return ok({
    action: 'profile.bound',
    target: profile.id,
    params: { merchantId, environment, dashboardUrl, checkoutUrl },
    outcome: 'ok',
    atMs: shared.clock.nowMs(),
  });
}

/** What was learnt of the profile's gateway. The keychain seals the file, except in Practice. */
function openAnswers({ dataDir, keys, problems, shared }: Needs, profile: ProfileFile): Promise<AnswerStore> {
  const folder = profileFolder(dataDir, profile.id);
  problems.begin(profile.id, folder);
  const isBound = profile.environment !== 'practice';
  const seal: Seal = isBound
    ? { get: () => keys.answersSeal(profile), set: (hash) => keys.sealAnswers(profile, hash) }
    : noSeal;
  return openAnswerStore({ folder, seal, isBound, clock: shared.clock, tell: problems.answers });
}

/** The working parts of a profile over its files, its gateway's client and what was learnt of it. */
async function openParts(
  needs: Needs,
  profile: ProfileFile,
  gateway: ProfileContext['gateway'],
  answers: AnswerStore,
): Promise<Result<ProfileSession, AppError>> {
  const { dataDir, shared, gateways, problems, audit } = needs;
  const { id: profileId, merchantId, environment } = profile;
  const capabilities = gateways.capabilitiesOf(profile);
  return openSession({
    folder: profileFolder(dataDir, profileId),
    workerUrl: needs.databaseWorkerUrl,
    statementWorkerUrl: needs.statementWorkerUrl,
    headOfficeWorkerUrl: needs.headOfficeWorkerUrl,
    memberships: needs.membershipsOf(profile),
    withoutHeadOffice: needs.withoutHeadOffice,
    recipientSeal: needs.recipientSealOf(profile),
    contextOf: (db) => ({ ...shared, profileId, merchantId, environment, db, gateway, capabilities }),
    onNotice: (notice) => problems.hear(notice),
    answers,
    audit: { ...audit.optionsOf(profile), onBroken: problems.broken },
  });
}

/** What is open now. After the end nothing opens any more. */
type Held = { session: ProfileSession | null; ended: boolean };

async function closeHeld(held: Held, needs: Needs): Promise<Result<null, AppError>> {
  const closing = held.session;
  if (closing && closing.operations.inFlight() > 0) return err(profileError('movement-in-flight'));
  needs.audit.here('profile.closed', {});
  held.session = null;
  await needs.beforeClosing();
  await closing?.stop();
  needs.problems.clear();
  needs.connection.reset();
  needs.absences.clear();
  return ok(null);
}

type Opening = {
  recording: ReturnType<typeof createRecording>;
  story: ReturnType<typeof createStory> | null;
  access: Access;
};

/** Closes the profile that is open and opens another. */
async function openInstead(
  held: Held,
  needs: Needs,
  profile: ProfileFile,
  { recording, story, access }: Opening,
): Promise<Result<null, AppError>> {
  const { gateways, connection, absences, problems } = needs;
  if (held.ended) return err(profileError('none-active'));
  const closed = await closeHeld(held, needs);
  if (!closed.ok) return closed;
  await needs.onOpening(profile);
  if (profile.environment !== 'practice') void story?.discard();
  const answers = await openAnswers(needs, profile);
  const gateway = gateways.clientFor(profile, access, {
    onOutcome: (outcome) => connection.tell(outcome),
    onAnswer: (operation, error) => absences.tell(operation, error),
    learnt: answers.learnt,
  });
  if (!gateway) return gateways.endpoints.ok ? ok(null) : gateways.endpoints;
  const bound = await bindOnce(needs, profile);
  if (bound.ok && bound.value) recording.waitForOpening(bound.value);
  const opened = bound.ok ? await openParts(needs, profile, gateway, answers) : bound;
  if (!opened.ok) {
    problems.notOpened(opened.error);
    return opened;
  }
  await needs.beforeOpen(opened.value);
  held.session = opened.value;
  problems.opened(held.session.report);
  recording.opened(held.session, profile);
  return ok(null);
}

export function createCoreProfile(needs: Needs) {
  const { dataDir, profiles, guard, shared, keys, audit } = needs;
  const { log } = shared;
  const held: Held = { session: null, ended: false };
  const inTurn = createTurns();
  const recording = createRecording(needs, () => held.session);
  const story = needs.practice === 'story' ? createStory(needs) : null;
  const hasEnded = () => held.ended;
  const practice = createPracticeGateway({
    dataDir,
    profiles,
    guard,
    forgetRecipients: keys.forgetRecipients,
    log,
    story,
    hasEnded,
    shared: needs.practiceGateway,
  });
  // The keys of Practice open nothing, and its gateway is in this process.
  const accessOf = (profile: ProfileFile): Access =>
    profile.environment === 'practice'
      ? { credentials: async () => practice.credentials() }
      : { sender: keys.senderOf(profile) };

  return {
    current: () => held.session,
    hasEnded,
    accessOf,
    senderFor: (profile: ProfileFile): Sender => {
      const access = accessOf(profile);
      return 'sender' in access ? access.sender : senderWith(access.credentials, needs.shared.clock);
    },
    open: (profile: ProfileFile) =>
      inTurn(() => openInstead(held, needs, profile, { recording, story, access: accessOf(profile) })),
    close: () =>
      inTurn(async () => {
        const closed = await closeHeld(held, needs);
        if (closed.ok) await needs.onOpening(null);
        return closed;
      }),
    startPractice: (language: StoryLanguage) => inTurn(() => practice.start(language)),
    /** Practice is as if nobody had ever practised: the next start tells the story again. */
    forgetPractice: (profile: ProfileFile | null) =>
      inTurn(async () => {
        const isOpen = held.session?.context.environment === 'practice';
        const closed = isOpen ? await closeHeld(held, needs) : ok(null);
        if (closed.ok) await practice.forget(profile);
        return closed;
      }),
    story,
    /** The control path of the built-in gateway, while it runs. */
    practiceControlUrl: () => practice.controlUrl(),
    /** Writes into the record of the open profile, or of the next one that opens. */
    record: (entry: NewEntry) => recording.record(entry),
    /** Writes into a profile's own record, whether it is open or not. */
    recordIn: (profile: ProfileFile, entry: Omit<NewEntry, 'target'>) =>
      inTurn(() => audit.in(profile, entry)),
    /** A profile that is just opening is open first: it is closed in order then, and none opens any more. */
    async end(): Promise<void> {
      held.ended = true;
      await story?.stop();
      await inTurn(async () => {
        audit.here('app.stopped', { version: shared.version });
        await needs.beforeClosing();
        await held.session?.stop();
        await practice.stop();
      });
    },
  };
}
