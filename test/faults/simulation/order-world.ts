/** The gateway's online orders, saved cards and transfers in a simulated history, and what our movements do to them. */
import type { Rng } from './rng.ts';

export type Answer = { status: number; body: string };
type Operation = 'pay' | 'authorize' | 'capture' | 'refund' | 'partial_refund' | 'void' | 'reversal';
type Made = {
  transactionId: string;
  orderId: string;
  operation: Operation;
  cents: number;
  atMs: number;
  failed: boolean;
  /** A payment with a saved card, which is a movement of ours. */
  isCharge: boolean;
};
/** The gateway's own number, and the merchant's reference, which several orders may have. */
type Order = { orderId: string; reference: string; method: 'card' | 'bnpl' };
/** How this gateway tells of orders where the interface leaves it open. */
export type OrderCustoms = {
  /** A customer who pays again is a second order of the same reference. */
  repeatsReferences: boolean;
  /** What was refused is listed, too. */
  listsFailures: boolean;
  /** So long a movement is listed as neither made nor failed. */
  pendingMs: number;
  /** The answer to a movement names it otherwise than the list does. */
  answersOtherNames: boolean;
  /** A movement is listed with what it cost, so that no amount is the one that was confirmed. */
  listsWithFee: boolean;
};
export const plainOrders: OrderCustoms = {
  repeatsReferences: false,
  listsFailures: false,
  pendingMs: 0,
  answersOtherNames: false,
  listsWithFee: false,
};
export const someCustoms = (rng: Rng): OrderCustoms => ({
  repeatsReferences: rng.chance(0.3),
  listsFailures: rng.chance(0.4),
  pendingMs: rng.pick([0, 0, 60_000, 3_600_000]),
  answersOtherNames: rng.chance(0.3),
  listsWithFee: rng.chance(0.15),
});
/** Begins the names that only answers have. */
const ANSWERED = 'answer-';
const FEE_CENTS = 100;
const isPayment = (operation: Operation) => operation === 'pay' || operation === 'authorize';
const isMoved = ({ operation, isCharge }: Made) => isCharge || !isPayment(operation);

/** Saved cards; `key` stands for one on this computer. */
export const CARDS = [
  { key: 'card-1', token: 'token-1', customerReference: 'C-1', declines: false },
  { key: 'card-2', token: 'token-2', customerReference: 'C-2', declines: false },
  { key: 'card-3', token: 'token-3', customerReference: 'C-2', declines: true },
] as const;
type ChargeBody = { order: { reference: string; amount: number }; cardToken: string };
/** Begins the references of orders that customers made. */
const OF_A_CUSTOMER = 'web-';
/** What another computer moves: never as much as ours does, so that it can be told apart. */
const ANOTHERS_CENTS = { REFUND: 1_900, CAPTURE: 1_700 };

/** What is sent to it fails at the bank. */
export const FAILING_NUMBER = '01001234503';
const FAILS_AFTER_MS = 60_000;

type Transfer = {
  transferId: string;
  batchId: string | null;
  merchantTransferId: string;
  recipientNumber: string;
  cents: number;
  atMs: number;
};

type AskedTransfer = { merchantTransferId: string; recipientNumber: string; amount: number };

type OrderBody = {
  apiOperation: 'REFUND' | 'VOID' | 'CAPTURE' | 'REVERSAL';
  transaction?: { amount?: number };
};
const MADE = { REFUND: 'refund', VOID: 'void', CAPTURE: 'capture', REVERSAL: 'reversal' } as const;
const UNDOES: readonly Operation[] = ['void', 'reversal'];

const failure = (en: string) =>
  JSON.stringify({ error: { cause: 'Bad request' }, messages: { en, ar: '' }, status: 'FAILURE' });
export const refused = (en: string, status = 400): Answer => ({ status, body: failure(en) });
export const answered = (body: unknown): Answer => ({ status: 200, body: JSON.stringify(body) });
export const pounds = (cents: number) => cents / 100;
const centsOf = (amount: unknown) => Math.round(Number(amount) * 100);
const iso = (atMs: number) => new Date(atMs).toISOString();

function pageOf<T>(rows: readonly T[], page: number, limit: number) {
  const pages = Math.max(1, Math.ceil(rows.length / limit));
  return {
    body: rows.slice((page - 1) * limit, page * limit),
    pagination: { total: rows.length, page, pages, limit },
  };
}

export class OrderWorld {
  readonly made: Made[] = [];
  readonly transfers: Transfer[] = [];
  readonly #rng: Rng;
  readonly #lagMs: number;
  readonly #customs: OrderCustoms;
  readonly #orders: Order[] = [];
  readonly #movedByAnother = new Set<string>();
  /** Lists show nothing newer: a cache in front of them is stuck. Null: they are kept. */
  stuckAtMs: number | null = null;

