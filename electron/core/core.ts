/** The core: everything but windows. Runs in plain Node; each host starts one. Order and wiring, no domain logic. */
import { join } from 'node:path';
import { storageError, type AppError, type StorageError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { Clock, Random } from '#shared/time/clock.ts';
import type { EventName, Handlers, OutputOf } from '#shared/contract/index.ts';
import type { Problem } from '#shared/contract/app.ts';
import { createCoreAudit } from './audit.ts';
import { createCoreEvents, type CoreEvent } from './events.ts';
import { loadGateways } from './gateways.ts';
import { createCoreProfile } from './active-profile.ts';
import { createCoreStatus } from './status.ts';
import { createActivityHandlers } from '../handlers/activity.ts';
import { createAppHandlers } from '../handlers/app.ts';
import { createBridgeHandlers } from '../handlers/bridge.ts';
import { createApprovalHandlers } from '../handlers/approvals.ts';
import { createConfirm } from '../handlers/confirm.ts';
import { closingAuthority, createClosingHandlers } from '../handlers/closing.ts';
import { createImportHandlers } from '../handlers/import.ts';
import { createFiguresHandlers } from '../handlers/figures.ts';
import { createInstantSettlementHandlers } from '../handlers/instant-settlement.ts';
import { createCheckByHandHandlers } from '../handlers/check-by-hand.ts';
import { createNoticeHandlers } from '../handlers/notices.ts';
import { createOperationHandlers } from '../handlers/operations.ts';
import { createPeopleHandlers } from '../handlers/people.ts';
import { createProfileHandlers } from '../handlers/profiles.ts';
import { createReconciliationHandlers } from '../handlers/reconciliation.ts';
import { createReportHandlers } from '../handlers/reports.ts';
import { createSettlementHandlers } from '../handlers/settlement.ts';
import { createTerminalHandlers } from '../handlers/terminals.ts';
import { createTodayHandlers } from '../handlers/today.ts';
import { noPorts, type HostPorts } from './host-ports.ts';
import { openKeychain, type SystemKeychain } from '../keychain/keychain.ts';
import { holdDataFolder, type FolderLock } from '../hosts/launch/data-folder.ts';
import { createFileLog, createSecretGuard } from '../log/create-log.ts';
import { watchConnection } from '../services/connection/watch-connection.ts';
import { createUseSession, type ProfileSession } from './profile-session.ts';
import { createSessionProblems } from './session-problems.ts';
import { createNoticeService } from '../services/notices/index.ts';
import { createActing, createPeopleService, guardHandlers } from '../services/people/index.ts';
import { createKeyStore } from '../services/profiles/keys.ts';
import { createProfileService } from '../services/profiles/index.ts';
import { readProfiles } from '../services/profiles/profile-files.ts';
import { defaultExportFolder } from '../services/reports/default-folder.ts';
import { createReportService } from '../services/reports/index.ts';
import { createSettingsService, readSettings, type SettingsStore } from '../services/settings/index.ts';

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

const MAY_MAKE_NOTICES: ReadonlySet<EventName> = new Set([
  'profiles.changed',
  'operations.changed',
  'closing.changed',
  'terminals.changed',
  'app.settingsChanged',
]);

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
  /** What changes an operation changes the counts in the status. */
  const heard = (event: EventName) => {
    if (event === 'operations.changed') statusNow.changed();
    if (MAY_MAKE_NOTICES.has(event)) notices.touch();
  };
  const events = createCoreEvents(() => people.signedIn() !== null, heard);
  const { emit } = events;
  const acting = createActing();
  const actor = acting.name;
  const problems: Problem[] = [];
  const problem = (id: string, error: AppError) => void problems.push({ id, error, atMs: clock.nowMs() });

  if (lock.wasOpen) problem('folder', storageError('folder-was-open', { file: dataDir }));
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

  const keychain = openKeychain(options.loadKeychain, clock, () => statusNow.changed());
  const keys = createKeyStore(keychain, (secret) => guard.guard(secret));
  let callsThatAct = 0;
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
    record: (entry) => profile.record(entry),
    isBusy: () => callsThatAct > 0 || (profile.current()?.operations.inFlight() ?? 0) > 0,
    onChange: (state) => {
      emit('people.changed', state);
      if (state.kind === 'signed-in') events.tellHeldBack();
    },
  });
  void people.open();
  const sessionProblems = createSessionProblems(clock, () => statusNow.changed());
  const audit = createCoreAudit({
    dataDir,
    workerUrl: options.databaseWorkerUrl,
    keychain,
    guard,
    clock,
    log,
    actor,
    current: () => profile.current(),
  });
  const connection = watchConnection(
    clock,
    () => statusNow.changed(),
    async () => {
      await profile.current()?.context.gateway.listTerminals();
    },
  );

  const profile = createCoreProfile({
    dataDir,
    host: options.host,
    databaseWorkerUrl: options.databaseWorkerUrl,
    statementWorkerUrl: options.statementWorkerUrl,
    shared: { version: options.version, actor, clock, random, log, emit },
    guard,
    keys,
    gateways,
    problems: sessionProblems,
    connection,
    audit,
    beforeClosing: () => reports.stopExports(),
    onOpened: (profileId) => {
      settings.setActiveProfile(profileId);
      statusNow.changed();
    },
  });

  async function status(): Promise<OutputOf<'app.status'>> {
    const session = profile.current();
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
  const statusNow = createCoreStatus(
    status,
    (now) => emit('app.statusChanged', now),
    // What was asked for last may find the files closed, and the log with them.
    (error) => profile.hasEnded() || log.warn('status-not-read', { error: String(error) }),
  );

  const profileService = createProfileService({
    dataDir,
    profiles,
    keys,
    startPractice: profile.startPractice,
    gatewayFor: (hosts, credentials) => {
      const gateway = gateways.clientFor(hosts, credentials);
      if (!gateway) throw new Error('the gateway profile is invalid');
      return gateway;
    },
    credentialsOf: profile.credentialsOf,
    activate: profile.open,
    deactivate: profile.close,
    activeId: () => profile.current()?.context.profileId ?? null,
    record: profile.recordIn,
    onChange: () => {
      statusNow.changed();
      void profileService.list().then(({ value }) => emit('profiles.changed', value));
    },
  });

  const useSession = createUseSession(() => profile.current());
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
      statusNow.changed();
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
      reports,
    }),
    ...createFiguresHandlers(useSession),
    ...createCheckByHandHandlers(useSession, looked),
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
  if (last !== null && profiles.some(({ id }) => id === last)) {
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
    onEvent: events.listen,
    lock: () => people.lock('sleep'),
    inFlight: () => profile.current()?.operations.inFlight() ?? 0,
    log,
    stop: async () => {
      connection.stop();
      notices.stop();
      people.stop();
      events.end();
      try {
        await profile.end();
        log.info('core-stopped');
        await log.close();
      } finally {
        lock.release();
      }
    },
  };
}
