/** Keeps contact with head office: round after round, with longer pauses while it fails, and says how it stands. */
import { randomInt } from 'node:crypto';
import type { HeadOfficeStanding } from '#shared/contract/head-office.ts';
import { apartFailures, type HeadOfficeFailure } from '#shared/domain/head-office.ts';
import type { KnownClaim } from './claim.ts';
import { connect, type Connection, type Login } from './connection.ts';
import { failureOf, Refusal } from './failure.ts';
import type { FromServer, HeadOfficeTask } from './protocol.ts';
import { waitingOf, type Round } from './own.ts';
import { runRound } from './round.ts';
import type { PublishedReading } from './published.ts';
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

/** The one connection of this PC: statements of different askers follow one another on it. */
function createLine(login: Login) {
  let line: Promise<Connection> | null = null;
  /** Ends the connection that something failed on; a newer one stays. */
  async function drop(failed: Promise<Connection> | null): Promise<void> {
    if (line === failed) line = null;
    // It may be gone already, or never have been made.
    await failed?.then((connection) => connection.close()).catch(() => null);
  }
  return {
    async use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
      const used = (line ??= connect(login));
      try {
        return await work(await used);
      } catch (error) {
        // Whatever it was, the next asker begins with a connection that nothing is known against.
        await drop(used);
        throw error;
      }
    },
    end: () => drop(line),
  };
}
type Line = ReturnType<typeof createLine>;

/** Whether contact fails, why and since when. A PC that was set apart from the chain stays so until a contact goes well, also after a restart. */
function createStandOfContact(store: Store, told: Told) {
  let apart = store.apart();
  let failing: Pick<HeadOfficeStanding, 'failure' | 'failingSinceMs'> = {
    failure: apart,
    failingSinceMs: apart && Date.now(),
  };
  let failures = 0;
  const keepApart = (now: HeadOfficeFailure | null): void => {
    if (now !== apart) store.keepApart(now);
    apart = now;
  };
  return {
    failing: () => failing,
    failures: () => failures,
    hasFailed(error: unknown): void {
      const failure = failureOf(error);
      if (failing.failure !== failure) told.failed(failure, error instanceof Error ? error.message : '');
      failures += 1;
      failing = { failure, failingSinceMs: failing.failingSinceMs ?? Date.now() };
      if (apartFailures.includes(failure)) keepApart(failure);
    },
    isWell(): void {
      failures = 0;
      failing = { failure: null, failingSinceMs: null };
      keepApart(null);
    },
  };
}

type Contact = HeadOfficeTask & Pick<Round, 'startRuns'>;

/** One round after the other, and how it stands after the last. */
function createRounds({ login: _, ...member }: Contact, store: Store, line: Line, told: Told) {
  let readings: readonly PublishedReading[] | null = null;
  const round: Round = { ...member, store, readings: () => readings };
  let published = 0;
  let claims: readonly KnownClaim[] = [];
  let otherPeople = false;
  const contact = createStandOfContact(store, told);
  let isAsked = false;
  let refusals = 0;
  let said = '';
  let again = false;
  const standing = (): HeadOfficeStanding => {
    const { waiting, sinceMs } = waitingOf(round, published);
    const waitingSinceMs = waiting > 0 ? sinceMs : null;
    return {
      ...contact.failing(),
      waiting,
      waitingSinceMs,
      isAsked,
      isWhole: store.isWhole(),
      otherPeople,
      pcs: store.pcs(),
      claims: [...claims],
    };
  };
  /** `isAgain`: also what was told before. */
  function tell(isAgain: boolean): void {
    const now = standing();
    const text = JSON.stringify(now);
    if (text !== said || isAgain) told.standing(now);
    said = text;
  }
  return {
    standing,
    tell: (now: readonly PublishedReading[]) => void (readings = now),
    failures: contact.failures,
    /**
     * A round that begins from now on tells how it stands, even if it is the same again: what was asked may be lost on the server
     * by then. A round that is under way may have looked before it was asked.
     */
    tellAgain: () => void (again = true),
    /** A statement between rounds was told that this PC is no part of the chain: that holds at once. */
    refused(failure: HeadOfficeFailure): void {
      refusals += 1;
      contact.hasFailed(new Refusal(failure));
      tell(false);
    },
    async once(): Promise<void> {
      const isAgain = again;
      again = false;
      // What a round stored before it failed is no news of the next one.
      let news = 0;
      let isFirst = false;
      const refusalsBefore = refusals;
      try {
        const done = await line.use((connection) => runRound(connection, round, (count) => (news += count)));
        ({ published, claims, isFirst, otherPeople } = done);
        // What a statement was told meanwhile is newer than what this round began with.
        if (refusals === refusalsBefore) contact.isWell();
      } catch (error) {
        contact.hasFailed(error);
      }
      // A copy that is whole for the first time has news even if nothing came: what is not in it is gone.
      if (news > 0 || isFirst) told.news(news);
      isAsked = true;
      tell(isAgain);
    },
  };
}

/** A movement waits for this: its last read must not grow old meanwhile. */
const ANSWER_MS = 5_000;
const tooLate = () => new Refusal('not-reached');

/** Asks at once, also in a pause. The connection may have died unseen, so it is tried once more on a new one. */
async function askOn<T>(line: Line, work: (connection: Connection) => Promise<T>): Promise<FromServer<T>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLate()), ANSWER_MS);
  });
  const asked = line.use(work).catch((error: unknown) => {
    if (failureOf(error) === 'not-reached') return line.use(work);
    throw error;
  });
  try {
    return { ok: true, value: await Promise.race([asked, late]) };
  } catch (error) {
    return { ok: false, failure: failureOf(error) };
  } finally {
    clearTimeout(timer);
  }
}

export function keepContact(task: Contact, store: Store, told: Told) {
  const line = createLine(task.login);
  const rounds = createRounds(task, store, line, told);
  let wake = () => {};
  let isNudged = false;
  let isEnding = false;
  const pause = () =>
    new Promise<void>((resolve) => {
      if (isNudged) return resolve();
      const timer = setTimeout(resolve, pauseAfter(rounds.failures()));
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  // What is known of the PCs from before, while the first contact is still being made.
  told.standing(rounds.standing());
  let running = Promise.resolve();
  const inTurn = () => (running = running.then(() => (isEnding ? undefined : rounds.once())));
  const goesOn = (async () => {
    while (!isEnding) {
      isNudged = false;
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
    tell: rounds.tell,
    /** The next round comes at once, unless contact fails: then its pauses hold. */
    nudge(): void {
      if (rounds.failures() > 0) return;
      isNudged = true;
      wake();
    },
    /** Answers within seconds. What it changed is in the round that follows. */
    async ask<T>(work: (connection: Connection) => Promise<T>): Promise<FromServer<T>> {
      const answer = await askOn(line, work);
      if (!answer.ok) {
        if (apartFailures.includes(answer.failure)) rounds.refused(answer.failure);
        return answer;
      }
      rounds.tellAgain();
      wake();
      return answer;
    },
    /** What is under way is broken off: it is begun again at the next start. */
    async end(): Promise<void> {
      isEnding = true;
      wake();
      await line.end();
      await goesOn;
      await running;
      await line.end();
    },
  };
}
