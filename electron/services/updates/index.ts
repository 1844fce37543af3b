/** When a version is looked for, and when it may be installed: never while something is under way. */
import type { InputOf } from '#shared/contract/index.ts';
import type { UpdateChannel } from '#shared/contract/policy.ts';
import type { UpdateState } from '#shared/contract/updates.ts';
import { policyError, updateError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { Clock } from '#shared/time/clock.ts';
import type { Log } from '../../log/log.ts';
import type { KeptUpdates } from '../settings/index.ts';

export type UpdatePlace = {
  readonly feed: string;
  readonly channel: 'stable' | 'early';
  /** What the list of versions is signed with; null: nobody of the organisation signs it. */
  readonly key: string | null;
  /** The version before: it is older than this one, and this very one is wanted. */
  readonly before: string | null;
};
/** What a host offers. Both reject where the feed does not answer, or what came is not what was signed: `code` says which. */
export type Updater = {
  /** Null: nothing for this computer there. */
  look(place: UpdatePlace): Promise<{ readonly version: string } | null>;
  download(): Promise<void>;
  /** Ends the app, once what was asked for is answered. */
  install(): Promise<void>;
};

export type UpdateNeeds = {
  readonly version: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Null on a host that cannot install. */
  readonly updater: Updater | null;
  readonly kept: { get(): KeptUpdates; set(next: KeptUpdates): void };
  readonly policy: {
    channel(): UpdateChannel | undefined;
    feed(): string | undefined;
    key(): string | undefined;
  };
  /** Null: only a policy can name one. */
  readonly defaultFeed: string | null;
  readonly inFlight: () => number;
  /** A day is begun and not closed. */
  readonly isClosing: () => Promise<boolean>;
  /** Nobody is at Closeout. */
  readonly isIdle: () => boolean;
  readonly onChange: (state: UpdateState) => void;
};
export type UpdateService = ReturnType<typeof createUpdateService>;

export const UPDATE_LOOK_MS = 4 * 3_600_000;
export const UPDATE_INSTALL_MS = 5 * 60_000;
const withoutSlash = (feed: string): string => feed.replace(/\/+$/, '');

/** The version that ran here last, if it was another one, is the one to go back to. */
function noteVersion({ version, kept }: UpdateNeeds): void {
  const known = kept.get();
  if (known.version !== version) kept.set({ ...known, version, previous: known.version });
}

/** The organisation's channel and feed come before the person's and the build's. */
const sourceOf = ({ policy, kept, defaultFeed }: UpdateNeeds) => ({
  channel: (): UpdateChannel => policy.channel() ?? kept.get().channel,
  feed: (): string | null => {
    const feed = policy.feed() ?? defaultFeed;
    return feed && withoutSlash(feed);
  },
  key: (): string | null => policy.key() ?? null,
});

const TOLD = ['no-key', 'not-signed', 'other-version'] as const;
/** What a host's failure is called. Whatever it has no name for is a feed that could not be read. */
function fetchError(failure: unknown, { before }: UpdatePlace): AppError {
  const { code = 'unknown' } = failure as { code?: string };
  if (code === 'ERR_CHECKSUM_MISMATCH') return updateError('wrong-file');
  const told = TOLD.find((one) => one === code);
  return told ? updateError(told, { version: before ?? '' }) : updateError('not-fetched', { code });
}

/** What is known of the next version. Looks and downloads; a failure is in the state, and the app goes on as it is. */
function createFetcher(needs: UpdateNeeds) {
  const { log, updater, kept, onChange } = needs;
  const source = sourceOf(needs);
  let state: UpdateState['state'] = 'idle';
  let version: string | null = null;
  let error: AppError | null = null;

  const view = (): UpdateState => ({
    canInstall: updater !== null,
    channel: source.channel(),
    state,
    version,
    previous: kept.get().previous,
    error,
  });
  function become(next: UpdateState['state'], about: string | null, problem: AppError | null = null): void {
    state = next;
    version = about;
    error = problem;
    onChange(view());
  }
  async function fetch(place: UpdatePlace): Promise<Result<UpdateState, AppError>> {
    if (updater !== null && state !== 'looking' && state !== 'downloading') {
      become('looking', null);
      try {
        const found = await updater.look(place);
        if (found) {
          become('downloading', found.version);
          await updater.download();
          become('ready', found.version);
          log.info('update-ready', { version: found.version });
        } else become('idle', null);
      } catch (failure) {
        const problem = fetchError(failure, place);
        log.warn('update-not-fetched', { code: problem.code, ...problem.params });
        become('idle', null, problem);
      }
    }
    return error ? err(error) : ok(view());
  }
  return { view, fetch };
}
type Fetcher = ReturnType<typeof createFetcher>;

/** Why the version that is ready may not be installed now; null: it may. */
async function whyNotNow({ inFlight, isClosing }: UpdateNeeds, { view }: Fetcher): Promise<AppError | null> {
  if (view().state !== 'ready') return updateError('nothing-ready');
  if (inFlight() > 0) return updateError('money-moving');
  return (await isClosing()) ? updateError('day-being-closed') : null;
}

/** The core ends within it: what goes wrong then is told by the host. */
function install({ updater, log }: UpdateNeeds, version: string | null): void {
  log.info('update-installed', { version });
  updater
    ?.install()
    .catch((failure: unknown) => log.error('update-not-installed', { error: String(failure) }));
}

/** Looks every few hours, and installs what is ready while nobody is there. */
function createSchedule(needs: UpdateNeeds, fetcher: Fetcher) {
  const { clock, log, updater } = needs;
  const source = sourceOf(needs);
  let cancelLook = () => {};
  let cancelInstall = () => {};

  async function look(): Promise<void> {
    const channel = source.channel();
    const feed = source.feed();
    if (channel !== 'off' && feed !== null && fetcher.view().state === 'idle')
      await fetcher.fetch({ feed, channel, key: source.key(), before: null });
  }
  function planLook(): void {
    cancelLook = clock.after(UPDATE_LOOK_MS, () => void look().finally(planLook));
  }
  async function installIfIdle(): Promise<void> {
    const { state, version } = fetcher.view();
    if (state !== 'ready' || source.channel() === 'off' || !needs.isIdle()) return;
    if ((await whyNotNow(needs, fetcher)) !== null) return;
    install(needs, version);
  }
  function planInstall(): void {
    cancelInstall = clock.after(UPDATE_INSTALL_MS, () => {
      installIfIdle()
        .catch((failure: unknown) => log.error('update-not-installed', { error: String(failure) }))
        .finally(planInstall);
    });
  }
  return {
    start(): void {
      if (updater === null) return;
      planLook();
      planInstall();
    },
    stop(): void {
      cancelLook();
      cancelInstall();
    },
  };
}

export function createUpdateService(needs: UpdateNeeds) {
  const { kept, policy, onChange } = needs;
  noteVersion(needs);
  const source = sourceOf(needs);
  const fetcher = createFetcher(needs);
  const { view, fetch } = fetcher;
  return {
    ...createSchedule(needs, fetcher),
    follow: () => onChange(view()),
    state: async (): Promise<Result<UpdateState>> => ok(view()),

    async setChannel({ channel }: InputOf<'updates.setChannel'>): Promise<Result<UpdateState, AppError>> {
      if (policy.channel() !== undefined) return err(policyError('set', { key: 'updateChannel' }));
      kept.set({ ...kept.get(), channel });
      onChange(view());
      return ok(view());
    },

    async look(): Promise<Result<UpdateState, AppError>> {
      const channel = source.channel();
      if (channel === 'off') return err(updateError('off'));
      const feed = source.feed();
      return feed === null
        ? err(updateError('no-feed'))
        : fetch({ feed, channel, key: source.key(), before: null });
    },

    async back(): Promise<Result<UpdateState, AppError>> {
      const { previous } = kept.get();
      if (previous === null) return err(updateError('no-version-before'));
      const feed = source.feed();
      if (feed === null) return err(updateError('no-feed'));
      const folder = `${feed}/versions/${previous}`;
      return fetch({ feed: folder, channel: 'stable', key: source.key(), before: previous });
    },

    async install(): Promise<Result<Record<string, never>, AppError>> {
      const refusal = await whyNotNow(needs, fetcher);
      if (refusal) return err(refusal);
      install(needs, view().version);
      return ok({});
    },
  };
}
