/** The parts that every read of the scheduler needs: what is due, what is under way, and whether it may go on. */
import type { RestReason, UpkeepState, UpkeepTask } from '#shared/contract/upkeep.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import type { Clock, Random } from '#shared/time/clock.ts';
import { isOpen } from './hours.ts';
import { createPauses } from './pauses.ts';

/** The open profile, as it is read by itself. */
export type Upkept = {
  /** It has windows and settled transactions: not in a test environment. */
  readonly hasSettlement: boolean;
  refreshTerminals(): Promise<Result<unknown, AppError>>;
  /** Those of this PC's branches, without those of other merchants. */
  terminalIds(): Promise<string[]>;
  readTerminal(terminalId: string): Promise<Result<{ newRows: number }, AppError>>;
  readWindows(): Promise<Result<unknown, AppError>>;
  /** The fees that the gateway quotes: what it takes later is compared with them. */
  readFees(): Promise<Result<unknown, AppError>>;
  /** Whether all settled transactions were ever on this PC. */
  hadSettled(): Promise<boolean>;
  /** `fresh`: rows that were not on this PC. */
  downloadSettled(): Promise<Result<{ fresh: number }, AppError>>;
};
export type UpkeepSettings = {
  readonly readMinutes: number;
  readonly openFrom: string;
  readonly openTo: string;
  readonly readWhileLocked: boolean;
};
export type Needs = {
  clock: Clock;
  random: Random;
  settings: () => UpkeepSettings;
  /** The open profile; another value is another profile, or the same one opened again. */
  current: () => Upkept | null;
  isLocked: () => boolean;
  isMoneyMoving: () => boolean;
  onChange: (state: UpkeepState) => void;
  onNews: (news: { task: UpkeepTask; terminalId: string | null; count: number }) => void;
  onFailure: (task: UpkeepTask, error: unknown) => void;
};
export type Desk = ReturnType<typeof createDesk>;

/** Each gap is up to this share longer or shorter, so that the computers of a merchant do not ask at the same moment. */
const JITTER = 0.15;

type Due = Record<UpkeepTask | 'list', number>;
const NOTHING_YET: Due = { list: 0, terminals: 0, windows: 0, fees: 0, settled: 0 };

export function createDesk(needs: Needs) {
  const { clock, settings, current } = needs;
  const pauses = createPauses();
  const now = {
    dueMs: { ...NOTHING_YET },
    reading: null as UpkeepState['reading'],
    lastReadAtMs: null as number | null,
    ended: false,
  };

  function rests(): RestReason | null {
    const { readMinutes, openFrom, openTo, readWhileLocked } = settings();
    if (readMinutes === 0) return 'off';
    if (needs.isLocked() && !readWhileLocked) return 'locked';
    if (needs.isMoneyMoving()) return 'money';
    return isOpen(clock.nowMs(), { from: openFrom, to: openTo }) ? null : 'closed';
  }
  const state = (): UpkeepState => {
    const { reading, lastReadAtMs, dueMs } = now;
    const resting = rests();
    const nextReadAtMs = resting === null && dueMs.terminals > 0 ? dueMs.terminals : null;
    return { reading, rests: resting, paused: pauses.list(clock.nowMs()), lastReadAtMs, nextReadAtMs };
  };
  function begin(what: UpkeepState['reading']): void {
    now.reading = what;
    needs.onChange(state());
  }
  /** Whether the round may ask for more: nothing has come up that wants quiet. */
  function mayGoOn(profile: Upkept, task: UpkeepTask): boolean {
    const resting = rests();
    const isQuiet = resting !== null && (resting !== 'closed' || task === 'terminals');
    return !now.ended && current() === profile && !isQuiet && !pauses.isPaused(task, clock.nowMs());
  }

  return {
    ...needs,
    now,
    rests,
    state,
    begin,
    mayGoOn,
    isDue: (profile: Upkept, task: UpkeepTask) => now.dueMs[task] <= clock.nowMs() && mayGoOn(profile, task),
    /** `every`, a little longer or shorter. */
    later(every: number): number {
      const [byte = 0] = needs.random.bytes(1);
      return Math.round(clock.nowMs() + every * (1 - JITTER + (2 * JITTER * byte) / 255));
    },
    /** Notes what came of a read. */
    heard<T>(task: UpkeepTask, answer: Result<T, AppError>): answer is { ok: true; value: T } {
      if (answer.ok) pauses.succeeded(task);
      else if (answer.error.code !== 'cancelled') pauses.failed(task, answer.error, clock.nowMs());
      return answer.ok;
    },
    /** Everything is due, and nothing is paused. */
    startOver(): void {
      now.dueMs = { ...NOTHING_YET };
      pauses.clear();
    },
  };
}
