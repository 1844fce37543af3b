/** The core: everything but windows. Runs in plain Node; each host starts one. Order and wiring, no domain logic. */
import { join } from 'node:path';
import { profileError, storageError, type AppError, type StorageError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { Clock, Random } from '#shared/time/clock.ts';
import type { Emit, EventName, EventOf, Handlers, OutputOf } from '#shared/contract/index.ts';
import type { Connection, Problem } from '#shared/contract/app.ts';
import type { Credentials } from './gateway/create-gateway.ts';
import type { NewEntry } from './audit/entry.ts';
import { createCoreAudit } from './core-audit.ts';
import { loadGateways } from './core-gateways.ts';
import type { ProfileContext } from './core-context.ts';
import { createActivityHandlers } from './handlers/activity.ts';
import { createAppHandlers } from './handlers/app.ts';
import { createBridgeHandlers } from './handlers/bridge.ts';
import { createApprovalHandlers } from './handlers/approvals.ts';
import { createConfirm } from './handlers/confirm.ts';
import { closingAuthority, createClosingHandlers } from './handlers/closing.ts';
import { createImportHandlers } from './handlers/import.ts';
import { createFiguresHandlers } from './handlers/figures.ts';
import { createInstantSettlementHandlers } from './handlers/instant-settlement.ts';
import { createJournalHandlers } from './handlers/journal.ts';
import { createNoticeHandlers } from './handlers/notices.ts';
import { createOperationHandlers } from './handlers/operations.ts';
import { createPeopleHandlers } from './handlers/people.ts';
import { createProfileHandlers } from './handlers/profiles.ts';
import { createReconciliationHandlers } from './handlers/reconciliation.ts';
import { createReportHandlers } from './handlers/reports.ts';
import { createSettlementHandlers } from './handlers/settlement.ts';
import { createTerminalHandlers } from './handlers/terminals.ts';
import { createTodayHandlers } from './handlers/today.ts';
import { noPorts, type HostPorts } from './host-ports.ts';
import { openKeychain, type SystemKeychain } from './keychain/keychain.ts';
import { holdDataFolder, type FolderLock } from './launch/data-folder.ts';
import { createFileLog, createSecretGuard } from './log/create-log.ts';
import { watchConnection } from './services/connection/watch-connection.ts';
import { createUseSession, openSession, type ProfileSession } from './profile-session.ts';
import { createSessionProblems } from './session-problems.ts';
import type { Sandbox } from './sandbox/start-sandbox.ts';
import { createNoticeService } from './services/notices/index.ts';
import { createActing, createPeopleService, guardHandlers } from './services/people/index.ts';
import { createKeyStore } from './services/profiles/keys.ts';
import { createProfileService } from './services/profiles/index.ts';
import { profileFolder, readProfiles, type ProfileFile } from './services/profiles/profile-files.ts';
import { defaultExportFolder } from './services/reports/default-folder.ts';
import { createReportService } from './services/reports/index.ts';
import { createSettingsService, readSettings, type SettingsStore } from './services/settings/index.ts';

export type CoreOptions = {
  dataDir: string;
  /** Of a host that had to hold the folder before; without it the core holds it itself. Released when the core stops. */
  lock?: FolderLock;
  host: 'desktop' | 'browser';
  version: string;
  databaseWorkerUrl: URL;
  /** Where the worker that reads imported files is, if not beside the sources. */
  statementWorkerUrl?: URL;
  settingsStore: SettingsStore;
  /** Set when the settings file could not be read and was moved aside. */
  settingsDamaged: { file: string; kept: string } | null;
  loadKeychain: () => Promise<SystemKeychain>;
  clock: Clock;
  random: Random;
  ports?: HostPorts;
};

/** What a window may know while nobody is signed in. */
const ALWAYS_TOLD: ReadonlySet<EventName> = new Set([
  'app.statusChanged',
  'app.settingsChanged',
  'people.changed',
]);
const MOST_HELD_BACK = 1_000;
const MAY_MAKE_NOTICES: ReadonlySet<EventName> = new Set([
  'profiles.changed',
  'operations.changed',
  'closing.changed',
  'terminals.changed',
  'app.settingsChanged',
]);

export type CoreEvent = { [E in EventName]: { event: E; payload: EventOf<E> } }[EventName];
export type Core = {
  readonly handlers: Handlers;
  onEvent(listener: (event: CoreEvent) => void): () => void;
  /** Nobody is signed in any more: the computer sleeps, or its own screen is locked. */
  lock(): void;
  /** Movements whose answer is still awaited. */
  inFlight(): number;
  log: { error(event: string, facts?: Record<string, unknown>): void };
  stop(): Promise<void>;
};

/** One core works on a data folder at a time: another is refused with storage `busy`, which names the process. */
export async function startCore(options: CoreOptions): Promise<Result<Core, StorageError>> {
  const { dataDir, lock } = options;
  const held = lock?.dataDir === dataDir ? { ok: true as const, lock } : holdDataFolder(dataDir);
  if (!held.ok) return err(held.error);
  try {
    return ok(await start(options, held.lock));
  } catch (error) {
    held.lock.release();
    throw error;
  }
}

async function start(options: CoreOptions, lock: FolderLock): Promise<Core> {
  const { dataDir, clock, random, ports = noPorts } = options;
  const guard = createSecretGuard();
  const log = createFileLog(dataDir, guard);
  const listeners = new Set<(event: CoreEvent) => void>();
  const tell = (event: CoreEvent) => {
    for (const listener of listeners) listener(event);
  };
  const emit: Emit = (event, payload) => {
    const whole = { event, payload } as CoreEvent;
    heard(event);
    if (ALWAYS_TOLD.has(event) || people.signedIn()) tell(whole);
    else if (heldBack.length < MOST_HELD_BACK) heldBack.push(whole);
  };
  /** What a locked window is not told, until somebody is there again. */
  let heldBack: CoreEvent[] = [];
  const acting = createActing();
  const actor = acting.name;
  const problems: Problem[] = [];
  const problem = (id: string, error: AppError) => void problems.push({ id, error, atMs: clock.nowMs() });

  const stored = readSettings(options.settingsStore.store);
  if (options.settingsDamaged) problem('settings', storageError('damaged', options.settingsDamaged));
  if (stored.problem === 'newer-version')
    problem('settings', storageError('newer-version', { file: 'settings.json' }));
  if (stored.problem === 'damaged')
    problem('settings', storageError('damaged', { file: 'settings.json', kept: 'settings.json' }));
  const settings = createSettingsService(
    options.settingsStore,
    stored.settings,
    stored.problem === null,
    (changed) => {
      emit('app.settingsChanged', changed);
      audit.here('settings.changed', changed);
    },
  );

  const gateways = await loadGateways({ dataDir, clock, log }, problem);

  const { profiles, problems: fileProblems } = readProfiles(dataDir);
  for (const { code, file, kept } of fileProblems) problem(file, storageError(code, { file, kept }));

  const keychain = openKeychain(options.loadKeychain, clock, () => statusChanged());
  const keys = createKeyStore(keychain, (secret) => guard.guard(secret));
  let callsThatAct = 0;
  /** What happened while no profile was open, for the record of the next one. */
  let unrecorded: NewEntry[] = [];
  /** Where the settings cannot be written now, people are in the keychain all the same: it is noted when they are read next. */
  function noteThatThereArePeople(): void {
    try {
      settings.setHadPeople();
    } catch (error) {
      log.error('settings-not-written', { error: String(error) });
    }
  }
  const people = createPeopleService({
    keychain,
    clock,
    random,
    expected: { get: settings.hadPeople, set: noteThatThereArePeople },
    actor: acting.current,
    record: (entry) => {
      if (session) void session.audit.record(entry);
      else if (unrecorded.length < MOST_HELD_BACK) unrecorded.push({ ...entry, atMs: clock.nowMs() });
    },
    isBusy: () => callsThatAct > 0 || (session?.operations.inFlight() ?? 0) > 0,
    onChange: (state) => {
      emit('people.changed', state);
      if (state.kind !== 'signed-in') return;
      const late = heldBack;
      heldBack = [];
      late.forEach(tell);
    },
  });
  void people.open();
  let sandbox: Sandbox | null = null;
  let session: ProfileSession | null = null;
  const sessionProblems = createSessionProblems(clock, () => statusChanged());
  let started = false;
  const workerUrl = options.databaseWorkerUrl;
  const audit = createCoreAudit({
    dataDir,
    workerUrl,
    keychain,
    guard,
    clock,
    log,
    actor,
    current: () => session,
  });
  const connection = watchConnection(
    clock,
    () => statusChanged(),
    async () => {
      await session?.context.gateway.listTerminals();
    },
  );

  async function status(): Promise<OutputOf<'app.status'>> {
    const counts = session ? await session.operations.counts() : { open: 0, unknown: 0 };
    return {
      version: options.version,
      host: options.host,
      dataFolder: dataDir,
      keychain: keychain.state(),
      activeProfileId: session?.context.profileId ?? null,
      connection: connection.current(),
      problems: [...problems, ...sessionProblems.list()],
      openOperations: counts.open,
      unknownOperations: counts.unknown,
      pressing: [...notices.pressing()],
    };
  }
  let statusQueued = false;
  /** Several changes in one turn are told once. */
  function statusChanged(): void {
    if (statusQueued) return;
    statusQueued = true;
    setImmediate(() => {
      statusQueued = false;
      status().then(
        (now) => emit('app.statusChanged', now),
        // What was asked for last may find the files closed, and the log with them.
        (error: unknown) => ended || log.warn('status-not-read', { error: String(error) }),
      );
    });
  }
  /** The core hears what a locked window is not told. What changes an operation changes the counts in the status. */
  function heard(event: EventName): void {
    if (event === 'operations.changed') statusChanged();
    if (MAY_MAKE_NOTICES.has(event)) notices.touch();
  }

  async function credentialsOf(profile: ProfileFile): Promise<Result<Credentials, AppError>> {
    if (profile.environment !== 'practice') return keys.credentials(profile.keychainId);
    if (!sandbox) return err(profileError('none-active'));
    const { secretKey, apiKey, paymentKey, transferKey } = sandbox.live;
    return ok({ secretKey, apiKey, paymentKey, transferKey });
  }

  /** Opening, closing and what is written into a profile that is not open: one at a time, in the order asked for. */
  let lastTurn: Promise<unknown> = Promise.resolve();
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = lastTurn.then(work);
    lastTurn = next.catch(() => null);
    return next;
  }
  let ended = false;

  async function closeSession(): Promise<Result<null, AppError>> {
    if (session && session.operations.inFlight() > 0) return err(profileError('movement-in-flight'));
    audit.here('profile.closed', {});
    const closing = session;
    session = null;
    await reports.stopExports();
    await closing?.stop();
    sessionProblems.clear();
    connection.reset();
    return ok(null);
  }

  async function open(profile: ProfileFile): Promise<Result<null, AppError>> {
    if (ended) return err(profileError('none-active'));
    const closed = await closeSession();
    if (!closed.ok) return closed;
    const gateway = gateways.clientFor(
      profile,
      () => credentialsOf(profile),
      (outcome) => connection.tell(outcome),
    );
    if (!gateway) return gateways.profile.ok ? ok(null) : gateways.profile;
    const { id, merchantId, environment } = profile;
    const contextOf = (db: ProfileContext['db']): ProfileContext => ({
      profileId: id,
      merchantId,
      version: options.version,
      environment,
      actor,
      clock,
      random,
      log,
      emit,
      db,
      gateway,
      capabilities: gateways.capabilitiesOf(profile),
    });
    const folder = profileFolder(dataDir, id);
    sessionProblems.begin(id, folder);
    const opened = await openSession(
      workerUrl,
      folder,
      contextOf,
      (notice) => sessionProblems.hear(notice),
      { ...audit.optionsOf(profile), onBroken: sessionProblems.broken },
      options.statementWorkerUrl,
    );
    if (!opened.ok) {
      sessionProblems.notOpened(opened.error);
      return opened;
    }
    session = opened.value;
    sessionProblems.opened(opened.value.report);
    const waiting = unrecorded;
    unrecorded = [];
    for (const entry of waiting) void opened.value.audit.record(entry);
    settings.setActiveProfile(id);
    const { dashboardUrl, checkoutUrl } = profile;
    const { version, host } = options;
    if (!started) audit.here('app.started', { version, host });
    started = true;
    const { anchor } = opened.value.audit;
    const { overruled } = gateways;
    audit.here('profile.opened', { environment, merchantId, dashboardUrl, checkoutUrl, overruled, anchor });
    log.info('profile-opened', { profileId: id, environment });
    statusChanged();
    return ok(null);
  }

  async function startPractice() {
    if (ended) throw new Error('the core has ended');
    if (!sandbox) {
      const { startSandbox } = await import('./sandbox/start-sandbox.ts');
      sandbox = await startSandbox({ dataDir: join(dataDir, 'practice'), growth: true });
      guard.guard(sandbox.live.secretKey);
    }
    return sandbox.live;
  }

  const profileService = createProfileService({
    dataDir,
    profiles,
    keys,
    startPractice: () => inTurn(startPractice),
    gatewayFor: (hosts, credentials) => {
      const gateway = gateways.clientFor(hosts, credentials);
      if (!gateway) throw new Error('the gateway profile is invalid');
      return gateway;
    },
    credentialsOf,
    activate: (profile) => inTurn(() => open(profile)),
    deactivate: () => inTurn(closeSession),
    activeId: () => session?.context.profileId ?? null,
    record: (profile, entry) => inTurn(() => audit.in(profile, entry)),
    onChange: () => {
      statusChanged();
      void profileService.list().then(({ value }) => emit('profiles.changed', value));
    },
  });

  const useSession = createUseSession(() => session);
  /** A person has looked at what money was stopped for. */
  const looked = (at: ProfileSession) => sessionProblems.confirmed(at.stoppedBy());
  const reports = createReportService({
    ...ports,
    defaultFolder: defaultExportFolder(),
    folder: {
      get: settings.exportFolder,
      set: (folder) => {
        settings.setExportFolder(folder);
        audit.here('settings.changed', { exportFolder: folder });
      },
    },
    byteOrderMark: () => settings.get().csvByteOrderMark,
  });
  const notices = createNoticeService({
    clock,
    warningMinutes: () => settings.get().cutOffWarningMinutes,
    today: () => handlers['today.get']({}),
    unknownOperations: () =>
      useSession(async ({ operations }) => {
        const page = await operations.page({ scope: 'unknown', kind: null, cursor: null, limit: 200 });
        return page.ok ? ok(page.value.rows) : page;
      }),
    onChange: () => {
      emit('notices.changed', {});
      // While it is locked this is all that is told of them.
      statusChanged();
    },
    onFailure: (error) => log.warn('notices-not-read', { error: String(error) }),
    tellBySystem: ports.tellBySystem?.((id) => emit('notices.opened', { id })) ?? null,
  });
  const handlers: Handlers = {
    ...createAppHandlers({
      settings,
      status,
      gatewayOperations: () =>
        gateways.profile.ok ? ok({ operations: gateways.described }) : gateways.profile,
    }),
    ...createPeopleHandlers(people),
    ...createApprovalHandlers(useSession, { ...people, acting, viewer: closingAuthority(people) }),
    ...createProfileHandlers(profileService),
    ...createTerminalHandlers(useSession),
    ...createOperationHandlers(useSession, createConfirm(people)),
    ...createSettlementHandlers(useSession),
    ...createInstantSettlementHandlers(useSession, createConfirm(people)),
    ...createClosingHandlers(useSession, closingAuthority(people)),
    ...createTodayHandlers(useSession),
    ...createBridgeHandlers(useSession),
    ...createImportHandlers(useSession),
    ...createReconciliationHandlers(useSession, {
      confirm: createConfirm(people),
      limits: people.limits,
      reports,
    }),
    ...createFiguresHandlers(useSession),
    ...createJournalHandlers(useSession, looked),
    ...createActivityHandlers(
      useSession,
      { folder: join(dataDir, 'exports'), appVersion: options.version },
      looked,
    ),
    ...createReportHandlers(reports, useSession),
    ...createNoticeHandlers(notices),
  };

  // The profile that was open opens again; a failure is a problem on screen, not the end of the app.
  const last = settings.activeProfileId();
  if (last !== null && profiles.some((profile) => profile.id === last)) {
    const opened = await profileService.activate({ profileId: last });
    if (!opened.ok) log.warn('profile-not-opened', { profileId: last, code: opened.error.code });
  }
  notices.start();
  log.info('core-started', { version: options.version, host: options.host });

  return {
    handlers: guardHandlers(handlers, {
      acting,
      signedIn: people.signedIn,
      whyNot: people.whyNot,
      onCall: (change) => void (callsThatAct += change),
    }),
    onEvent: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    lock: () => people.lock('sleep'),
    inFlight: () => session?.operations.inFlight() ?? 0,
    log,
    stop: async () => {
      connection.stop();
      notices.stop();
      people.stop();
      listeners.clear();
      ended = true;
      try {
        // A profile that is just opening is open first: it is closed in order then.
        await inTurn(async () => {
          audit.here('app.stopped', { version: options.version });
          await reports.stopExports();
          await session?.stop();
          await sandbox?.stop();
        });
        log.info('core-stopped');
        await log.close();
      } finally {
        lock.release();
      }
    },
  };
}

export type { Connection };