  constructor(rng: Rng, lagMs: number, nowMs: number, customs: OrderCustoms) {
    this.#rng = rng;
    this.#lagMs = lagMs;
    this.#customs = customs;
    for (let count = 3; count > 0; count -= 1) this.buy(nowMs - lagMs);
  }

  /** Every name that an order may be asked for by. */
  orderIds = (): string[] => [
    ...new Set(this.#orders.flatMap(({ orderId, reference }) => [reference, orderId])),
  ];
  /** By its number or its reference; of several, the first. */
  #orderOf = (name: string) =>
    this.#orders.find(({ orderId, reference }) => orderId === name || reference === name);
  numberOf = (name: string): string | null => this.#orderOf(name)?.orderId ?? null;
  /** Whether the order by this name has a reference that others have, too. */
  sharesReference(name: string): boolean {
    const reference = this.#orderOf(name)?.reference;
    return this.#orders.filter((order) => order.reference === reference).length > 1;
  }

  #firstWith(operation: Operation): string {
    const orderId = this.made.find((one) => one.operation === operation)?.orderId;
    return this.#orders.find((order) => order.orderId === orderId)?.reference ?? '';
  }
  /** Whether a transaction may be listed by this name; none was answered for null. */
  lists = (answered: string | null): boolean => !answered?.startsWith(ANSWERED);

  /** The first order whose payment was only authorized; empty without one. */
  authorizedOrder = (): string => this.#firstWith('authorize');
  /** The first order whose payment was taken. */
  paidOrder = (): string => this.#firstWith('pay');

