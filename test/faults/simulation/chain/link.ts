/**
 * A PC's contact with the simulated head office, in place of the thread of electron/head-office/contact.ts: statements that may be
 * lost, done without an answer or done late; and rounds, told to the PC when something is new. What a PC makes of the answers is
 * the product's own code.
 */
import { apartFailures, type HeadOfficeFailure } from '#shared/domain/head-office.ts';
import type { HeadOfficeStanding } from '#shared/contract/head-office.ts';
import type { Batons } from '#electron/head-office/baton.ts';
import type { HeadOfficeThread } from '#electron/head-office/client.ts';
import type { ClaimRequest, KnownClaim } from '#electron/head-office/claim.ts';
import { failureOf, Refusal } from '#electron/head-office/failure.ts';
import type { FromServer } from '#electron/head-office/protocol.ts';
import type { Scheduler } from '../scheduler.ts';
import type { EnrolledPc } from './office.ts';
import type { Network, Server } from './server.ts';

/** As in electron/head-office/contact.ts. */
const PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
const ANSWER_MS = 5_000;

/** Entries in their order, each by its name: of the journal's record, and of the file beside it that is published. */
export type Told = { record: string[]; kept: string[] };

type Parts = {
  readonly self: EnrolledPc;
  readonly computer: Scheduler;
  readonly server: Server;
  readonly network: () => Network;
  readonly told: Told;
  readonly batons: Batons;
  readonly heard: (standing: HeadOfficeStanding) => void;
  /** What the server or its absence answered to a claim. */
  readonly answered: (asked: ClaimRequest, answered: Answered) => void;
};
/** `failureBefore`: what the PC had been told of head office when it asked. */
export type Answered = {
  readonly answer: FromServer<{ kind: string }>;
  readonly failureBefore: HeadOfficeFailure | null;
};

export type Link = ReturnType<typeof createLink>;

/** Statements on one connection are done in their order; after a failure there is a new one. */
function createLine({ self, computer, server, network }: Parts) {
  const { timeline, office } = server;
  const { rng } = timeline;
  let lastAtMs = 0;
  const soon = () => 5 + rng.int(150);
  return <T>(run: (nowMs: number) => T): Promise<T> =>
    new Promise((resolve, reject) => {
      const { life } = computer;
      const answer = (delayMs: number, give: () => void) => {
        if (life === computer.life) computer.after(delayMs, give);
      };
      const fail = (delayMs: number) =>
        answer(delayMs, () => {
          lastAtMs = 0;
          reject(new Refusal('not-reached'));
        });
      const isOut = () => network().isCut || server.isAway();
      if (isOut() || rng.chance(network().lost)) return fail(rng.pick([1, 80, 7_000]));
      const delayMs = rng.chance(network().slow) ? 4_000 + rng.int(40_000) : soon();
      lastAtMs = Math.max(lastAtMs, timeline.worldMs + delayMs);
      timeline.after(lastAtMs - timeline.worldMs, () => {
        if (server.isAway()) return fail(1);
        if (office.withdrawn.has(self.id)) return answer(soon(), () => reject(new Refusal('withdrawn')));
        let given: () => void;
        try {
          const value = run(timeline.worldMs);
          given = () => resolve(value);
        } catch (error) {
          given = () => reject(error instanceof Error ? error : new Error(String(error)));
        }
        if (network().isCut || rng.chance(network().unanswered)) return fail(rng.pick([1, 7_000]));
        answer(soon(), given);
      });
    });
}
type Line = ReturnType<typeof createLine>;

/** Tries once more on a new connection; after five seconds nobody waits any more. */
async function askOn<T>(computer: Scheduler, statement: () => Promise<T>): Promise<FromServer<T>> {
  let cancel = () => {};
  const late = new Promise<never>((_, reject) => {
    cancel = computer.after(ANSWER_MS, () => reject(new Refusal('not-reached')));
  });
  const asked = statement().catch((error: unknown) => {
    if (failureOf(error) === 'not-reached') return statement();
    throw error;
  });
  try {
    return { ok: true, value: await Promise.race([asked, late]) };
  } catch (error) {
    asked.catch(() => null);
    return { ok: false, failure: failureOf(error) };
  } finally {
    cancel();
  }
}

/** Publishes what is new of this PC, as electron/head-office/round.ts does; where somebody else wrote as this PC, it stops. */
function publishOwn({ self, server: { office }, told, batons }: Parts): void {
  if (batons.isOld(office.batonOf(self.id))) throw new Refusal('fork');
  const onServer = office.publishedBy(self.id);
  const isSame = onServer.every((entry, at) => told.kept[at] === entry || at >= told.kept.length);
  if (!isSame) throw new Refusal('fork');
  told.kept.push(...onServer.slice(told.kept.length));
  const last = told.kept.findLast((entry) => told.record.includes(entry));
  told.kept.push(...told.record.slice(last === undefined ? 0 : told.record.indexOf(last) + 1));
  office.publish(self.id, told.kept.slice(onServer.length));
}

