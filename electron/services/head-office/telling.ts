/** Tells the thread how the branches of this PC stand, whenever something behind it changed; the thread decides what is published. */
import type { EventName } from '#shared/contract/index.ts';
import type { ProfileContext } from '../context.ts';
import type { ClosingService } from '../closing/index.ts';
import type { Held } from './claim-taking.ts';

/** Many things change at once while a close is under way. */
const AFTER_CHANGE_MS = 1_000;
/** A business date turns without an event. */
const EVERY_MS = 60_000;

const BEHIND: ReadonlySet<EventName> = new Set<EventName>([
  'terminals.changed',
  'operations.changed',
  'closing.changed',
]);

type Needs = {
  readonly held: () => Held | null;
  readonly closing: Pick<ClosingService, 'strayRows'>;
};

export function createTelling({ db, clock, log }: ProfileContext, { held, closing }: Needs) {
  let cancel: (() => void) | null = null;
  let soon = false;
  let stopped = false;

  async function tell(): Promise<void> {
    const now = held();
    if (!now || now.membership.place.branch === '') return;
    const strays = await closing.strayRows();
    const readings = await db.call('today.standing', { nowMs: clock.nowMs(), strays });
    held()?.thread.tell(readings);
  }
  function plan(delayMs: number): void {
    cancel?.();
    if (stopped) return;
    cancel = clock.after(delayMs, () => {
      soon = false;
      tell()
        .catch((error: unknown) => log.warn('branches-not-told', { error: String(error) }))
        .finally(() => {
          if (!soon) plan(EVERY_MS);
        });
    });
  }
  return {
    begin: () => plan(0),
    hear(event: EventName): void {
      const now = held();
      // What was committed just now need not wait for the next round.
      if (event === 'closing.changed' || event === 'approvals.changed') now?.thread.nudge();
      if (!now || !BEHIND.has(event)) return;
      if (soon) return;
      soon = true;
      plan(AFTER_CHANGE_MS);
    },
    stop(): void {
      stopped = true;
      cancel?.();
    },
  };
}
