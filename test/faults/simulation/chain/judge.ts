/**
 * What must hold among the PCs of a chain, beside what each PC's own judge holds. Nobody moves money without its claim or a rule
 * that lets it go on without; nobody moves what another moves, or has moved since it was read here; no operation is carried out
 * twice; a PC that was stopped sends nothing; and once all is well, there is a claim for each open operation and for no other.
 *
 * Head office promises none of this for a claim that it lost with a copy of the server, that a person took over, or that
 * a PC was allowed to do without: such an operation is _loose_.
 */
import type { ClaimRequest } from '#electron/head-office/claim.ts';
import type { WithoutHeadOffice } from '#shared/domain/head-office.ts';
import { eventsOf, isOpen, operationsOf, readAtOf, type StoredOperation } from '../journal-view.ts';
import { TERMINALS, type World } from '../world.ts';
import type { Answered } from './link.ts';
import { BRANCHES, type Dump, type Office } from './office.ts';
import type { Pc } from './pc.ts';

type Sent = {
  readonly sendId: number;
  readonly pc: Pc;
  readonly opId: string;
  readonly kind: string;
  readonly atMs: number;
  /** When the thing to be moved was read, by the world's clock. */
  readonly readAtMs: number;
};

const MINUTE = 60_000;
/** Several operations that head office was not told of, each tried every five seconds; a loop without a pause makes hundreds. */
const MOST_ASKED_A_MINUTE = 100;
const APART: readonly (string | null)[] = ['withdrawn', 'fork'];

export class ChainJudge {
  readonly broken: string[] = [];
  readonly sends: Sent[] = [];
  readonly pcs: Pc[] = [];
  readonly #world: World;
  readonly #office: Office;
  readonly #rule: WithoutHeadOffice;
  readonly #keepsWindow: boolean;
  /** By operation: what money it moves. */
  readonly #members = new Map<string, readonly string[]>();
  readonly #answers = new Map<string, Answered>();
  readonly #loose = new Set<string>();
  readonly #askedAt = new Map<Pc, number[]>();

  constructor(of: { world: World; office: Office; rule: WithoutHeadOffice; keepsWindow: boolean }) {
    this.#world = of.world;
    this.#office = of.office;
    this.#rule = of.rule;
    this.#keepsWindow = of.keepsWindow;
  }

  say = (what: string): void => {
    if (!this.broken.includes(what)) this.broken.push(what);
  };

  answered(pc: Pc, asked: ClaimRequest, answered: Answered): void {
    this.#pauses(pc);
    this.#members.set(asked.opId, asked.members);
    this.#answers.set(`${pc.key} ${asked.opId}`, answered);
    if (!answered.answer.ok) this.#loose.add(asked.opId);
  }
  #pauses(pc: Pc): void {
    const nowMs = pc.computer.worldMs;
    const asked = (this.#askedAt.get(pc) ?? []).filter((atMs) => atMs > nowMs - MINUTE);
    this.#askedAt.set(pc, [...asked, nowMs]);
    if (asked.length > MOST_ASKED_A_MINUTE) this.say(`${pc.key} asks head office without a pause`);
  }
  /** A person has taken it over. */
  takenOver = (opId: string): void => void this.#loose.add(opId);
  /** The server is given a copy of itself: what it does not know any more, or knows otherwise. */
  restored(before: Dump, after: Dump): void {
    const endings = ({ claims }: Dump) =>
      new Map(claims.map(({ pc, opId, ending }) => [`${pc} ${opId}`, ending]));
    const then = endings(after);
    for (const [key, ending] of endings(before))
      if (!then.has(key) || then.get(key) !== ending) this.#loose.add(key.slice(key.indexOf(' ') + 1));
  }
  #shares = (one: string, other: string): boolean => {
    const members = this.#members.get(other) ?? [];
    return (this.#members.get(one) ?? []).some((member) => members.includes(member));
  };
  #isLoose = (...opIds: readonly string[]) => opIds.some((opId) => this.#loose.has(opId));

  /** At the first byte of a movement, before the gateway has it. */
  firstByte(pc: Pc, sendId: number): void {
    const opId = pc.judge.sends.find((send) => send.sendId === sendId)?.opId;
    const operation = operationsOf(pc.disk.files).find(({ op_id }) => op_id === opId);
    // Its own judge has said so.
    if (!opId || !operation) return;
    const { worldMs, skewMs } = pc.computer;
    const readAtMs = readAtOf(operation) - skewMs;
    const at = `${pc.key} send ${sendId} ${operation.kind}`;
    if (!pc.isReady) this.say(`${at}: the PC was only beginning`);
    if (pc.isStopped) this.say(`${at}: the journal was not confirmed`);
    this.#claimed(pc, operation, at);
    for (const other of this.pcs)
      if (other !== pc)
        for (const open of operationsOf(other.disk.files).filter(isOpen))
          this.#isAlone(other, opId, open, at);
    this.sends.push({ sendId, pc, opId, kind: operation.kind, atMs: worldMs, readAtMs });
  }

