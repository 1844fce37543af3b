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
  /** The version before: it is older than this one, and wanted all the same. */
  readonly older: boolean;
};
/** What a host offers. Both reject where the feed does not answer, or what came is not what was signed. */
export type Updater = {
  /** Null: nothing for this computer there. */
  look(place: UpdatePlace): Promise<{ readonly version: string } | null>;
  download(): Promise<void>;
  /** Ends the app. */
  install(): void;
};

export type UpdateNeeds = {
  readonly version: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Null on a host that cannot install. */
  readonly updater: Updater | null;
  readonly kept: { get(): KeptUpdates; set(next: KeptUpdates): void };
  readonly policy: { channel(): UpdateChannel | undefined; feed(): string | undefined };
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

export function createUpdateService(needs: UpdateNeeds) {
  const { clock, log, updater, kept, policy } = needs;
  noteVersion(needs);
  let state: UpdateState['state'] = 'idle';
  let version: string | null = null;
  let error: AppError | null = null;
  let cancelLook = () => {};
  let cancelInstall = () => {};

  const channelNow = (): UpdateChannel => policy.channel() ?? kept.get().channel;
  const feedNow = (): string | null => {
    const feed = policy.feed() ?? needs.defaultFeed;
    return feed && withoutSlash(feed);
  };
  const view = (): UpdateState => {
    const { previous } = kept.get();
    return { canInstall: updater !== null, channel: channelNow(), state, version, previous, error };
  };
  function become(next: UpdateState['state'], about: string | null, problem: AppError | null = null): void {
    state = next;
    version = about;
    error = problem;
    needs.onChange(view());
  }

  /** Looks and downloads; what is wrong is in the state, and the app goes on as it is. */
  async function fetch(place: UpdatePlace): Promise<void> {
    if (updater === null || state === 'looking' || state === 'downloading') return;
    become('looking', null);
    try {
      const found = await updater.look(place);
      if (!found) return become('idle', null);
      become('downloading', found.version);
      await updater.download();
      become('ready', found.version);
      log.info('update-ready', { version: found.version });
    } catch (failure) {
      const { code } = failure as { code?: string };
      log.warn('update-not-fetched', { code: code ?? 'unknown' });
      become('idle', null, updateError('not-fetched', { code: code ?? 'unknown' }));
    }
  }

  async function whyNot(): Promise<AppError | null> {
    if (state !== 'ready') return updateError('nothing-ready');
    if (needs.inFlight() > 0) return updateError('money-moving');
    return (await needs.isClosing()) ? updateError('day-being-closed') : null;
  }

  async function lookNow(): Promise<void> {
    const channel = channelNow();
    const feed = feedNow();
    if (channel !== 'off' && feed !== null && state === 'idle') await fetch({ feed, channel, older: false });
  }
  function planLook(): void {
    cancelLook = clock.after(UPDATE_LOOK_MS, () => void lookNow().finally(planLook));
  }
  /** By itself only while nobody is there. */
  async function installIfIdle(): Promise<void> {
    if (state !== 'ready' || channelNow() === 'off' || !needs.isIdle() || (await whyNot()) !== null) return;
    log.info('update-installed', { version });
    updater?.install();
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
    follow: () => needs.onChange(view()),
    state: async (): Promise<Result<UpdateState>> => ok(view()),

    async setChannel({ channel }: InputOf<'updates.setChannel'>): Promise<Result<UpdateState, AppError>> {
      if (policy.channel() !== undefined) return err(policyError('set', { key: 'updateChannel' }));
      kept.set({ ...kept.get(), channel });
      needs.onChange(view());
      return ok(view());
    },

    async look(): Promise<Result<UpdateState, AppError>> {
      const channel = channelNow();
      if (channel === 'off') return err(updateError('off'));
      const feed = feedNow();
      if (feed === null) return err(updateError('no-feed'));
      await fetch({ feed, channel, older: false });
      return error ? err(error) : ok(view());
    },

    async back(): Promise<Result<UpdateState, AppError>> {
      const { previous } = kept.get();
      if (previous === null) return err(updateError('no-version-before'));
      const feed = feedNow();
      if (feed === null) return err(updateError('no-feed'));
      await fetch({ feed: `${feed}/versions/${previous}`, channel: 'stable', older: true });
      return error ? err(error) : ok(view());
    },

    async install(): Promise<Result<Record<string, never>, AppError>> {
      const refusal = await whyNot();
      if (refusal) return err(refusal);
      updater?.install();
      return ok({});
    },
  };
}
