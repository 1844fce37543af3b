/** The parts of a running core, and how they hear of each other. */
import type { NoticeService } from '../services/notices/index.ts';
import { createProfileService } from '../services/profiles/index.ts';
import { createFollowing } from '../handlers/chain-people.ts';
import { createDecisionTaking } from '../handlers/decided-elsewhere.ts';
import { createActing, type PeopleService } from '../services/people/index.ts';
import { defaultExportFolder } from '../services/reports/default-folder.ts';
import { createReportService } from '../services/reports/index.ts';
import { watchAbsences } from '../services/connection/watch-absences.ts';
import { watchConnection } from '../services/connection/watch-connection.ts';
import { createCoreProfile } from './active-profile.ts';
import { createPracticeService } from '../services/practice/index.ts';
import { createCoreAudit } from './audit.ts';
import { createCoreBackup } from './backup.ts';
import type { Basics } from './basics.ts';
import type { CoreOptions } from './options.ts';
import { noPorts } from './host-ports.ts';
import { guestsOf } from './story/guests.ts';
import { createCoreNotices } from './notices.ts';
import { createCorePeople, presenceOf, seesContacts, seesExpected } from './people.ts';
import { createByItself, createCoreUpkeep } from './upkeep.ts';
import { createUseSession } from './profile-session.ts';
import { policyOfProfiles, setBy } from './policy.ts';
import { withoutCards } from '../gateway/cards.ts';
import { keychainMembership } from '../services/head-office/index.ts';
import { keychainRecipientSeal } from '../services/transfers/index.ts';
import { createEnrolmentService } from '../services/enrolment/index.ts';
import { createSupportService } from '../services/support/index.ts';
import { askToMove } from './move-data.ts';
import { createCoreUpdates } from './updates.ts';
import { createCoreStatus, statusOf } from './status.ts';

export type Parts = ReturnType<typeof createParts>;
type Profile = ReturnType<typeof createCoreProfile>;
type Audit = ReturnType<typeof createCoreAudit>;
type StatusParts = {
  profile: Profile;
  connection: ReturnType<typeof watchConnection>;
  absences: ReturnType<typeof watchAbsences>;
  notices: NoticeService;
};

function createReports({ ports = noPorts }: CoreOptions, { settings, policy }: Basics, audit: Audit) {
  return createReportService({
    ...ports,
    defaultFolder: defaultExportFolder(),
    folder: {
      get: settings.exportFolder,
      refusal: () => setBy(policy, 'exportFolder'),
      set: (folder) => {
        settings.setExportFolder(folder);
        audit.here('settings.changed', { exportFolder: folder });
      },
    },
    byteOrderMark: () => settings.get().csvByteOrderMark,
  });
}

function createProfiles(
  { dataDir }: CoreOptions,
  basics: Basics,
  profile: Profile,
  statusChanged: () => void,
) {
  const { profiles, keys, gateways, events, policy } = basics;
  const service = createProfileService({
    dataDir,
    profiles,
    keys,
    policy: policyOfProfiles(policy),
    startPractice: profile.startPractice,
    forgetPractice: profile.forgetPractice,
    gatewayFor: (hosts, access) => {
      const gateway = gateways.clientFor(hosts, access);
      if (!gateway) throw new Error('the gateway profile is invalid');
      return gateway;
    },
    accessOf: profile.accessOf,
    senderFor: profile.senderFor,
    activate: profile.open,
    deactivate: profile.close,
    activeId: () => profile.current()?.context.profileId ?? null,
    record: profile.recordIn,
    onChange: () => {
      statusChanged();
      void service.list().then(({ value }) => events.emit('profiles.changed', value));
    },
  });
  return service;
}

