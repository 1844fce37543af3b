/** Rows of an earlier Closeout are taken into sums and search beside all other work: whatever is asked meanwhile comes between. */
import type { ProfileContext } from '../context.ts';

/** Rows of one slice: few enough that nobody waits for it. */
const MOST = 100;

export function startFilling({ db, log, emit }: Pick<ProfileContext, 'db' | 'log' | 'emit'>) {
  let stopped = false;
  async function fill(): Promise<void> {
    let slices = 0;
    while (!stopped && (await db.call('settlement.fillSome', { most: MOST }))) slices += 1;
    if (slices > 0 && !stopped) emit('settlement.changed', { what: 'settled' });
  }
  const done = fill().catch((error: unknown) => {
    // The next opening goes on; until then sums and search read the rows themselves.
    if (!stopped) log.error('settled-not-filled', { error: String(error) });
  });
  return {
    stop: async (): Promise<void> => {
      stopped = true;
      await done;
    },
  };
}
