/** What must hold in every history: I1 to I8, each checked against the journal and the world. */
import type { ProfileFiles } from '#electron/database/db.ts';
import { runProcedure } from './memory-database.ts';
import {
  centsOf,
  eventsOf,
  isOpen,
  lastReadOf,
  membersOf,
  operationsOf,
  readAtOf,
  sendingOf,
  statesOf,
  snapshotOf,
  subjectsOpenTwice,
  transfersOpenTwice,
  type StoredOperation,
} from './journal-view.ts';
import type { WireSend } from './wire.ts';
import type { World } from './world.ts';

/** States of which a person reads that nothing happened. */
const TOLD_NOTHING_HAPPENED = ['NOT_SENT', 'REFUSED', 'EXPIRED'];

export const DONE = ['SUCCEEDED', 'SUCCEEDED_BY_READ'];
/** The longest from a plan's read to the first byte, and more. */
const PLANNED_WITHIN_MS = 60_000;

/** What these make in an order has no name of ours: one may be the doing of another. */
const WITHOUT_NAME = ['refund', 'void', 'capture', 'order-reversal'];
/** They name no amount. */
const OF_WHOLE = ['void', 'order-reversal'];

/** "Not there" is believed after four reads at least. */
const READS_OF_ABSENCE = 4;

/** Several operations that are new, a person who asks, and the pages of their lists; a loop without a pause makes hundreds. */
const MOST_READS_A_MINUTE = 100;
const MINUTE = 60_000;

/** What other computers on the same gateway have to do with one; a computer alone has none. */
export type Others = {
  /** What this computer was shown; the clocks of others may show the same time. */
  readonly truthAt: World['truthAt'];
  /** Another one has carried this operation out, or another on the same money that cannot be told from it. */
  readonly hasDone: (operation: StoredOperation) => boolean;
};

export class Judge {
  readonly broken: string[] = [];
  /** When the gateway was read, by the world's clock. */
  readonly reads: number[] = [];
  confirmations = 0;
  readonly sends: (WireSend & { opId: string | null })[] = [];
  readonly #files: ProfileFiles;
  readonly #world: World;

  /** The state each operation's events have led to so far. */
  readonly #at = new Map<string, string | null>();
  #lastEvent = 0;
  /** Sends of operations that were believed absent after them. */
  readonly #believedAbsent = new Set<number>();
  /** Reads since the last send in which it was not there. */
  readonly #notThere = new Map<string, number>();
  readonly #keepsWindow: boolean;
  readonly #others: Others;
  /** Sends that left when the journal knew all that was done to their order, and how much that was. */
  readonly #movesKnown = new Map<number, number>();

  /** `keepsWindow`: what the gateway does it does within the settle window, so "absent" must be true. */
  constructor(
    files: ProfileFiles,
    world: World,
    keepsWindow: boolean,
    others: Others = { truthAt: world.truthAt, hasDone: () => false },
  ) {
    this.#files = files;
    this.#world = world;
    this.#keepsWindow = keepsWindow;
    this.#others = others;
  }

