/** What must hold in every history: I1 to I8 of money-operations, each checked against the journal and the world. */
import type { ProfileFiles } from '#electron/database/db.ts';
import { runProcedure } from './memory-database.ts';
import {
  eventsOf,
  isOpen,
  operationsOf,
  readAtOf,
  sendingOf,
  statesOf,
  snapshotOf,
  subjectsOpenTwice,
  type StoredOperation,
} from './journal-view.ts';
import type { WireSend } from './wire.ts';
import type { World } from './world.ts';

/** States of which a person reads that nothing happened. */
const TOLD_NOTHING_HAPPENED = ['NOT_SENT', 'REFUSED', 'EXPIRED'];

export class Judge {
  readonly broken: string[] = [];
  confirmations = 0;
  readonly sends: (WireSend & { opId: string | null })[] = [];
  readonly #files: ProfileFiles;
  readonly #world: World;

  /** The state each operation's events have led to so far. */
  readonly #at = new Map<string, string | null>();
  #lastEvent = 0;

  constructor(files: ProfileFiles, world: World) {
    this.#files = files;
    this.#world = world;
  }

  say = (what: string): void => {
    if (!this.broken.includes(what)) this.broken.push(what);
  };

  /** I1, I2, I6: at the first byte, before the gateway has it. */
  firstByte(send: WireSend): void {
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
  }

  /** Rows that were there when the plan's list was read must be in the durable snapshot; later ones raced with the request. */
  #nothingUnstored(operation: StoredOperation): void {
    // In any snapshot: a person may have said of an earlier acknowledgement that it was done.
    const earlier = operationsOf(this.#files).filter(({ kind }) => kind === 'acknowledgement');
    const stored = new Set(earlier.flatMap((one) => snapshotOf(this.#files, one)));
    const key = `${operation.terminal_id} ${readAtOf(operation)}`;
    const truthMs = this.#world.truthAt.get(key) ?? Number.NEGATIVE_INFINITY;
    const missing = this.#world
      .outstanding(operation.terminal_id ?? '', truthMs)
      .filter((row) => !stored.has(row));
    if (missing.length > 0) this.say(`I6: ${operation.op_id} acknowledges unstored ${missing.join(', ')}`);
  }

  /** I3, I5: after every action. */
  journal(): void {
    for (const subject of subjectsOpenTwice(this.#files)) this.say(`I3: ${subject} is open twice`);
    const at = this.#at;
    for (const { seq, op_id, from_state, to_state, code } of eventsOf(this.#files, this.#lastEvent)) {
      this.#lastEvent = seq;
      if ((at.get(op_id) ?? null) !== from_state)
        this.say(`I5: ${op_id} ${code} comes from ${from_state}, was ${at.get(op_id)}`);
      at.set(op_id, to_state);
    }
    for (const [op_id, state] of statesOf(this.#files))
      if (at.get(op_id) !== state) this.say(`I5: ${op_id} is ${state}, its events end at ${at.get(op_id)}`);
  }

  /** I7 */
  chain(): void {
    const brokenAt = runProcedure(this.#files, 'journal.firstBrokenEvent', null) as number | null;
    if (brokenAt !== null) this.say(`I7: the chain breaks at ${brokenAt}`);
  }

  #executions(opId: string): number {
    const ids = new Set(this.sends.filter((send) => send.opId === opId).map(({ sendId }) => sendId));
    return this.#world.executions.filter(({ sendId }) => ids.has(sendId)).length;
  }

  /** I4, I8: when everything that was under way has arrived. */
  outcomes(): void {
    for (const operation of operationsOf(this.#files)) {
      const { op_id, state, kind } = operation;
      const executed = this.#executions(op_id);
      if (TOLD_NOTHING_HAPPENED.includes(state) && executed > 0)
        this.say(`I8: ${op_id} ${kind} is ${state} and was carried out`);
      if (state === 'SUCCEEDED' && executed === 0)
        this.say(`I4: ${op_id} ${kind} SUCCEEDED and was not carried out`);
      if (state === 'SUCCEEDED_BY_READ' && !this.#happened(operation))
        this.say(`I4: ${op_id} ${kind} SUCCEEDED_BY_READ and never happened`);
    }
  }

  /** After clear reads: what happened and is listed must not be open still. */
  settled(): void {
    for (const operation of operationsOf(this.#files).filter(isOpen)) {
      const { op_id, kind, state, order_id } = operation;
      if (state === 'INTENT' || state === 'SENDING') this.say(`${op_id} ${kind} is left in ${state}`);
      const shown =
        kind === 'reversal' ? this.#world.showsReversal(order_id ?? '') : kind === 'acknowledgement';
      if (shown && this.#executions(op_id) > 0 && this.#happened(operation))
        this.say(`${op_id} ${kind} happened, is listed, and is ${state} after clear reads`);
    }
  }

  #happened(operation: StoredOperation): boolean {
    switch (operation.kind) {
      case 'reversal':
        return this.#world.isReversed(operation.order_id ?? '');
      case 'acknowledgement':
        return snapshotOf(this.#files, operation).every((row) => {
          const [type = '', order = ''] = row.split(' ');
          return this.#world.isGone(order, type);
        });
      default: {
        const { transactionIds } = JSON.parse(operation.body) as { transactionIds: string[] };
        return this.#world.listsMembers
          ? transactionIds.every((id) => this.#world.requestOf(id))
          : this.#world.requests.length > 0;
      }
    }
  }
}