function createRounds(parts: Parts, line: Line) {
  const { self, computer, server, heard } = parts;
  const { office } = server;
  const { rng } = computer;
  let claims: readonly KnownClaim[] = [];
  let failure: HeadOfficeFailure | null = null;
  let failures = 0;
  let isAsked = false;
  let refusals = 0;
  let said = '';
  let again = false;
  let cancel: (() => void) | null = null;
  let running: Promise<void> = Promise.resolve();
  const pcs = office.pcs.map(({ id, name, branch }, at) => ({
    ...{ id, name, branch, isSelf: id === self.id },
    isHome: branch !== '' && office.pcs.findIndex((one) => one.branch === branch) === at,
    ...{ entries: 0, archived: 0, unreadCloses: 0, lastEntryAtMs: null, withdrawnAtMs: null, broken: null },
  }));
  const standing = (): HeadOfficeStanding => ({
    ...{ failure, failingSinceMs: null, waiting: 0, waitingSinceMs: null, isAsked, isWhole: true },
    otherPeople: false,
    pcs,
    claims: [...claims],
  });
  function tell(isAgain: boolean): void {
    const text = JSON.stringify(standing());
    if (text !== said || isAgain) heard(standing());
    said = text;
  }
  async function once(): Promise<void> {
    const isAgain = again;
    again = false;
    const refusalsBefore = refusals;
    try {
      await line(() => publishOwn(parts));
      claims = await line(() => office.openClaims());
      if (refusals === refusalsBefore) {
        failures = 0;
        failure = null;
      }
    } catch (error) {
      failure = failureOf(error);
      failures += 1;
    }
    isAsked = true;
    tell(isAgain);
    if (failures > 0) plan();
  }
  const inTurn = () => (running = running.then(once));
  /** What nothing stirs is asked for in vain, so a round waits for something new. Failed rounds come again by themselves. */
  function plan(): void {
    const pauseMs = Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** Math.min(failures, 10));
    cancel ??= computer.after(Math.round(pauseMs * (0.75 + rng.int(500) / 1_000)), () => {
      cancel = null;
      void inTurn();
    });
  }
  return {
    standing,
    plan,
    inTurn,
    refused(now: HeadOfficeFailure): void {
      refusals += 1;
      failure = now;
      failures += 1;
      tell(false);
      plan();
    },
    /** The answer of a statement may have changed what is told. */
    now(): void {
      again = true;
      cancel?.();
      cancel = null;
      void inTurn();
    },
  };
}

export function createLink(parts: Parts) {
  const { self, computer, server, batons, answered } = parts;
  const { office } = server;
  const line = createLine(parts);
  const rounds = createRounds(parts, line);
  /** `send` says for each try what is sent. */
  async function ask<T>(send: () => (nowMs: number) => T): Promise<FromServer<T>> {
    const answer = await askOn(computer, () => {
      const run = send();
      return line((nowMs) => {
        const value = run(nowMs);
        server.stir();
        return value;
      });
    });
    if (answer.ok) rounds.now();
    else if (apartFailures.includes(answer.failure)) rounds.refused(answer.failure);
    return answer;
  }
  const unwatch = server.watch(rounds.plan);
  rounds.plan();
  const thread = {
    async look() {
      await rounds.inTurn();
      return rounds.standing();
    },
    async claim(asked: ClaimRequest) {
      const failureBefore = rounds.standing().failure;
      const answer = await batons.passing((take) =>
        ask(() => {
          const pass = take();
          return (nowMs) => office.claim(self.id, asked, { pass, nowMs });
        }),
      );
      server.timeline.note(`${self.id} ${asked.kind} ${answer.ok ? answer.value.kind : answer.failure}`);
      answered(asked, { answer, failureBefore });
      return answer;
    },
    giveBack: (opId: string, moved: boolean) =>
      ask(() => {
        const held = batons.held();
        return (nowMs) => office.giveBack(self.id, { opId, moved }, { held, nowMs });
      }),
    takeOver: (number: number) =>
      ask(() => {
        const held = batons.held();
        return (nowMs) => office.takeOver(self.id, number, { held, nowMs });
      }),
  };
  // What else the thread does is asked by nobody here.
  return {
    thread: thread as unknown as HeadOfficeThread,
    standing: rounds.standing,
    /** There is something to publish. */
    stir: rounds.plan,
    end: unwatch,
  };
}