  /** The files are a copy: what it knows of was confirmed and sent before, under another judge. */
  goesOnFrom({ confirmations, sends }: Judge): void {
    this.journal();
    this.confirmations = confirmations;
    for (const { op_id, attempt_no } of operationsOf(this.#files))
      this.sends.push(...sends.filter(({ opId }) => opId === op_id).slice(0, attempt_no));
  }

  say = (what: string): void => {
    if (!this.broken.includes(what)) this.broken.push(what);
  };

  /** The gateway is read on a schedule, whatever the clock says. */
  read(nowMs: number): void {
    this.reads.push(nowMs);
    const first = this.reads.at(-1 - MOST_READS_A_MINUTE);
    if (first !== undefined && nowMs - first < MINUTE) this.say('the gateway is read without a pause');
  }

  /** I1, I2, I6: at the first byte, before the gateway has it. */
  firstByte(send: WireSend): void {
    this.journal();
    const found = sendingOf(this.#files, send.url, send.bodySha256);
    const [operation] = found;
    if (found.length !== 1 || !operation)
      this.say(`I2: send ${send.sendId} has ${found.length} durable SENDING`);
    if (send.confirmation === null) this.say(`I1: send ${send.sendId} was confirmed by nobody`);
    else if (this.sends.some(({ confirmation }) => confirmation === send.confirmation))
      this.say(`I1: confirmation ${send.confirmation} sent twice`);
    this.sends.push({ ...send, opId: operation?.op_id ?? null });
    if (this.sends.length > this.confirmations) this.say('I1: more sends than confirmations');
    if (operation) {
      const attempts = this.sends.filter(({ opId }) => opId === operation.op_id).length;
      if (operation.attempt_no < attempts)
        this.say(`I2: ${operation.op_id} sent ${attempts} times at attempt ${operation.attempt_no}`);
    }
    if (operation?.kind === 'acknowledgement') this.#nothingUnstored(operation);
    if (operation?.kind === 'payout-batch') this.#notPaidAgainTwice(operation);
    if (operation && WITHOUT_NAME.includes(operation.kind)) this.#planned(send, operation);
  }

  /** Notes when all that was done to the order was known, and says where its name was that of several orders as the plan was made. */
  #planned({ sendId, atMs }: WireSend, { order_id, attempt_no }: StoredOperation): void {
    const { orders } = this.#world;
    const name = order_id ?? '';
    const known = operationsOf(this.#files)
      .filter((one) => orders.numberOf(one.order_id ?? '') === orders.numberOf(name))
      .filter(({ state }) => DONE.includes(state))
      .reduce((sum, one) => sum + this.#executions(one.op_id), 0);
    const moves = orders.movesOf(name);
    // A list that adds a fee says of a capture that more of it is left than there is.
    const isTold = !orders.sharesReference(name) && !orders.listsWithFee;
    if (known === moves && isTold) this.#movesKnown.set(sendId, moves);
    if (attempt_no === 1 && orders.listedAs(name, atMs - PLANNED_WITHIN_MS) > 1)
      this.say(`send ${sendId} moves ${name}, the name of several orders`);
  }

  /** What the journal knew to be done must have been in the plan, listed or not. */
  #ruledOut(): void {
    for (const { sendId, moves } of this.#world.ruledOut)
      if (this.#movesKnown.get(sendId) === moves) this.say(`send ${sendId} moves what was known to be gone`);
  }

  /** What failed of a batch is paid again by one other batch; none of these names a recipient twice. */
  #notPaidAgainTwice({ op_id, ref_number, attempt_no }: StoredOperation): void {
    if (ref_number === null || attempt_no > 1) return;
    const others = operationsOf(this.#files).filter(
      (one) => one.op_id !== op_id && one.ref_number === ref_number && DONE.includes(one.state),
    );
    const own = membersOf(this.#files, op_id);
    for (const other of others)
      if (membersOf(this.#files, other.op_id).some((member) => own.includes(member)))
        this.say(`${op_id} pays again what ${other.op_id} has paid again`);
  }

  /** Rows that were there when the plan's list was read must be in the durable snapshot; later ones raced with the request. */
  #nothingUnstored(operation: StoredOperation): void {
    // In any snapshot: a person may have said of an earlier acknowledgement that it was done.
    const earlier = operationsOf(this.#files).filter(({ kind }) => kind === 'acknowledgement');
    const stored = new Set(earlier.flatMap((one) => snapshotOf(this.#files, one)));
    const key = `${operation.terminal_id} ${readAtOf(operation)}`;
    const still = this.#world.outstanding(operation.terminal_id ?? '', Number.POSITIVE_INFINITY);
    const truth = this.#others.truthAt.get(key) ?? [];
    const missing = truth.filter((row) => still.includes(row) && !stored.has(row));
    if (missing.length > 0) this.say(`I6: ${operation.op_id} acknowledges unstored ${missing.join(', ')}`);
  }

  /** I3, I5: after every action. */
  journal(): void {
    for (const subject of subjectsOpenTwice(this.#files)) this.say(`I3: ${subject} is open twice`);
    for (const member of transfersOpenTwice(this.#files)) this.say(`I3: ${member} is open twice`);
    const at = this.#at;
    for (const { seq, op_id, from_state, to_state, code, params } of eventsOf(this.#files, this.#lastEvent)) {
      this.#lastEvent = seq;
      if ((at.get(op_id) ?? null) !== from_state)
        this.say(`I5: ${op_id} ${code} comes from ${from_state}, was ${at.get(op_id)}`);
      at.set(op_id, to_state);
      const reads = this.#notThere.get(op_id) ?? 0;
      if (code === 'sending') this.#notThere.set(op_id, 0);
      if (code === 'read' && params['result'] === 'negative') this.#notThere.set(op_id, reads + 1);
      if (code === 'believed-absent' && reads < READS_OF_ABSENCE)
        this.say(`${op_id} is believed absent after ${reads} reads`);
      if (to_state === 'ABSENT' && from_state !== 'ABSENT')
        for (const { sendId } of this.#sendsOf(op_id)) this.#believedAbsent.add(sendId);
    }
    for (const [op_id, state] of statesOf(this.#files))
      if (at.get(op_id) !== state) this.say(`I5: ${op_id} is ${state}, its events end at ${at.get(op_id)}`);
  }

  /** I7 */
  chain(): void {
    const brokenAt = runProcedure(this.#files, 'journal.firstBrokenEvent', null) as number | null;
    if (brokenAt !== null) this.say(`I7: the chain breaks at ${brokenAt}`);
  }

  #sendsOf = (opId: string) => this.sends.filter((send) => send.opId === opId);
  #executions(opId: string): number {
    const ids = new Set(this.#sendsOf(opId).map(({ sendId }) => sendId));
    return this.#world.executions.filter(({ sendId }) => ids.has(sendId)).length;
  }

  /** I4, I8: when everything that was under way has arrived. */
  outcomes(): void {
    this.#ruledOut();
    for (const operation of operationsOf(this.#files)) {
      const { op_id, state, kind } = operation;
      const executed = this.#executions(op_id);
      if (TOLD_NOTHING_HAPPENED.includes(state) && executed > 0)
        this.say(`I8: ${op_id} ${kind} is ${state} and was carried out`);
      const attempts = this.#sendsOf(op_id).length;
      // Only the one attempt that was refused; an attempt before it may have happened.
      if (TOLD_NOTHING_HAPPENED.includes(state) && attempts > (state === 'REFUSED' ? 1 : 0))
        this.say(`I8: ${op_id} ${kind} is ${state} after ${attempts} requests`);
      if (this.#keepsWindow && kind !== 'acknowledgement' && executed > 1)
        this.say(`${op_id} ${kind} was carried out ${executed} times`);
      if (state === 'SUCCEEDED' && executed === 0)
        this.say(`I4: ${op_id} ${kind} SUCCEEDED and was not carried out`);
      if (state === 'SUCCEEDED_BY_READ' && !this.#happened(operation))
        this.say(`I4: ${op_id} ${kind} SUCCEEDED_BY_READ and never happened`);
    }
  }

  /** In a world that keeps its window, "absent" was true of every attempt before it, and stays so. */
  absences(): void {
    if (!this.#keepsWindow) return;
    for (const { sendId } of this.#world.executions)
      if (this.#believedAbsent.has(sendId)) this.say(`send ${sendId} was believed absent, and carried out`);
  }

  /**
   * What is listed proves this operation only if it is of the amount that was confirmed, and no other of ours may have made
   * it: else it stays open until a person has looked. That it is not there must not be believed even then.
   */
  #isForPerson(operation: StoredOperation): boolean {
    const { op_id, kind, order_id, state } = operation;
    // Our name, and another amount: that proves neither.
    if (kind === 'charge') return this.#world.orders.listsWithFee;
    if (!WITHOUT_NAME.includes(kind)) return false;
    // Carried out long after the window, it was rightly believed absent before: then the last read must not say so again.
    if (state === 'ABSENT' && lastReadOf(operation) === 'negative') return false;
    const { orders } = this.#world;
    const name = order_id ?? '';
    // What is done to another order of the same reference may be taken for this one's: it is left to a person.
    if (orders.sharesReference(name) || orders.listsWithFee) return true;
    // It names no amount: it takes what it finds, and a list that lags has shown something else.
    const undone = OF_WHOLE.includes(kind) ? orders.undoneCents(name) : null;
    if (undone !== null && undone !== centsOf(operation)) return true;
    const unseen = operationsOf(this.#files)
      .filter(
        (one) =>
          one.op_id !== op_id &&
          one.kind === kind &&
          orders.numberOf(one.order_id ?? '') === orders.numberOf(name),
      )
      .filter((one) => one.totals === operation.totals && !TOLD_NOTHING_HAPPENED.includes(one.state))
      // Killed before its first byte, an attempt is to the journal one that may have left; by a name that no list has nothing is found.
      // One answer accounts for one of them: what a second attempt made late is to the journal one that may still come.
      .map(
        (one) =>
          one.attempt_no - (orders.lists(one.request_id) ? Math.min(1, this.#executions(one.op_id)) : 0),
      );
    return unseen.reduce((sum, requests) => sum + requests, 0) >= this.#executions(op_id);
  }

  /** With nothing failing, what is open is read for without a person and a restart. Asked again after six minutes. */
  followed(): () => void {
    const before = new Map(operationsOf(this.#files).map((one) => [one.op_id, one]));
    return () => {
      for (const { op_id, kind, state, checks_count } of operationsOf(this.#files).filter(isOpen)) {
        if (state === before.get(op_id)?.state && checks_count === before.get(op_id)?.checks_count)
          this.say(`${op_id} ${kind} is ${state}, and nobody reads for it`);
      }
    };
  }

  /** After clear reads: what happened and is listed must not be open still. */
  settled(): void {
    for (const operation of operationsOf(this.#files).filter(isOpen)) {
      const { op_id, kind, state, order_id } = operation;
      if (state === 'INTENT' || state === 'SENDING') this.say(`${op_id} ${kind} is left in ${state}`);
      const shown =
        kind === 'reversal' ? this.#world.showsReversal(order_id ?? '') : kind !== 'instant-settlement';
      if (shown && this.#executions(op_id) > 0 && this.#happened(operation) && !this.#isForPerson(operation))
        this.say(`${op_id} ${kind} happened, is listed, and is ${state} after clear reads`);
    }
  }

  #happened(operation: StoredOperation): boolean {
    if (this.#others.hasDone(operation)) return true;
    switch (operation.kind) {
      case 'reversal':
        return this.#world.isReversed(operation.order_id ?? '');
      case 'acknowledgement':
        return snapshotOf(this.#files, operation).every((row) => {
          const [type = '', order = ''] = row.split(' ');
          return this.#world.isGone(order, type);
        });
      case 'refund':
      case 'void':
      case 'capture':
      case 'order-reversal':
      case 'payout':
      case 'payout-batch':
      case 'charge':
        return this.#executions(operation.op_id) > 0;
      default: {
        const { transactionIds } = JSON.parse(operation.body) as { transactionIds: string[] };
        return this.#world.listsMembers
          ? transactionIds.every((id) => this.#world.requestOf(id))
          : this.#world.requests.length > 0;
      }
    }
  }
}
