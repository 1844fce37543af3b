/** The gateway's online orders and transfers in a simulated history, and what refund, void, capture and payout do to them. */
import type { Rng } from './rng.ts';

export type Answer = { status: number; body: string };
type Operation = 'pay' | 'authorize' | 'capture' | 'refund' | 'partial_refund' | 'void';
type Made = { transactionId: string; orderId: string; operation: Operation; cents: number; atMs: number };
type Transfer = {
  transferId: string;
  merchantTransferId: string;
  recipientNumber: string;
  cents: number;
  atMs: number;
};

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
  #orders = 0;
  /** Lists show nothing newer: a cache in front of them is stuck. Null: they are kept. */
  stuckAtMs: number | null = null;

  constructor(rng: Rng, lagMs: number, nowMs: number) {
    this.#rng = rng;
    this.#lagMs = lagMs;
    for (let count = 3; count > 0; count -= 1) this.buy(nowMs - lagMs);
  }

  orderIds = (): string[] => Array.from({ length: this.#orders }, (_, index) => `web-${index + 1}`);

  /** The first order whose payment was only authorized; empty without one. */
  authorizedOrder = (): string => this.made.find(({ operation }) => operation === 'authorize')?.orderId ?? '';
  /** The first order whose payment was taken. */
  paidOrder = (): string => this.made.find(({ operation }) => operation === 'pay')?.orderId ?? '';

  /** A customer pays, or only authorizes. */
  buy(nowMs: number): void {
    this.#orders += 1;
    const cents = 10_000 + this.#rng.int(3) * 2_500;
    this.#add(`web-${this.#orders}`, this.#rng.chance(0.6) ? 'pay' : 'authorize', cents, nowMs);
  }
  #add(orderId: string, operation: Operation, cents: number, atMs: number): Made {
    const made = { transactionId: `x-${this.made.length + 1}`, orderId, operation, cents, atMs };
    this.made.push(made);
    return made;
  }

  #shows = (atMs: number, nowMs: number) => atMs <= Math.min(nowMs - this.#lagMs, this.stuckAtMs ?? nowMs);

  /** Newest first, as of `lagMs` ago. */
  list(search: string | undefined, page: number, limit: number, nowMs: number): Answer {
    const rows = this.made
      .filter(({ orderId, atMs }) => this.#shows(atMs, nowMs) && (search ?? orderId) === orderId)
      .toReversed()
      .map(({ transactionId, orderId, operation, cents, atMs }) => ({
        transactionId,
        merchantOrderId: orderId,
        operation,
        status: 'SUCCESS',
        amount: pounds(cents),
        currency: 'EGP',
        createdAt: iso(atMs),
      }));
    return answered(pageOf(rows, page, limit));
  }
  listTransfers(page: number, limit: number, nowMs: number): Answer {
    const rows = this.transfers
      .filter(({ atMs }) => this.#shows(atMs, nowMs))
      .toReversed()
      .map((transfer) => this.#shown(transfer));
    const { body, pagination } = pageOf(rows, page, limit);
    return answered({ body, pagination });
  }
  #shown({ transferId, merchantTransferId, recipientNumber, cents, atMs }: Transfer) {
    const amount = pounds(cents);
    const facts = { transferId, merchantTransferId, recipientNumber, amount, currency: 'EGP' };
    return { ...facts, status: 'PENDING', createdAt: iso(atMs) };
  }

  #sum = (orderId: string, ...operations: Operation[]) =>
    this.made
      .filter((one) => one.orderId === orderId && operations.includes(one.operation))
      .reduce((total, { cents }) => total + cents, 0);
  #has = (orderId: string, operation: Operation) =>
    this.made.some((one) => one.orderId === orderId && one.operation === operation);

  /** What a void of this order took; null without one. */
  voidedCents = (orderId: string): number | null =>
    this.made.find((one) => one.orderId === orderId && one.operation === 'void')?.cents ?? null;

  /** Refund, void or capture; `done` notes that it was carried out. */
  operate(orderId: string, body: string, nowMs: number, done: (given: Answer) => Answer): Answer {
    const { apiOperation, transaction } = JSON.parse(body) as {
      apiOperation: 'REFUND' | 'VOID' | 'CAPTURE';
      transaction?: { amount?: number };
    };
    if (!this.orderIds().includes(orderId)) return refused('There is no such order.');
    if (this.#has(orderId, 'void'))
      return refused(apiOperation === 'VOID' ? 'The order was already voided.' : 'This cannot be done.');
    const taken = this.#sum(orderId, 'pay', 'capture');
    const back = this.#sum(orderId, 'refund', 'partial_refund');
    const held = this.#sum(orderId, 'authorize') - this.#sum(orderId, 'capture');
    const left = { REFUND: taken - back, CAPTURE: back > 0 ? 0 : held, VOID: back > 0 ? 0 : taken || held };
    const most = left[apiOperation];
    const cents = transaction?.amount === undefined ? most : centsOf(transaction.amount);
    if (most <= 0 && apiOperation !== 'VOID')
      return refused(`The order was already ${apiOperation === 'REFUND' ? 'refunded' : 'captured'}.`);
    if (cents <= 0 || cents > most) return refused('The amount is more than what is left.');
    const partial = apiOperation === 'REFUND' && cents < taken;
    const operation = ({ REFUND: 'refund', VOID: 'void', CAPTURE: 'capture' } as const)[apiOperation];
    const { transactionId } = this.#add(orderId, partial ? 'partial_refund' : operation, cents, nowMs);
    const response = { merchantOrderId: orderId, status: 'DONE', amount: pounds(cents), currency: 'EGP' };
    return done(answered({ response, transactionId, messages: {}, status: 'SUCCESS' }));
  }

  /** A transfer's name is taken once. */
  transfer(body: string, nowMs: number, done: (given: Answer) => Answer): Answer {
    const asked = JSON.parse(body) as { merchantTransferId: string; recipientNumber: string; amount: number };
    const { merchantTransferId, recipientNumber } = asked;
    if (this.transfers.some((one) => one.merchantTransferId === merchantTransferId))
      return refused('The transfer exists.', 409);
    const transferId = `p-${this.transfers.length + 1}`;
    const made = {
      transferId,
      merchantTransferId,
      recipientNumber,
      cents: centsOf(asked.amount),
      atMs: nowMs,
    };
    this.transfers.push(made);
    return done(answered({ body: this.#shown(made), messages: {} }));
  }

  /** A transfer that somebody else makes. */
  payAnother(nowMs: number): void {
    const merchantTransferId = `other-${this.transfers.length}`;
    const body = JSON.stringify({ merchantTransferId, recipientNumber: '01009999999', amount: 5 });
    this.transfer(body, nowMs, (given) => given);
  }
}
