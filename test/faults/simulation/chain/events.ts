/** What happens in a simulated chain: what persons do, alone and at once, and what befalls PCs, their disks and the server. */
import { DatabaseFailure } from '#electron/database/client.ts';
import type { Weather } from '../wire.ts';
import { clear } from '../wire.ts';
import { TERMINALS } from '../world.ts';
import type { SimulatedChain } from './chain.ts';
import { empty, type Dump } from './office.ts';
import { copyOfDisk, type Disk, type OlderBy, type Pc } from './pc.ts';
import { clearNetwork } from './server.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const YEAR = 365 * 24 * HOUR;

/** What a person looks up outside is what became of everything by then. */
const LOOKED_UP_MS = 15 * MINUTE;

const MOVES = ['reverse', 'acknowledge', 'changeOrder', 'payOut', 'payMany', 'chargeCard'] as const;
export type Counts = Record<'cuts' | 'restores' | 'clones' | 'serverRestores' | 'takeOvers', number>;

export function createEvents(chain: SimulatedChain) {
  const { rng, timeline, world, server, office, judge } = chain;
  const counts: Counts = { cuts: 0, restores: 0, clones: 0, serverRestores: 0, takeOvers: 0 };
  let older: { pc: Pc; disk: Disk; by: OlderBy } | null = null;
  let copied: { pc: Pc; disk: Disk } | null = null;
  let dump: Dump = empty;
  /** By PC, when its journal will have been looked up. */
  const checks = new Map<Pc, number>();
  const isHostile = { clones: rng.chance(0.15), restores: rng.chance(0.5), server: rng.chance(0.4) };

  const someWeather = (): Weather => ({
    readsFail: rng.pick([0, 0, 0.2, 0.7]),
    notConnected: rng.pick([0, 0.1, 0.5]),
    droppedBefore: rng.pick([0, 0.2, 0.6]),
    droppedAfter: rng.pick([0, 0.2, 0.6]),
    late: rng.pick([0, 0.2, 0.6]),
    latestMs: chain.latestMs,
    refused: rng.pick([0, 0.1, 0.4]),
    nonsense: rng.pick([0, 0.1, 0.5]),
  });
  /** Only what is not confirmed may reject what a person did: all else is an answer. */
  const follow = (pc: Pc, what: string, done: Promise<unknown> | undefined): void => {
    timeline.note(`${pc.key} ${what}`);
    done?.catch((error: unknown) => {
      const isBlocked = error instanceof DatabaseFailure && error.sqliteCode === 'JOURNAL_UNCONFIRMED';
      if (!isBlocked) judge.say(`a person was given a failure: ${String(error)}`);
    });
  };
  const aPc = () => rng.pick(chain.living);
  const soon = () => chain.pass(rng.pick([50, SECOND, 30 * SECOND, 3 * MINUTE]));

  function act(pc: Pc): void {
    if (!pc.person) return;
    pc.act();
    const { name, done } = pc.person.act();
    follow(pc, name, done);
    if (rng.chance(0.12)) pc.computer.crashAtStep = timeline.steps + rng.int(150);
  }
  /** Persons at several PCs want the same at one moment, or one after the other. */
  async function actTogether(): Promise<void> {
    const name = rng.pick(MOVES);
    for (const pc of chain.living) {
      pc.act();
      follow(pc, name, pc.person?.[name]());
      if (rng.chance(0.08)) pc.computer.crashAtStep = timeline.steps + rng.int(200);
      await chain.pass(rng.pick([0, 0, 20, 500, 2 * SECOND, 20 * SECOND]));
    }
    await soon();
  }
  function somethingNew(): void {
    for (const terminalId of TERMINALS) world.sell(terminalId, timeline.worldMs);
    world.orders.buy(timeline.worldMs);
    world.orders.payAnother(timeline.worldMs);
  }
  /** No answer comes; it is read until it is believed absent, and is sent again: on every PC that knows it, perhaps at once. */
  async function sendTwice(): Promise<void> {
    const pc = aPc();
    chain.weather = {
      ...clear,
      ...(rng.chance(0.5) ? { late: 1, latestMs: chain.latestMs } : { droppedBefore: 1 }),
    };
    pc.act();
    follow(pc, 'move', pc.person?.move().done);
    await chain.pass(3 * MINUTE);
    chain.weather = clear;
    if (isHostile.clones && rng.chance(0.5)) clone(pc);
    if (isHostile.restores && rng.chance(0.5)) keepCopy(pc);
    for (let reads = 5; reads > 0; reads -= 1) {
      somethingNew();
      await chain.pass(rng.pick([5 * SECOND, 4 * MINUTE, 5 * MINUTE]));
    }
    if (isHostile.restores && rng.chance(0.3)) keepCopy(pc);
    chain.weather = rng.chance(0.5) ? clear : someWeather();
    for (const one of chain.living) {
      one.act();
      follow(one, 'sendAgain', one.person?.sendAgain());
      await chain.pass(rng.pick([0, 20, 2 * SECOND, MINUTE]));
    }
    await chain.pass(3 * MINUTE);
    if (older && rng.chance(0.5)) await olderCopy();
  }

  function keepCopy(pc: Pc): void {
    older = { pc, disk: copyOfDisk(pc.disk), by: rng.pick(['backup', 'copy'] as const) };
  }
  async function olderCopy(): Promise<void> {
    if (!older || older.pc.isGone || older.pc.isStopped) return;
    counts.restores += 1;
    const { pc, disk, by } = older;
    timeline.note(`${pc.key} is an older copy by ${by}`);
    older = null;
    pc.olderCopy(disk, by);
    checks.set(pc, timeline.worldMs + LOOKED_UP_MS + rng.int(HOUR));
    // The person there tries all the same.
    for (let tries = 3; tries > 0; tries -= 1) {
      await chain.pass(rng.pick([SECOND, MINUTE]));
      act(pc);
    }
    follow(pc, 'sendAgain', pc.person?.sendAgain());
    await soon();
  }
  function check(isAll = false): void {
    for (const [pc, dueMs] of checks) {
      if (!isAll && dueMs > timeline.worldMs) continue;
      if (!pc.isReady) continue;
      checks.delete(pc);
      follow(pc, 'check', pc.confirmCheck());
    }
  }
  function clone(pc: Pc): void {
    if (counts.clones > 0 || pc.isStopped) return;
    counts.clones += 1;
    timeline.note(`${pc.key} is cloned`);
    copied = { pc, disk: copyOfDisk(pc.disk) };
    if (rng.chance(0.5)) beginCopy();
  }
  /** The second computer begins, perhaps long after its disk was copied. */
  function beginCopy(): void {
    if (!copied || copied.pc.isGone || copied.pc.isStopped) return;
    const { pc, disk } = copied;
    copied = null;
    chain.clone(pc, disk);
  }

  function cut(): void {
    counts.cuts += 1;
    const share = () => rng.pick([0, 0.1, 0.5]);
    const pc = aPc();
    pc.network = rng.chance(0.5)
      ? { ...clearNetwork, isCut: true }
      : { isCut: false, lost: share(), unanswered: share(), slow: share() };
    server.stir();
  }
  function restoreServer(): void {
    counts.serverRestores += 1;
    const to = rng.chance(0.2) ? empty : dump;
    judge.restored(office.dump(), to);
    server.restore(to);
  }
  async function takeOver(pc: Pc, number: number, opId: string): Promise<void> {
    // From here on: the answer may be lost.
    judge.takenOver(opId);
    if (await pc.takeOver(number)) counts.takeOvers += 1;
  }
  /** A PC is gone for good, or thought to be, and a person at another one takes over what it had begun. */
  async function goneAndTakenOver(): Promise<void> {
    const claim = rng.pick([...office.openClaims(), null]);
    const gone = chain.living.find(({ self }) => self.id === claim?.pc);
    const other = chain.living.find(({ self, isReady }) => self.id !== claim?.pc && isReady);
    if (!claim || !gone || !other) return;
    if (chain.living.length > 2 && rng.chance(0.5)) {
      gone.isGone = true;
      gone.kill();
    }
    follow(other, 'take over', takeOver(other, claim.number, claim.opId));
    await chain.pass(rng.pick([2 * SECOND, MINUTE]));
    const name = rng.pick(MOVES);
    follow(other, name, other.person?.[name]());
    await soon();
  }

  async function stopAndStart(pc: Pc): Promise<void> {
    let stopped = false;
    void pc.stop().then(() => (stopped = true));
    await chain.pass(MINUTE, () => stopped);
    chain.restart(pc);
  }

  /** What becomes of the network, the server and the disks. */
  async function mischief(): Promise<void> {
    const pc = aPc();
    const dice = rng.next();
    if (dice < 0.25) cut();
    else if (dice < 0.45) {
      pc.network = clearNetwork;
      server.setAway(false);
    } else if (dice < 0.5) server.setAway(true);
    else if (dice < 0.58) dump = office.dump();
    else if (dice < 0.68 && isHostile.server) restoreServer();
    else if (dice < 0.76 && isHostile.restores && !older) keepCopy(pc);
    else if (dice < 0.86 && isHostile.restores) await olderCopy();
    else if (dice < 0.89 && isHostile.clones) clone(pc);
    else if (dice < 0.9) {
      if (rng.chance(0.2)) office.withdrawn.add(pc.self.id);
      server.stir();
    } else if (dice > 0.93) await goneAndTakenOver();
  }

  async function happen(): Promise<void> {
    check();
    if (copied && rng.chance(0.2)) beginCopy();
    const dice = rng.next();
    if (dice < 0.06) await sendTwice();
    else if (dice < 0.3) await actTogether();
    else if (dice < 0.45) {
      for (const pc of chain.living) if (rng.chance(0.6)) act(pc);
      await soon();
    } else if (dice < 0.49) {
      const pc = aPc();
      follow(pc, 'read', pc.person?.readTerminal());
      await chain.pass(2 * SECOND);
    } else if (dice < 0.53) somethingNew();
    else if (dice < 0.61) chain.weather = someWeather();
    else if (dice < 0.67) await chain.pass(rng.pick([MINUTE, 6 * MINUTE, 20 * MINUTE]));
    else if (dice < 0.7) aPc().computer.wakesMs = timeline.worldMs + rng.pick([MINUTE, HOUR, 8 * HOUR]);
    else if (dice < 0.73) aPc().computer.skewMs = rng.pick([0, HOUR, -HOUR, YEAR, -YEAR]);
    else if (dice < 0.76) chain.restart(aPc());
    else if (dice < 0.78) await stopAndStart(aPc());
    else await mischief();
    for (const pc of chain.living) pc.judge.journal();
  }

  return { counts, happen, check };
}