  /** A customer pays, or only authorizes. */
  buy(nowMs: number): void {
    const number = this.#orders.length + 1;
    const repeats = this.#customs.repeatsReferences && number > 3 && this.#rng.chance(0.2);
    const bought = this.#orders.filter((one) => one.reference.startsWith(OF_A_CUSTOMER));
    const reference = repeats ? this.#rng.pick(bought).reference : `${OF_A_CUSTOMER}${number}`;
    const order = this.#newOrder(reference, this.#rng.chance(0.3) ? 'bnpl' : 'card');
    const cents = 10_000 + this.#rng.int(3) * 2_500;
    this.#add(order, this.#rng.chance(0.6) ? 'pay' : 'authorize', cents, nowMs);
  }
  #add(
    { orderId }: Order,
    operation: Operation,
    cents: number,
    atMs: number,
    { failed = false, isCharge = false } = {},
  ): Made {
    const made = {
      transactionId: `x-${this.made.length + 1}`,
      orderId,
      operation,
      cents,
      atMs,
      failed,
      isCharge,
    };
    this.made.push(made);
    return made;
  }
  /** Another computer gives a part back, or captures one. */
  anotherMoves(nowMs: number): void {
    const { orderId } = this.#rng.pick(this.#orders);
    this.#movedByAnother.add(orderId);
    const apiOperation = this.#rng.pick(['REFUND', 'CAPTURE'] as const);
    const body = JSON.stringify({
      apiOperation,
      transaction: { amount: pounds(ANOTHERS_CENTS[apiOperation]) },
    });
    this.operate(orderId, body, nowMs, (given) => given);
  }

  #shows = (atMs: number, nowMs: number) => atMs <= Math.min(nowMs - this.#lagMs, this.stuckAtMs ?? nowMs);

  /** Newest first, as of `lagMs` ago. */
  list(search: string | undefined, page: number, limit: number, nowMs: number): Answer {
    const references = new Map(this.#orders.map(({ orderId, reference }) => [orderId, reference]));
    const methods = new Map(this.#orders.map(({ orderId, method }) => [orderId, method]));
    const rows = this.made
      .filter(({ atMs }) => this.#shows(atMs, nowMs))
      .filter(
        ({ orderId }) => search === undefined || search === orderId || search === references.get(orderId),
      )
      .toReversed()
      .map((made) => ({
        transactionId: made.transactionId,
        orderId: made.orderId,
        merchantOrderId: references.get(made.orderId),
        operation: made.operation,
        method: methods.get(made.orderId),
        status: made.failed ? 'FAILED' : this.#isPending(made, nowMs) ? 'PENDING' : 'SUCCESS',
        amount: pounds(made.cents + (this.listsWithFee && isMoved(made) ? FEE_CENTS : 0)),
        currency: 'EGP',
        createdAt: iso(made.atMs),
      }));
    return answered(pageOf(rows, page, limit));
  }
  #isPending = (made: Made, nowMs: number) =>
    isMoved(made) && nowMs - this.#lagMs - made.atMs < this.#customs.pendingMs;
  get listsWithFee(): boolean {
    return this.#customs.listsWithFee;
  }
  /** How many movements this order has seen. */
  movesOf = (name: string): number =>
    this.made.filter(
      ({ orderId, operation, failed }) => orderId === this.numberOf(name) && !failed && !isPayment(operation),
    ).length;
  /** How many orders the list shows under this name. */
  listedAs = (name: string, nowMs: number): number =>
    this.#orders.filter(
      (order) =>
        order.reference === name &&
        this.made.some((one) => one.orderId === order.orderId && this.#shows(one.atMs, nowMs)),
    ).length;
  listTransfers(page: number, limit: number, nowMs: number): Answer {
    const rows = this.transfers
      .filter(({ atMs }) => this.#shows(atMs, nowMs))
      .toReversed()
      .map((transfer) => this.#shown(transfer, nowMs));
    const { body, pagination } = pageOf(rows, page, limit);
    return answered({ body, pagination });
  }
  /** A batch with its transfers, once it is shown. */
  batch(batchId: string, nowMs: number): Answer {
    const members = this.transfers.filter((one) => one.batchId === batchId && this.#shows(one.atMs, nowMs));
    if (members.length === 0) return refused('There is no such batch.', 404);
    const transfers = members.map((one) => this.#shown(one, nowMs));
    return answered({ body: { batchId, transfersCount: members.length, transfers } });
  }
  /** Accepted at first, whatever becomes of it. */
  #shown({ transferId, batchId, merchantTransferId, recipientNumber, cents, atMs }: Transfer, nowMs = atMs) {
    const failed = recipientNumber === FAILING_NUMBER && nowMs - atMs > FAILS_AFTER_MS;
    const amount = pounds(cents);
    const named = { transferId, batchId: batchId ?? 'NA', merchantTransferId };
    const facts = { ...named, recipientNumber, amount, currency: 'EGP' };
    return { ...facts, status: failed ? 'FAILED' : 'PENDING', createdAt: iso(atMs) };
  }

  #sum = (orderId: string, ...operations: Operation[]) =>
    this.made
      .filter((one) => one.orderId === orderId && !one.failed && operations.includes(one.operation))
      .reduce((total, { cents }) => total + cents, 0);
  #undoneBy = (orderId: string) =>
    this.made.find((one) => one.orderId === orderId && UNDOES.includes(one.operation) && !one.failed);

  /** What a void or reversal of this order took; null without one. */
  undoneCents = (name: string): number | null => this.#undoneBy(this.numberOf(name) ?? '')?.cents ?? null;

  /** Refund, void, capture or reversal; `done` notes that it was carried out. */
  operate(name: string, body: string, nowMs: number, done: (given: Answer) => Answer): Answer {
    const { apiOperation, transaction } = JSON.parse(body) as OrderBody;
    const order = this.#orderOf(name);
    if (!order) return refused('There is no such order.');
    const { orderId, reference } = order;
    const taken = this.#sum(orderId, 'pay', 'capture');
    const back = this.#sum(orderId, 'refund', 'partial_refund');
    const held = this.#sum(orderId, 'authorize') - this.#sum(orderId, 'capture');
    const whole = back > 0 ? 0 : taken || held;
    const left = {
      REFUND: taken - back,
      CAPTURE: back > 0 ? 0 : held,
      VOID: whole,
      REVERSAL: order.method === 'bnpl' ? whole : 0,
    };
    const most = left[apiOperation];
    const cents = transaction?.amount === undefined ? most : centsOf(transaction.amount);
    const no = (why: string) => this.refuse(name, body, nowMs, refused(why));
    const undone = this.#undoneBy(orderId)?.operation;
    if (undone !== undefined)
      return no(
        undone === MADE[apiOperation]
          ? `The order was already ${undone === 'void' ? 'voided' : 'reversed'}.`
          : 'This cannot be done.',
      );
    if (most <= 0 && !UNDOES.includes(MADE[apiOperation]))
      return no(`The order was already ${apiOperation === 'REFUND' ? 'refunded' : 'captured'}.`);
    if (cents <= 0 || cents > most) return no('The amount is more than what is left.');
    const partial = apiOperation === 'REFUND' && cents < taken;
    const { transactionId } = this.#add(order, partial ? 'partial_refund' : MADE[apiOperation], cents, nowMs);
    const named = { orderId, merchantOrderId: reference };
    const response = { ...named, status: 'DONE', amount: pounds(cents), currency: 'EGP' };
    const told = this.#customs.answersOtherNames ? `${ANSWERED}${transactionId}` : transactionId;
    return done(answered({ response, transactionId: told, messages: {}, status: 'SUCCESS' }));
  }
  /** What is planned for such an order may be refused, for its list is behind. */
  isMovedByAnother = (name: string): boolean => this.#movedByAnother.has(this.numberOf(name) ?? '');

  /** A movement that is refused, which some gateways list. */
  refuse(name: string, body: string, nowMs: number, answer: Answer): Answer {
    const { apiOperation, transaction } = JSON.parse(body) as OrderBody;
    const order = this.#orderOf(name);
    if (order && this.#customs.listsFailures)
      this.#add(order, MADE[apiOperation], centsOf(transaction?.amount ?? 0), nowMs, { failed: true });
    return answer;
  }

  /** A saved card, as a read of it answers. */
  card(token: string): Answer {
    const card = CARDS.find((one) => one.token === token);
    if (!card) return refused('There is no such card.', 404);
    const { customerReference } = card;
    return answered({ body: { token, customerReference, maskedCard: '411111******1111' } });
  }

  /** A payment with a saved card is a new order, also if another one has its reference. */
  charge(body: string, nowMs: number, done: (given: Answer) => Answer): Answer {
    const { order: asked, cardToken } = JSON.parse(body) as ChargeBody;
    const card = CARDS.find(({ token }) => token === cardToken);
    if (!card) return refused('There is no such card.', 404);
    if (card.declines) return this.refuseCharge(body, nowMs, refused('The bank refused the card.'));
    const order = this.#newOrder(asked.reference);
    const { transactionId } = this.#add(order, 'pay', centsOf(asked.amount), nowMs, { isCharge: true });
    const named = { orderId: order.orderId, merchantOrderId: order.reference };
    const response = { ...named, status: 'PAID', amount: asked.amount, currency: 'EGP' };
    const told = this.#customs.answersOtherNames ? `${ANSWERED}${transactionId}` : transactionId;
    return done(answered({ response, transactionId: told, messages: {}, status: 'SUCCESS' }));
  }
  #newOrder(reference: string, method: Order['method'] = 'card'): Order {
    const order = { orderId: `g-${this.#orders.length + 1}`, reference, method };
    this.#orders.push(order);
    return order;
  }
  /** A charge that is refused, which some gateways list as an order that failed. */
  refuseCharge(body: string, nowMs: number, answer: Answer): Answer {
    const { order: asked } = JSON.parse(body) as ChargeBody;
    const facts = { failed: true, isCharge: true };
    if (this.#customs.listsFailures)
      this.#add(this.#newOrder(asked.reference), 'pay', centsOf(asked.amount), nowMs, facts);
    return answer;
  }

  /** A transfer's name is taken once. */
  transfer(body: string, nowMs: number, done: (given: Answer) => Answer): Answer {
    const made = this.#pay([JSON.parse(body) as AskedTransfer], null, nowMs);
    if (made === null) return refused('The transfer exists.', 409);
    return done(answered({ body: made.map((one) => this.#shown(one))[0], messages: {} }));
  }

  /** All of them, or none if one of their names is taken. */
  transferBatch(body: string, nowMs: number, done: (given: Answer) => Answer): Answer {
    const { batchName, transfers } = JSON.parse(body) as { batchName: string; transfers: AskedTransfer[] };
    const batchId = `b-${this.transfers.length + 1}`;
    const made = this.#pay(transfers, batchId, nowMs);
    if (made === null) return refused('A transfer exists.', 409);
    const shown = made.map((one) => this.#shown(one));
    const facts = { batchId, batchName, status: 'PENDING', transfersCount: made.length, transfers: shown };
    return done(answered({ body: facts, messages: {} }));
  }

  #pay(asked: readonly AskedTransfer[], batchId: string | null, atMs: number): Transfer[] | null {
    const isTaken = (name: string) => this.transfers.some((one) => one.merchantTransferId === name);
    if (asked.some(({ merchantTransferId }) => isTaken(merchantTransferId))) return null;
    const made = asked.map(({ merchantTransferId, recipientNumber, amount }, at) => ({
      transferId: `p-${this.transfers.length + at + 1}`,
      batchId,
      merchantTransferId,
      recipientNumber,
      cents: centsOf(amount),
      atMs,
    }));
    this.transfers.push(...made);
    return made;
  }

  /** What a transfer costs, as the fee inquiry answers. */
  costs({ amount }: { amount: { text: string } }): Answer {
    const fee = { feeAmount: pounds(FEE_CENTS), vatAmount: 0 };
    const cents = centsOf(amount.text);
    const totalAmount = pounds(cents + FEE_CENTS);
    return answered({ body: { amount: pounds(cents), ...fee, totalAmount, currency: 'EGP' } });
  }

  /** A transfer that somebody else makes. */
  payAnother(nowMs: number): void {
    const merchantTransferId = `other-${this.transfers.length}`;
    const body = JSON.stringify({ merchantTransferId, recipientNumber: '01009999999', amount: 5 });
    this.transfer(body, nowMs, (given) => given);
  }
}
