/** Closes of other PCs are taken in as they come, so that reconciliation, bridges and figures have them beside this PC's own. */
import type { ProfileContext } from '../context.ts';
import type { Held } from './claim-taking.ts';

/** So that other writes wait for no more than that. */
const NAMES_AT_ONCE = 2_000;

export function createTakingCloses({ db, emit, log }: ProfileContext, held: () => Held | null) {
  let working: Promise<void> | null = null;
  let isMore = false;

  /** Once, before the first closes come: what they tell masked is found by the names that this PC has. */
  async function learnNames(): Promise<void> {
    if (await db.call('otherCloses.areNamesLearnt', null)) return;
    let from: Parameters<typeof db.call<'otherCloses.learnNames'>>[1]['from'] = null;
    do from = await db.call('otherCloses.learnNames', { from, most: NAMES_AT_ONCE });
    while (from);
  }

  /** In pages, each in one transaction: what was taken in is not read again. */
  async function takeIn(): Promise<void> {
    let isChanged = false;
    if (held()) await learnNames();
    try {
      for (;;) {
        const now = held();
        if (!now) break;
        const page = await now.thread.closesChanged(await db.call('otherCloses.position', null));
        if (held() !== now) break;
        if (await db.call('otherCloses.store', page)) isChanged = true;
        if (page.isEnd) break;
      }
    } finally {
      // Also where a later page failed: what is stored is not told by the next try.
      if (isChanged) emit('headOffice.closes', {});
    }
  }
  async function work(): Promise<void> {
    do {
      isMore = false;
      await takeIn();
    } while (isMore);
  }
  return {
    soon(): void {
      isMore = true;
      working ??= work()
        .catch((error: unknown) => log.warn('closes-not-taken-in', { error: String(error) }))
        .finally(() => {
          working = null;
        });
    },
    /** This PC takes no part any more. */
    async forget(): Promise<void> {
      await working;
      if (await db.call('otherCloses.forget', null)) emit('headOffice.closes', {});
    },
    stop: async (): Promise<void> => {
      await working;
    },
  };
}
