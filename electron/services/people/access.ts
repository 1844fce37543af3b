/** Knows who is signed in and when that ends: after idle minutes, with a warning; after a sleep; or at once on demand. */
import type { Clock } from '#shared/time/clock.ts';

export const WARNING_MS = 30_000;
const BUSY_RETRY_MS = 1_000;
const WATCH_MS = 5_000;
/** If a watch takes longer than this, the computer slept or its clock was put forward. Either way nobody was here. */
const SLEPT_MS = 60_000;

export type LockReason = 'idle' | 'sleep' | 'asked' | 'blocked' | 'changed';
type AccessNeeds = {
  clock: Clock;
  lockAfterMs: () => number;
  /** A call that acts is in flight: the lock waits for it. */
  isBusy: () => boolean;
  onLocked: (personId: string, reason: LockReason) => void;
  onWarning: () => void;
};
export type Access = ReturnType<typeof createAccess>;

export function createAccess({ clock, lockAfterMs, isBusy, onLocked, onWarning }: AccessNeeds) {
  let personId: string | null = null;
  let warned = false;
  let cancelIdle = () => {};
  let cancelWatch = () => {};

  function lock(reason: LockReason): void {
    if (personId === null) return;
    const who = personId;
    personId = null;
    warned = false;
    cancelIdle();
    cancelWatch();
    onLocked(who, reason);
  }

  function lockWhenDone(): void {
    if (isBusy()) cancelIdle = clock.after(BUSY_RETRY_MS, lockWhenDone);
    else lock('idle');
  }

  /** Uses timers, not times of day: putting the clock back does not keep the app open. */
  function restartIdle(): void {
    cancelIdle();
    cancelIdle = clock.after(lockAfterMs() - WARNING_MS, () => {
      warned = true;
      onWarning();
      cancelIdle = clock.after(WARNING_MS, lockWhenDone);
    });
  }

  function watch(): void {
    const atMs = clock.nowMs();
    cancelWatch = clock.after(WATCH_MS, () => {
      if (clock.nowMs() - atMs > WATCH_MS + SLEPT_MS) lock('sleep');
      else watch();
    });
  }

  return {
    current: () => personId,
    warned: () => warned,
    lock,
    signIn(who: string): void {
      cancelIdle();
      cancelWatch();
      personId = who;
      warned = false;
      restartIdle();
      watch();
    },
    /** Somebody is there. Answers true if a warning was taken back. */
    active(): boolean {
      if (personId === null) return false;
      const was = warned;
      warned = false;
      restartIdle();
      return was;
    },
    stop(): void {
      cancelIdle();
      cancelWatch();
    },
  };
}
