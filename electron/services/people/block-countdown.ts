/** Counts the running time of blocked people down, a tick at a time, while anybody is blocked. */
import type { Clock } from '#shared/time/clock.ts';
import type { LoadedPeople } from './loaded-people.ts';
import { afterRunning, BLOCK_TICK_MS } from './tries.ts';

type CountdownNeeds = {
  clock: Clock;
  people: LoadedPeople;
  inOrder: <T>(work: () => Promise<T>) => Promise<T>;
  onChange: () => void;
};

export function createBlockCountdown({ clock, people, inOrder, onChange }: CountdownNeeds) {
  let cancelTick: (() => void) | null = null;
  const atLastTick = new Map<string, number>();
  const remainingOf = (personId: string) => people.loaded()?.people.get(personId)?.blockedRemainingMs ?? 0;

  function plan(): void {
    const blocked = [...(people.loaded()?.people.keys() ?? [])].some((personId) => remainingOf(personId) > 0);
    if (!blocked || cancelTick) return;
    cancelTick = clock.after(BLOCK_TICK_MS, () => {
      cancelTick = null;
      void inOrder(countDown).then(onChange);
    });
  }

  async function countDown(): Promise<void> {
    for (const [personId, { blockedRemainingMs }] of people.loaded()?.people ?? []) {
      if (blockedRemainingMs === 0) continue;
      const now = await people.fresh(personId);
      if (!now.ok) continue;
      // A smaller figure than at the last tick: another Closeout of this user counts it down already.
      const before = atLastTick.get(personId) ?? now.value.blockedRemainingMs;
      if (now.value.blockedRemainingMs === before)
        await people.put(personId, afterRunning(now.value, BLOCK_TICK_MS));
      atLastTick.set(personId, remainingOf(personId));
    }
    plan();
  }

  return {
    plan,
    stop(): void {
      cancelTick?.();
      cancelTick = null;
    },
  };
}