/** The status is read when something changes, so it may name parts that are made after it. */
function createStatus(options: CoreOptions, basics: Basics, parts: () => StatusParts) {
  const { version, host, dataDir: dataFolder } = options;
  const { keychain, problems, sessionProblems, events, log, policy, safeMode } = basics;
  const read = () => {
    const { profile, connection, absences, notices } = parts();
    return statusOf(profile.current(), () => ({
      version,
      host,
      dataFolder,
      keychain: keychain.state(),
      connection: connection.current(),
      absent: absences.list(),
      problems: [...problems, ...sessionProblems.list()],
      pressing: [...notices.pressing()],
      safeMode: safeMode.isOn(),
      setByOrganisation: policy.keys(),
    }));
  };
  return createCoreStatus(
    read,
    (now) => events.emit('app.statusChanged', now),
    // What was asked for last may find the files closed, and the log with them.
    (error) => parts().profile.hasEnded() || log.warn('status-not-read', { error: String(error) }),
  );
}

type Keeping = {
  people: PeopleService;
  calls: { readonly thatAct: number };
  byItself: ReturnType<typeof createByItself>;
  current: Profile['current'];
};

function createKeeping(
  { clock, random }: CoreOptions,
  { settings, events, log }: Basics,
  { people, calls, byItself, current }: Keeping,
) {
  return createCoreUpkeep({
    clock,
    random,
    settings: settings.get,
    isLocked: () => people.signedIn() === null,
    isMoneyMoving: () => calls.thatAct > 0 || (current()?.operations.inFlight() ?? 0) > 0,
    byItself,
    emit: events.emit,
    session: current,
    onFailure: (task, error) => log.warn('not-read-by-itself', { task, error: String(error) }),
  });
}

function createPractice(
  { clock }: CoreOptions,
  { settings }: Basics,
  { people, profile }: { people: PeopleService; profile: Profile },
) {
  const isOpen = () => profile.current()?.context.environment === 'practice';
  return createPracticeService({
    story: () => (isOpen() ? (profile.story?.told() ?? null) : null),
    people: guestsOf,
    controlUrl: profile.practiceControlUrl,
    nowMs: () => clock.nowMs(),
    me: () => people.signedIn()?.personId ?? null,
    tours: settings,
  });
}
const createSupport = (
  { dataDir, clock }: CoreOptions,
  { settings, profiles, safeMode, guard }: Basics,
  status: ReturnType<typeof createStatus>,
  reports: ReturnType<typeof createReports>,
) =>
  createSupportService({
    dataDir,
    clock,
    safeMode,
    status: status.read,
    settings: settings.get,
    environments: () => profiles.map(({ environment }) => environment),
    askToMove: (to) => askToMove(dataDir, to),
    save: (text) => reports.saveText('closeout-diagnostics', text),
    clean: (text) => withoutCards(guard.redact(text)),
    onChange: status.changed,
  });

type OfProfile = {
  people: PeopleService;
  acting: ReturnType<typeof createActing>;
  audit: Audit;
  connection: ReturnType<typeof watchConnection>;
  absences: ReturnType<typeof watchAbsences>;
  emit: ReturnType<typeof createByItself>['emit'];
  reports: ReturnType<typeof createReports>;
  status: ReturnType<typeof createStatus>;
  chainPeople: ReturnType<typeof createFollowing>;
  /** Made after it. */
  upkeep: () => ReturnType<typeof createCoreUpkeep>;
};