  #claimed(pc: Pc, { op_id: opId, terminal_id }: StoredOperation, at: string): void {
    const answered = this.#answers.get(`${pc.key} ${opId}`);
    if (!answered) return this.say(`${at}: head office was not asked`);
    const { answer, failureBefore } = answered;
    if (APART.includes(failureBefore)) this.say(`${at}: the PC was told ${failureBefore}`);
    if (answer.ok) {
      if (answer.value.kind !== 'claimed') this.say(`${at}: it was ${answer.value.kind}`);
      if (!this.#office.holds(pc.self.id, opId) && !this.#isLoose(opId)) this.say(`${at}: without its claim`);
      return;
    }
    if (APART.includes(answer.failure)) this.say(`${at}: the PC is ${answer.failure}`);
    const branch = BRANCHES[TERMINALS.indexOf(terminal_id ?? '')];
    const home = this.#office.pcs.find((one) => one.branch === branch);
    const isOwn = this.#rule === 'own-terminals' && home?.id === pc.self.id;
    if (this.#rule !== 'go-on' && !isOwn) this.say(`${at}: not asked, by rule ${this.#rule}`);
  }

  /** An operation of another PC that is open moves other money. */
  #isAlone(pc: Pc, opId: string, open: StoredOperation, at: string): void {
    const other = open.op_id;
    if (other === opId || !this.#shares(opId, other) || this.#isLoose(opId, other)) return;
    // It was ended, and is open again since a read contradicted a person.
    if (open.state === 'INTENT' || this.#wasDenied(pc, other) || this.#hasTwinEnded(pc, other)) return;
    this.say(`${at}: ${pc.key} moves the same by ${open.kind} ${open.state}`);
  }
  /** Of two copies of one disk the one that head office knows has ended it; the other is told nothing and sends nothing. */
  #hasTwinEnded = (pc: Pc, opId: string): boolean =>
    this.pcs.some(
      (twin) =>
        twin !== pc &&
        twin.self.id === pc.self.id &&
        operationsOf(twin.disk.files).some((one) => one.op_id === opId && !isOpen(one)),
    );
  #wasDenied = (pc: Pc, opId: string): boolean =>
    eventsOf(pc.disk.files, 0).some((one) => one.op_id === opId && one.to_state === 'RESOLVED_NOT_DONE');

  #sentBy = (sendId: number) => this.sends.find((one) => one.sendId === sendId);
  /** What of the world's executions was sent by a PC, the oldest first. */
  #done = () =>
    this.#world.executions.flatMap(({ sendId, atMs }) => {
      const sent = this.#sentBy(sendId);
      return sent ? [{ ...sent, doneAtMs: atMs }] : [];
    });
  /** This operation, from whichever PC or an earlier journal of this one; or of a loose one another that cannot be told from it. */
  hasDone = (pc: Pc, { op_id: opId, kind }: StoredOperation): boolean =>
    this.#done().some(
      (one) =>
        one.opId === opId ||
        (one.pc !== pc && one.kind === kind && this.#shares(one.opId, opId) && this.#isLoose(one.opId, opId)),
    );

  /** When everything that was under way has arrived. */
  outcomes(): void {
    const done = this.#done();
    for (const one of done) {
      const before = done.filter(({ doneAtMs }) => doneAtMs < one.atMs);
      for (const other of before) this.#wasUnseen(one, other);
    }
    const counts = Map.groupBy(done, ({ opId }) => opId);
    if (this.#keepsWindow)
      for (const [opId, times] of counts)
        if (times.length > 1 && times[0]?.kind !== 'acknowledgement')
          this.say(
            `${opId} ${times[0]?.kind} was carried out by ${times.map(({ pc }) => pc.key).join(' and ')}`,
          );
  }
  #wasUnseen(one: Sent, other: Sent & { doneAtMs: number }): void {
    if (one.pc === other.pc || one.opId === other.opId || !this.#shares(one.opId, other.opId)) return;
    // An acknowledgement moves no money. One that repeats another because the list lags does what any does, and to refuse it would keep
    // a terminal's new rows waiting for as long as a list may lag: it is looked back to its read only.
    const lagMs = one.kind === 'acknowledgement' ? 0 : this.#world.lagMs;
    if (other.doneAtMs <= one.readAtMs - lagMs || this.#isLoose(one.opId, other.opId)) return;
    if (this.#wasDenied(other.pc, other.opId)) return;
    this.say(
      `${one.pc.key} send ${one.sendId} ${one.kind}: ${other.pc.key} moved the same by ${other.kind} ${one.atMs - other.doneAtMs} ms before`,
    );
  }

  /** When all is well again, and everybody was in contact. */
  claims(): void {
    const living = this.pcs.filter(({ isGone, self }) => !isGone && !this.#office.withdrawn.has(self.id));
    for (const { pc: id, opId, kind } of this.#office.openClaims()) {
      const pcs = living.filter(({ self }) => self.id === id);
      const stored = pcs.flatMap(({ disk }) =>
        operationsOf(disk.files).filter(({ op_id }) => op_id === opId),
      );
      // A PC that was set apart gives nothing back: a person takes it over.
      const isKept = pcs.every(({ failure }) => APART.includes(failure)) || stored.some(isOpen);
      if (!isKept && stored.length > 0) this.say(`the claim of ${kind} ${opId} was not given back`);
    }
    for (const pc of living)
      for (const { op_id, kind, state } of operationsOf(pc.disk.files).filter(isOpen))
        if (!this.#office.holds(pc.self.id, op_id) && !this.#isExcused(pc, op_id))
          this.say(`${pc.key} ${kind} ${state} is open without a claim`);
  }
  /** Another PC has this money or has moved it since, or the PC is no part of the chain. */
  #isExcused(pc: Pc, opId: string): boolean {
    const { answer } = this.#answers.get(`${pc.key} ${opId}`) ?? {};
    const isRefused = this.#isLoose(opId) && answer?.ok === true && answer.value.kind !== 'claimed';
    return isRefused || APART.includes(pc.failure);
  }
}
