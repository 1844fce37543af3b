/**
 * The open profile: opening, closing and what is written into one that is not open follow one another, in the order asked for.
 * The built-in gateway of practice profiles is started with the first of them.
 */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { StoryLanguage } from '#shared/contract/practice.ts';
import { profileError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { NewEntry } from '../audit/entry.ts';
import type { createCoreAudit } from './audit.ts';
import type { ProfileContext } from './context.ts';
import type { loadGateways } from './gateways.ts';
import type { Credentials } from '../gateway/create-gateway.ts';
import type { SecretGuard } from '../log/secret-guard.ts';
import { openSession, type ProfileSession } from './profile-session.ts';
import type { Sandbox } from '../sandbox/start-sandbox.ts';
import { noSeal, openAnswerStore, type AnswerStore, type Seal } from '../services/answers/index.ts';
import type { watchConnection } from '../services/connection/watch-connection.ts';
import type { KeyStore } from '../services/profiles/keys.ts';
import { profileFolder, type ProfileFile } from '../services/profiles/profile-files.ts';
import { createPracticeStory } from './story/practice-story.ts';
import type { PracticeKind } from './options.ts';
import type { createSessionProblems } from './session-problems.ts';

type Shared = Pick<
  ProfileContext,
  'version' | 'actor' | 'seesExpected' | 'clock' | 'random' | 'log' | 'emit'
>;
type Needs = {
  dataDir: string;
  host: 'desktop' | 'browser';
  practice: PracticeKind;
  databaseWorkerUrl: URL;
  statementWorkerUrl: URL | undefined;
  shared: Shared;
  guard: SecretGuard;
  keys: KeyStore;
  /** Those that are known now. */
  profiles: readonly ProfileFile[];
  gateways: Awaited<ReturnType<typeof loadGateways>>;
  problems: ReturnType<typeof createSessionProblems>;
  connection: ReturnType<typeof watchConnection>;
  audit: ReturnType<typeof createCoreAudit>;
  /** Ends what works on the profile's rows and is not the profile's own. */
  beforeClosing: () => Promise<void>;
  onOpened: (profileId: string) => void;
  /** Before any of it can be seen; null while none is open. */
  onOpening: (profile: ProfileFile | null) => Promise<void>;
};

const MOST_UNRECORDED = 1_000;

function createStory({ dataDir, shared, gateways, databaseWorkerUrl, statementWorkerUrl }: Needs) {
  const { version, log, clock, emit } = shared;
  return createPracticeStory({
    dataDir,
    clock,
    version,
    log,
    databaseWorkerUrl,
    statementWorkerUrl,
    startGateway: async (folder, storyClock) => {
      const { startSandbox } = await import('../sandbox/start-sandbox.ts');
      const size = { practice: true, transactions: 0, historyDays: 0 };
      return startSandbox({ dataDir: folder, clock: storyClock, ...size });
    },
    clientFor: ({ live }, storyClock) => {
      const client = gateways.clientFor(live, async () => ok(live), { clock: storyClock });
      if (!client) throw new Error('the gateway profile is invalid');
      return client;
    },
    onProgress: (done, total) => emit('practice.progress', { done, total }),
  });
}

export function createCoreProfile(needs: Needs) {
  const { dataDir, shared, keys, gateways, problems, connection, audit } = needs;
  const { clock, log } = shared;
  let session: ProfileSession | null = null;
  let sandbox: Sandbox | null = null;
  /** What happened while no profile was open, for the record of the next one. */
  let unrecorded: NewEntry[] = [];
  let started = false;
  let ended = false;

  let lastTurn: Promise<unknown> = Promise.resolve();
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = lastTurn.then(work);
    lastTurn = next.catch(() => null);
    return next;
  }

  async function credentialsOf(profile: ProfileFile): Promise<Result<Credentials, AppError>> {
    if (profile.environment !== 'practice') return keys.credentials(profile);
    if (!sandbox) return err(profileError('none-active'));
    const { secretKey, apiKey, paymentKey, transferKey } = sandbox.live;
    return ok({ secretKey, apiKey, paymentKey, transferKey });
  }

  const story = needs.practice === 'story' ? createStory(needs) : null;
  const practiceFolder = join(dataDir, 'practice');

  /** Nobody has practised on this PC. */
  const isNewToPractice = () =>
    !existsSync(practiceFolder) && !needs.profiles.some(({ environment }) => environment === 'practice');

  async function startPractice(language: StoryLanguage) {
    if (ended) throw new Error('the core has ended');
    if (!sandbox) {
      if (story && isNewToPractice())
        // Without its story Practice is a bare one, and better than none.
        await story.begin(language).catch((error: unknown) => {
          log.error('story-not-told', { error: String(error) });
        });
      if (ended) throw new Error('the core has ended');
      const { startSandbox } = await import('../sandbox/start-sandbox.ts');
      sandbox = await startSandbox({ dataDir: practiceFolder, growth: true });
      needs.guard.guard(sandbox.live.secretKey);
    }
    return sandbox.live;
  }

  /** Practice is as if nobody had ever practised: the next start tells the story again. */
  async function forgetPractice(profile: ProfileFile | null): Promise<Result<null, AppError>> {
    if (session?.context.environment === 'practice') {
      const closed = await close();
      if (!closed.ok) return closed;
    }
    await sandbox?.stop();
    sandbox = null;
    rmSync(practiceFolder, { recursive: true, force: true });
    if (profile) rmSync(profileFolder(dataDir, profile.id), { recursive: true, force: true });
    return ok(null);
  }

  async function close(): Promise<Result<null, AppError>> {
    if (session && session.operations.inFlight() > 0) return err(profileError('movement-in-flight'));
    audit.here('profile.closed', {});
    const closing = session;
    session = null;
    await needs.beforeClosing();
    await closing?.stop();
    problems.clear();
    connection.reset();
    return ok(null);
  }

  /** What the record says of an opening, after what it could not say before. */
  function recordOpened(opened: ProfileSession, profile: ProfileFile): void {
    const waiting = unrecorded;
    unrecorded = [];
    for (const entry of waiting) void opened.audit.record(entry);
    needs.onOpened(profile.id);
    if (!started) audit.here('app.started', { version: shared.version, host: needs.host });
    started = true;
    const { environment, merchantId, dashboardUrl, checkoutUrl } = profile;
    const { anchor } = opened.audit;
    const { overruled } = gateways;
    audit.here('profile.opened', { environment, merchantId, dashboardUrl, checkoutUrl, overruled, anchor });
    log.info('profile-opened', { profileId: profile.id, environment });
  }

  /**
   * A profile of a version that bound nothing is bound to what its file says now, which its record tells. Where the keychain
   * does not answer nothing is sent anyway, and what is stored can be seen.
   */
  async function checkBinding(profile: ProfileFile): Promise<Result<null, AppError>> {
    if (profile.environment === 'practice') return ok(null);
    const found = await keys.binding(profile);
    if (!found.ok) return found.error.code === 'binding-changed' ? found : ok(null);
    if (found.value === 'bound') return ok(null);
    const bound = await keys.bind(profile);
    if (!bound.ok || bound.value !== 'stored') return ok(null);
    const { merchantId, environment, dashboardUrl, checkoutUrl } = profile;
    unrecorded.push({
      action: 'profile.bound',
      target: profile.id,
      params: { merchantId, environment, dashboardUrl, checkoutUrl },
      outcome: 'ok',
      atMs: clock.nowMs(),
    });
    return ok(null);
  }

  /** What was learnt of its gateway. The file is the keychain's, or none. */
  function openAnswers(profile: ProfileFile): Promise<AnswerStore> {
    const folder = profileFolder(dataDir, profile.id);
    problems.begin(profile.id, folder);
    const isBound = profile.environment !== 'practice';
    const seal: Seal = isBound
      ? { get: () => keys.answersSeal(profile), set: (hash) => keys.sealAnswers(profile, hash) }
      : noSeal;
    return openAnswerStore({ folder, seal, isBound, clock, tell: problems.answers });
  }

  async function open(profile: ProfileFile): Promise<Result<null, AppError>> {
    if (ended) return err(profileError('none-active'));
    const closed = await close();
    if (!closed.ok) return closed;
    await needs.onOpening(profile);
    if (profile.environment !== 'practice') void story?.discard();
    const answers = await openAnswers(profile);
    const gateway = gateways.clientFor(profile, () => credentialsOf(profile), {
      onOutcome: (outcome) => connection.tell(outcome),
      learnt: answers.learnt,
    });
    if (!gateway) return gateways.profile.ok ? ok(null) : gateways.profile;
    const { id: profileId, merchantId, environment } = profile;
    const capabilities = gateways.capabilitiesOf(profile);
    const folder = profileFolder(dataDir, profileId);
    const bound = await checkBinding(profile);
    if (!bound.ok) {
      problems.notOpened(bound.error);
      return bound;
    }
    const opened = await openSession({
      folder,
      workerUrl: needs.databaseWorkerUrl,
      statementWorkerUrl: needs.statementWorkerUrl,
      contextOf: (db) => ({ ...shared, profileId, merchantId, environment, db, gateway, capabilities }),
      onNotice: (notice) => problems.hear(notice),
      answers,
      audit: { ...audit.optionsOf(profile), onBroken: problems.broken },
    });
    if (!opened.ok) {
      problems.notOpened(opened.error);
      return opened;
    }
    session = opened.value;
    problems.opened(opened.value.report);
    recordOpened(opened.value, profile);
    return ok(null);
  }

  return {
    current: () => session,
    hasEnded: () => ended,
    credentialsOf,
    open: (profile: ProfileFile) => inTurn(() => open(profile)),
    close: () =>
      inTurn(async () => {
        const closed = await close();
        if (closed.ok) await needs.onOpening(null);
        return closed;
      }),
    startPractice: (language: StoryLanguage) => inTurn(() => startPractice(language)),
    forgetPractice: (profile: ProfileFile | null) => inTurn(() => forgetPractice(profile)),
    story,
    /** The control path of the built-in gateway, while it runs. */
    practiceControlUrl: () => sandbox?.controlUrl ?? null,
    /** In the record of the open profile, or of the next one that opens. */
    record(entry: NewEntry): void {
      if (session) void session.audit.record(entry);
      else if (unrecorded.length < MOST_UNRECORDED) unrecorded.push({ ...entry, atMs: clock.nowMs() });
    },
    /** In a profile's own record, open or not. */
    recordIn: (profile: ProfileFile, entry: Omit<NewEntry, 'target'>) =>
      inTurn(() => audit.in(profile, entry)),
    /** A profile that is just opening is open first: it is closed in order then, and none opens any more. */
    async end(): Promise<void> {
      ended = true;
      await story?.stop();
      await inTurn(async () => {
        audit.here('app.stopped', { version: shared.version });
        await needs.beforeClosing();
        await session?.stop();
        await sandbox?.stop();
      });
    },
  };
}
