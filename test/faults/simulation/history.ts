/** One seeded history of a person, a computer and a gateway, and everything about it that must hold (R8). */
import { DatabaseFailure, type Database } from '#electron/database/client.ts';
import { createPerson } from './person.ts';
import { Judge } from './judge.ts';
import { memoryDatabase, openMemoryFiles } from './memory-database.ts';
import { seededRng, type Rng } from './rng.ts';
import { Scheduler } from './scheduler.ts';
import { createServices, type Services } from './services.ts';
import { clear, createWire, type Weather } from './wire.ts';
import { TERMINALS, World } from './world.ts';

export type History = {
  seed: number;
  hash: string;
  broken: string[];
  confirmations: number;
  sends: number;
  executions: number;
  crashes: number;
  steps: number;
};

const START_MS = Date.UTC(2026, 10, 17, 10, 30);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;
/** A gateway that has shown by then what it did keeps what is taken as given of it. */
const SETTLES_WITHIN_MS = 10 * MINUTE;

/** Late at most ten minutes: within the settle window. A gateway that waits longer is a world of its own. */
const weatherOf = (rng: Rng, latestMs: number): Weather => ({
  readsFail: rng.pick([0, 0, 0.2, 0.7]),
  notConnected: rng.pick([0, 0.1, 0.5]),
  droppedBefore: rng.pick([0, 0.2, 0.6]),
  droppedAfter: rng.pick([0, 0.2, 0.6]),
  late: rng.pick([0, 0.2, 0.6]),
  latestMs,
  refused: rng.pick([0, 0.1, 0.4]),
  nonsense: rng.pick([0, 0.1, 0.5]),
});

