/** Keeps contact with head office: round after round, with longer pauses while it fails, and says how it stands. */
import { randomInt } from 'node:crypto';
import type { HeadOfficeStanding } from '#shared/contract/head-office.ts';
import { connect, type Connection } from './connection.ts';
import { failureOf } from './failure.ts';
import type { HeadOfficeTask } from './protocol.ts';
import { runRound, waitingOf, type Round } from './round.ts';
import type { Store } from './store.ts';

/** Between two rounds that went well. */
const PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/** Each pause is a little longer or shorter: five hundred PCs that were cut off together do not come back together. */
export const pauseAfter = (failures: number): number => {
  const whole = Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** Math.min(failures, 10));
  return Math.round(whole * (0.75 + randomInt(500) / 1_000));
};

type Told = {
  readonly standing: (standing: HeadOfficeStanding) => void;
  readonly news: (count: number) => void;
  /** Logged once when contact begins to fail. The driver's words hold no password. */
  readonly failed: (failure: string, message: string) => void;
};

/** One round after the other, and how it stands after the last. */
function createRounds({ login, ...member }: HeadOfficeTask, store: Store, told: Told) {
  const round: Round = { ...member, store };
  let connection: Connection | null = null;
  let published = 0;
  let failures = 0;
  let failing: Pick<HeadOfficeStanding, 'failure' | 'failingSinceMs'> = {
    failure: null,
    failingSinceMs: null,
  };
  let isAsked = false;
  let said = '';
  const disconnect = async () => {
    const ending = connection;
    connection = null;
    // It may be gone already.
    await ending?.close().catch(() => null);
  };
  const standing = (): HeadOfficeStanding => {
    const { waiting, sinceMs } = waitingOf(round, published);
    return { ...failing, waiting, waitingSinceMs: waiting > 0 ? sinceMs : null, isAsked, pcs: store.pcs() };
  };
  function tell(): void {
    const now = standing();
    const text = JSON.stringify(now);
    if (text !== said) told.standing(now);
    said = text;
  }
  async function failed(error: unknown): Promise<void> {
    const failure = failureOf(error);
    if (failing.failure !== failure) told.failed(failure, error instanceof Error ? error.message : '');
    failures += 1;
    failing = { failure, failingSinceMs: failing.failingSinceMs ?? Date.now() };
    // Whatever it was, the next round begins with a connection that nothing is known against.
    await disconnect();
  }
  return {
    standing,
    disconnect,
    failures: () => failures,
    async once(): Promise<void> {
      try {
        connection ??= await connect(login);
        const done = await runRound(connection, round);
        published = done.published;
        failures = 0;
        failing = { failure: null, failingSinceMs: null };
        if (done.news > 0) told.news(done.news);
      } catch (error) {
        await failed(error);
      }
      isAsked = true;
      tell();
    },
  };
}

export function keepContact(task: HeadOfficeTask, store: Store, told: Told) {
  const rounds = createRounds(task, store, told);
  let wake = () => {};
  let isEnding = false;
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pauseAfter(rounds.failures()));
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  let running = Promise.resolve();
  const inTurn = () => (running = running.then(() => (isEnding ? undefined : rounds.once())));
  const goesOn = (async () => {
    while (!isEnding) {
      await inTurn();
      if (!isEnding) await pause();
    }
  })();
  return {
    /** A round now; answers how it stands afterwards. */
    async look(): Promise<HeadOfficeStanding> {
      await inTurn();
      return rounds.standing();
    },
    /** What is under way is broken off: it is begun again at the next start. */
    async end(): Promise<void> {
      isEnding = true;
      wake();
      await rounds.disconnect();
      await goesOn;
      await running;
      await rounds.disconnect();
    },
  };
}