function createActiveProfile(options: CoreOptions, basics: Basics, parts: OfProfile): Profile {
  const {
    dataDir,
    clock,
    random,
    version,
    host,
    databaseWorkerUrl,
    statementWorkerUrl,
    headOfficeWorkerUrl,
  } = options;
  const { guard, keychain, log, settings, policy, gateways, keys, sessionProblems } = basics;
  const { people, acting, audit, connection, absences, emit, reports, status, upkeep } = parts;
  const profile = createCoreProfile({
    dataDir,
    host,
    databaseWorkerUrl,
    statementWorkerUrl,
    headOfficeWorkerUrl,
    membershipsOf: ({ keychainId }) =>
      keychainMembership(keychain, keychainId, (secret) => guard.guard(secret)),
    recipientSealOf: ({ keychainId }) =>
      keychainRecipientSeal(keychain, keychainId, (secret) => guard.guard(secret)),
    withoutHeadOffice: () => policy.get('withoutHeadOffice') ?? 'own-terminals',
    shared: {
      version,
      actor: acting.name,
      seesExpected: seesExpected(people),
      seesContacts: seesContacts(people),
      presence: presenceOf(people, acting),
      clock,
      random,
      log,
      emit,
    },
    guard,
    keys,
    gateways,
    profiles: basics.profiles,
    practice: options.practice ?? 'bare',
    practiceGateway: options.practiceGateway,
    problems: sessionProblems,
    connection,
    absences,
    audit,
    beforeClosing: async () => {
      await upkeep().rest();
      await reports.stopExports();
    },
    onOpening: (opening) =>
      people.setGuests(opening?.environment === 'practice' ? guestsOf(profile.story?.told() ?? null) : []),
    beforeOpen: parts.chainPeople.beforeOpen,
    onOpened: (profileId) => {
      settings.setActiveProfile(profileId);
      status.changed();
      if (options.upkeep === true) upkeep().touch();
    },
  });
  return profile;
}

function createBackup(
  options: CoreOptions,
  basics: Basics,
  {
    audit,
    profile,
    profiles,
  }: { audit: Audit; profile: Profile; profiles: ReturnType<typeof createProfiles> },
) {
  return createCoreBackup({
    options,
    basics,
    audit,
    recordIn: (one, params) => profile.recordIn(one, { action: 'backup.restored', params, outcome: 'ok' }),
    profilesChanged: () =>
      void profiles.list().then(({ value }) => basics.events.emit('profiles.changed', value)),
  });
}

export function createParts(options: CoreOptions, basics: Basics) {
  const { dataDir, clock, databaseWorkerUrl: workerUrl } = options;
  const { guard, log, events, settings, keychain } = basics;
  const byItself = createByItself(events.emit);
  const acting = createActing();
  const current = () => profile.current();
  const calls = { thatAct: 0 };
  const status = createStatus(options, basics, () => ({ profile, connection, absences, notices }));
  const people = createCorePeople({
    ...options,
    ...basics,
    acting,
    profile: () => profile,
    callsThatAct: () => calls.thatAct,
  });
  const audit = createCoreAudit({
    dataDir,
    workerUrl,
    keychain,
    guard,
    clock,
    log,
    actor: acting.name,
    current,
  });
  const connection = watchConnection(clock, status.changed, async () => {
    await current()?.context.gateway.listTerminals();
  });
  const absences = watchAbsences(clock, status.changed);
  const reports = createReports(options, basics, audit);
  const ofProfile = { people, acting, audit, connection, absences, emit: byItself.emit, reports, status };
  const useSession = createUseSession(current);
  const chainPeople = createFollowing({ use: useSession, people });
  const profile = createActiveProfile(options, basics, { ...ofProfile, chainPeople, upkeep: () => upkeep });
  const upkeep = createKeeping(options, basics, { people, calls, byItself, current });
  const { tellBySystem } = options.ports ?? noPorts;
  const onChange = status.changed;
  const noticeNeeds = { clock, log, emit: events.emit, settings, useSession, people, tellBySystem, onChange };
  const notices = createCoreNotices(noticeNeeds);
  const profiles = createProfiles(options, basics, profile, status.changed);
  const onWork = (change: number) => void (calls.thatAct += change);
  return {
    acting,
    calls,
    status,
    people,
    audit,
    connection,
    absences,
    reports,
    profile,
    useSession,
    notices,
    chainPeople,
    decisions: createDecisionTaking({ use: useSession, people, acting, onWork }),
    practice: createPractice(options, basics, { people, profile }),
    upkeep,
    profiles,
    backup: createBackup(options, basics, { audit, profile, profiles }),
    updates: createCoreUpdates({ options, basics, people, profile, useSession }),
    enrolment: createEnrolmentService({
      keys: basics.keys,
      connect: (input) => profiles.connect(input),
      guard: (secret) => guard.guard(secret),
      log,
    }),
    support: createSupport(options, basics, status, reports),
  };
}
