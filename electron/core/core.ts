/** The core: everything but windows. Runs in plain Node; each host starts one. Order and wiring, no domain logic. */
import type { EventName, Handlers } from '#shared/contract/index.ts';
import type { StorageError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { settingChanges } from '../audit/setting-changes.ts';
import { guardHandlers } from '../services/people/index.ts';
import { openBasics, type Basics } from './basics.ts';
import { holdDataFolder, type FolderLock } from './data-folder.ts';
import type { CoreEvent } from './events.ts';
import { createHandlers } from './handlers.ts';
import { languageOf } from './machine-language.ts';
import type { CoreOptions } from './options.ts';
import { createParts, type Parts } from './parts.ts';
import { followRoute, onlyOwnBranch } from './policy.ts';

const MAY_MAKE_NOTICES: ReadonlySet<EventName> = new Set([
  'profiles.changed',
  'operations.changed',
  'closing.changed',
  'terminals.changed',
  'payments.changed',
  'kept.changed',
  'people.changed',
  'approvals.changed',
  'headOffice.news',
  'app.settingsChanged',
]);

const MAY_BRING_PEOPLE: ReadonlySet<EventName> = new Set(['headOffice.news', 'headOffice.changed']);

const MAY_BRING_DECISIONS: ReadonlySet<EventName> = new Set([
  'headOffice.news',
  'headOffice.changed',
  'people.changed',
]);

export type Core = {
  /** Called once, when a window has come up and asks who is here. */
  onFirstWindow(listener: () => void): void;
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

/** The hooks of what is made first reach what is made after it. */
async function assemble(options: CoreOptions): Promise<{ basics: Basics; parts: Parts }> {
  let made: Parts | null = null;
  const basics = await openBasics(options, {
    isSignedIn: () => made !== null && made.people.signedIn() !== null,
    heard: (event) => {
      // An operation's change is a change of the counts in the status.
      if (event === 'operations.changed') made?.status.changed();
      if (MAY_BRING_PEOPLE.has(event)) void made?.chainPeople.touch();
      if (MAY_BRING_DECISIONS.has(event)) void made?.decisions.touch();
      if (MAY_MAKE_NOTICES.has(event)) made?.notices.touch();
    },
    settingsChanged: (changed, before) => {
      const changes = settingChanges(before, changed);
      if (Object.keys(changes.changed).length > 0) made?.audit.here('settings.changed', changes);
      if (options.upkeep === true) made?.upkeep.touch();
    },
    statusChanged: () => made?.status.changed(),
  });
  const parts = (made = createParts(options, basics));
  return { basics, parts };
}

function handlersOf(
  { dataDir, version, random }: CoreOptions,
  { settings, gateways, sessionProblems, policy }: Basics,
  parts: Parts,
) {
  const { absences, acting, calls, people, status } = parts;
  const handlers = createHandlers({
    ...parts,
    app: {
      settings,
      status: status.read,
      askAnew: () => absences.clear(),
      gatewayOperations: () =>
        gateways.endpoints.ok ? ok({ operations: gateways.described }) : gateways.endpoints,
    },
    policy: {
      get: async () => {
        // Somebody who is locked out by it asks again.
        if (policy.problem()) await policy.look();
        return ok(policy.view());
      },
    },
    onLooked: (session) => sessionProblems.confirmed(session.stoppedBy()),
    random,
    dataDir,
    version,
  });
  return guardHandlers(onlyOwnBranch(policy, handlers), {
    acting,
    signedIn: people.signedIn,
    whyNot: people.whyNot,
    onCall: (change) => void (calls.thatAct += change),
  });
}

/** The profile that was open opens again; a failure is a problem on screen, not the end of the app. */
async function openLastProfile(
  { settings, profiles: known, log }: Basics,
  { profiles }: Pick<Parts, 'profiles'>,
): Promise<void> {
  const profileId = settings.activeProfileId();
  if (profileId === null || !known.some(({ id }) => id === profileId)) return;
  const opened = await profiles.activate({ profileId });
  if (!opened.ok) log.warn('profile-not-opened', { profileId, code: opened.error.code });
}

/** On a PC without a merchant the story of Practice is told ahead; on any other nobody waits for it. */
function prepareStory({ profiles, settings, log }: Basics, { profile: { story } }: Parts): void {
  if (!story) return;
  if (profiles.length > 0) void story.discard();
  else
    story.prepare(languageOf(settings.get().language), (error) =>
      log.warn('story-not-told', { error: String(error) }),
    );
}

/** A policy that has changed binds at once; one that is refused opens nothing and locks. */
function followPolicy(basics: Basics, { people, profiles, profile, status, backup, updates }: Parts): void {
  const { policy, settings, log } = basics;
  const noteProblem = () => {
    const problem = policy.problem();
    if (problem) log.error('policy-refused', { code: problem.code, ...problem.params });
  };
  noteProblem();
  policy.onLook((changed) => {
    if (changed) {
      noteProblem();
      followRoute(policy);
      settings.follow();
      people.follow();
      backup.follow();
      updates.follow();
      status.changed();
    }
    if (policy.problem()) return;
    // Looked at each time: money in flight may have kept a profile from being opened again.
    const opened = profile.current() ? profiles.follow() : changed && openLastProfile(basics, { profiles });
    Promise.resolve(opened).catch((error: unknown) =>
      log.error('policy-not-followed', { error: String(error) }),
    );
  });
}

async function start(options: CoreOptions, lock: FolderLock): Promise<Core> {
  const { basics, parts } = await assemble({ ...options, lock });
  const { log, events } = basics;
  const { people, profile, notices, connection, upkeep, backup, updates } = parts;
  const handlers = handlersOf(options, basics, parts);
  followPolicy(basics, parts);
  if (!basics.policy.problem()) await openLastProfile(basics, parts);
  prepareStory(basics, parts);
  notices.start();
  backup.start();
  updates.start();
  if (options.upkeep === true) upkeep.touch();
  log.info('core-started', { version: options.version, host: options.host });
  let first: (() => void) | null = null;
  const counted: Handlers = {
    ...handlers,
    'people.state': (input) => {
      first?.();
      first = null;
      return handlers['people.state'](input);
    },
  };
  return {
    handlers: counted,
    onFirstWindow: (listener) => void (first = listener),
    onEvent: events.listen,
    lock: () => people.lock('sleep'),
    inFlight: () => profile.current()?.operations.inFlight() ?? 0,
    log,
    stop: async () => {
      basics.policy.stop();
      updates.stop();
      connection.stop();
      notices.stop();
      upkeep.stop();
      people.stop();
      events.end();
      try {
        await backup.stop();
        await profile.end();
        basics.keyProcess?.stop();
        log.info('core-stopped');
        await log.close();
      } finally {
        lock.release();
      }
    },
  };
}