/** `startMs`: what the world's clock says at first; a history may begin on the night the clocks change. */
export async function runHistory(seed: number, startMs = START_MS): Promise<History> {
  const rng = seededRng(seed);
  const scheduler = new Scheduler(rng, startMs);
  const world = new World(rng, startMs);
  const files = openMemoryFiles();
  // A list that is stuck since before a send is told by its having nothing newer: where all else is as it should be.
  const sticks = rng.chance(0.2);
  const latestMs = sticks ? 0 : rng.pick([10 * MINUTE, 10 * MINUTE, 3 * HOUR]);
  const judge = new Judge(files, world, latestMs <= SETTLES_WITHIN_MS);
  const diskFails = rng.pick([0, 0, 0, 0.02]);
  let weather = clear;
  let crashes = 0;
  const gateway = createWire({
    scheduler,
    world,
    weather: () => weather,
    onFirstByte: (send) => judge.firstByte(send),
    onRead: (nowMs) => judge.read(nowMs),
  });
  let failing = 0;
  const database = (): Database =>
    memoryDatabase(files, scheduler, (mode) =>
      rng.chance(failing) ? (mode === 'read' ? 'SQLITE_IOERR' : 'SQLITE_FULL') : null,
    );

  /** Starts the process and lets it recover; the process may be killed while it does. */
  async function open(): Promise<Services> {
    for (;;) {
      const services = createServices(scheduler, database(), gateway(), (event, facts) => {
        if (failing === 0) judge.say(`logged ${event} ${facts}`);
      });
      let recovered = false;
      let rejected = false;
      const sentBefore = judge.sends.length;
      services.operations.recover().then(
        () => (recovered = true),
        (error: unknown) => {
          if (failing === 0) judge.say(`recovery failed: ${String(error)}`);
          rejected = true;
        },
      );
      const ended = await scheduler.run(MINUTE, () => recovered || rejected);
      // A profile that cannot be made safe does not open; there is room on the disk at the next try.
      if (rejected) failing = 0;
      if (judge.sends.length > sentBefore) judge.say('I9: recovery sent something');
      if (ended === 'ran' && recovered) return services;
      kill();
    }
  }
  function kill(): void {
    crashes += 1;
    scheduler.note('crash');
    scheduler.crash();
  }

  let services = await open();
  let person = createPerson({ scheduler, files, world, judge, services });
  const reopen = async () => {
    services = await open();
    person = createPerson({ scheduler, files, world, judge, services });
  };
  /** Lets time pass; a kill in it starts the process again. */
  async function pass(ms: number): Promise<void> {
    if ((await scheduler.run(ms)) === 'ran') return;
    kill();
    await reopen();
  }
  /** Only a disk that fails may reject what a person did: all else is an answer. */
  const onRejection = (error: unknown) => {
    scheduler.note(`rejected ${String(error)}`);
    if (!(error instanceof DatabaseFailure && ['SQLITE_FULL', 'SQLITE_IOERR'].includes(error.sqliteCode)))
      judge.say(`a person was given a failure: ${String(error)}`);
  };

  async function stopAndStart(): Promise<void> {
    failing = 0;
    let stopped = false;
    services.instant.stop();
    void Promise.all([services.terminals.stop(), services.operations.stop()]).then(() => (stopped = true));
    await scheduler.run(MINUTE, () => stopped);
    kill();
    await reopen();
  }

  function sell(): void {
    world.sell(rng.pick(TERMINALS), scheduler.worldMs);
    if (rng.chance(0.5)) world.orders.buy(scheduler.worldMs);
    if (rng.chance(0.3)) world.orders.anotherMoves(scheduler.worldMs);
  }

  /** No answer comes; a person reads until it is believed absent, and sends it again in whatever weather. */
  async function sendTwice(): Promise<void> {
    const late = rng.chance(0.5) ? { late: 1, latestMs } : { droppedBefore: 1 };
    const stuck = sticks && rng.chance(0.7);
    if (stuck) world.orders.stuckAtMs = scheduler.worldMs;
    weather = { ...clear, ...(stuck ? { droppedAfter: 1 } : late) };
    person.move().done.catch(onRejection);
    await pass(3 * MINUTE);
    weather = clear;
    for (let reads = 5; reads > 0; reads -= 1) {
      for (const terminalId of TERMINALS) world.sell(terminalId, scheduler.worldMs);
      world.orders.buy(scheduler.worldMs);
      world.orders.payAnother(scheduler.worldMs);
      await pass(rng.pick([5 * SECOND, 4 * MINUTE, 5 * MINUTE]));
    }
    world.orders.stuckAtMs = null;
    weather = rng.chance(0.5) ? { ...clear, refused: 1 } : weatherOf(rng, latestMs);
    person.sendAgain().catch(onRejection);
    await pass(3 * MINUTE);
  }

  /** A batch is made, and what has failed of it is paid again by whoever presses, in whatever weather. */
  async function payFailedTwice(): Promise<void> {
    weather = clear;
    person.payMany().catch(onRejection);
    await pass(6 * MINUTE);
    for (let presses = 3; presses > 0; presses -= 1) {
      if (rng.chance(0.3)) weather = weatherOf(rng, latestMs);
      const together = rng.chance(0.3) ? [person.payFailed(), person.payFailed()] : [person.payFailed()];
      for (const press of together) press.catch(onRejection);
      await pass(rng.pick([30 * SECOND, 3 * MINUTE]));
    }
  }

  async function act(): Promise<void> {
    failing = rng.chance(0.5) ? diskFails : 0;
    const dice = rng.next();
    if (dice < 0.04) await sendTwice();
    else if (dice < 0.07) await payFailedTwice();
    else if (dice < 0.5) {
      const { name, done } = person.act();
      scheduler.note(`person ${name}`);
      done.catch(onRejection);
      if (rng.chance(0.15)) scheduler.crashAtStep = scheduler.steps + rng.int(60);
      await pass(rng.pick([50, SECOND, 30 * SECOND, 3 * MINUTE]));
    } else if (dice < 0.6) {
      person.readTerminal().catch(onRejection);
      await pass(2 * SECOND);
    } else if (dice < 0.66) {
      sell();
    } else if (dice < 0.76) {
      weather = weatherOf(rng, latestMs);
    } else if (dice < 0.88) {
      await pass(rng.pick([MINUTE, 6 * MINUTE, 20 * MINUTE]));
    } else if (dice < 0.92) {
      scheduler.jump(rng.pick([HOUR, 8 * HOUR, 26 * HOUR]));
      await pass(SECOND);
    } else if (dice < 0.95) {
      scheduler.skewMs = rng.pick([0, HOUR, -HOUR, YEAR, -YEAR]);
    } else if (dice < 0.98) {
      kill();
      await reopen();
    } else await stopAndStart();
    judge.journal();
  }

  for (let actions = 15 + rng.int(25); actions > 0 && judge.broken.length === 0; actions -= 1) await act();

  // The end: everything under way arrives, the process starts once more, and clear reads settle what they can.
  failing = 0;
  weather = clear;
  scheduler.crashAtStep = Number.POSITIVE_INFINITY;
  scheduler.jump(4 * HOUR);
  await pass(5 * MINUTE);
  const followed = judge.followed();
  await pass(6 * MINUTE);
  followed();
  kill();
  await reopen();
  let checked = false;
  person.checkAll().then(
    () => (checked = true),
    (error: unknown) => judge.say(`reading failed: ${String(error)}`),
  );
  await scheduler.run(HOUR, () => checked);
  if (!checked) judge.say('the last reads never ended');
  // What the last reading says is judged after it has answered.
  await scheduler.run(SECOND);
  judge.journal();
  judge.chain();
  judge.outcomes();
  judge.absences();
  judge.settled();
  scheduler.note('end');
  kill();
  files.cache.close();
  files.journal.close();
  return {
    seed,
    hash: scheduler.hash(),
    broken: [...new Set(judge.broken)],
    confirmations: judge.confirmations,
    sends: judge.sends.length,
    executions: world.executions.length,
    crashes,
    steps: scheduler.steps,
  };
}
