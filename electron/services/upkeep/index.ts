/**
 * Keeps lists up to date by itself: terminals in opening hours, settlement windows, early payouts, and what was settled. One thing
 * at a time, few requests at once, with gaps that vary; quiet while money moves, while nobody is signed in, and while the gateway
 * does not want to be asked. Nothing here counts as somebody being there.
 */
import type { OutputOf } from '#shared/contract/index.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import { createDesk, type Needs, type Upkept } from './desk.ts';
import { reads, SETTLEMENT_EVERY_MS } from './reads.ts';

export type { Upkept } from './desk.ts';
export type UpkeepNeeds = Needs;
export type UpkeepService = ReturnType<typeof createUpkeep>;

/** After a profile was opened: the person's own reads go first. */
const FIRST_LOOK_MS = 5_000;
const LOOK_MS = 20_000;
const MONEY_MS = 3_000;

export function createUpkeep(needs: Needs) {
  const desk = createDesk(needs);
  const { clock, current } = needs;
  let cancel = () => {};
  let of: Upkept | null = null;
  let round: Promise<void> | null = null;

  async function runRound(profile: Upkept): Promise<void> {
    for (const [task, read] of reads) {
      if (task !== 'terminals' && !profile.hasSettlement) continue;
      if (!desk.isDue(profile, task)) continue;
      await read(desk, profile).catch((error: unknown) => {
        desk.now.dueMs[task] = desk.later(SETTLEMENT_EVERY_MS);
        needs.onFailure(task, error);
      });
    }
    if (desk.now.reading) desk.begin(null);
  }
  function plan(ms: number): void {
    cancel();
    if (!desk.now.ended) cancel = clock.after(ms, look);
  }
  function look(): void {
    const profile = current();
    if (profile !== of) {
      of = profile;
      desk.now.lastReadAtMs = null;
      desk.startOver();
    }
    if (!profile || round) return plan(LOOK_MS);
    if (desk.rests() === 'money') return plan(MONEY_MS);
    round = runRound(profile).finally(() => {
      round = null;
      plan(LOOK_MS);
    });
  }

  return {
    /** At the start, after a profile was opened, and after a setting changed. */
    touch: () => plan(FIRST_LOOK_MS),
    /** The profile closes: what is being read ends first. */
    async rest(): Promise<void> {
      await round;
    },
    stop(): void {
      desk.now.ended = true;
      cancel();
    },
    state: async (): Promise<Result<OutputOf<'upkeep.state'>>> => ok(desk.state()),
    async resume(): Promise<Result<Record<string, never>>> {
      desk.startOver();
      needs.onChange(desk.state());
      plan(0);
      return ok({});
    },
  };
}
