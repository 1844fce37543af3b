/** The gateway's side of a simulated history: terminals, sales and requests, and what every request that arrived has done. */
import {
  answered as answer,
  OrderWorld,
  pounds,
  refused as REFUSED,
  someCustoms,
  type Answer,
  type OrderCustoms,
} from './order-world.ts';
import type { Rng } from './rng.ts';

export type { Answer };

type PosRow = {
  merchant_order_id: string;
  ref_number: string;
  amount: number;
  currency: 'EGP';
  payment_type: 'SALE' | 'REVERSAL';
  entry_mode: 'CHIP';
};
type Kept = { row: PosRow; bornMs: number; goneMs: number | null };
type Request = { requestId: string; transactionIds: string[]; totalCents: number; atMs: number };
/** A request that was carried out, and the send that caused it. */
export type Execution = { sendId: number; atMs: number };

const failure = (en: string) =>
  JSON.stringify({ error: { cause: 'Bad request' }, messages: { en, ar: '' }, status: 'FAILURE' });

const CHARGE = '/v3/orders/';
const webOrderOf = (path: string, orders: OrderWorld) => {
  const [, place, name] = /\/(orders|reversal)\/([^/]+)$/.exec(path) ?? [];
  const isOfTerminal = place === 'reversal' && orders.numberOf(name ?? '') === null;
  return isOfTerminal ? undefined : name;
};

export const TERMINALS = ['30410001', '30410002'];

/** What a test wants of its world; the rest is by the seed. */
export type WorldFacts = { lagMs: number; orders: OrderCustoms };

export class World {
  readonly executions: Execution[] = [];
  /** How many requests have left, from whichever computer. */
  sends = 0;
  /** Movements of orders for which there was too little left, and how many the order had seen by then. */
  readonly ruledOut: { sendId: number; moves: number }[] = [];
  readonly requests: Request[] = [];
  readonly orders: OrderWorld;
  readonly eligible: { transactionId: string; cents: number }[] = [];
  /** How far behind its own truth a list may be; less than the settle window in a world that does not lie. */
  readonly lagMs: number;
  /** Whether early-payout requests are listed with their members. */
  readonly listsMembers: boolean;
  /** By terminal and the time a reading was stored with: what was outstanding in the truth it shows. */
  readonly truthAt = new Map<string, string[]>();
  readonly #rng: Rng;
  readonly #rows = new Map<string, Kept[]>(TERMINALS.map((id) => [id, []]));
  #sales = 0;

  constructor(rng: Rng, nowMs: number, facts: Partial<WorldFacts> = {}) {
    this.#rng = rng;
    const lagMs = rng.pick([0, 0, 5_000, 60_000]);
    this.lagMs = facts.lagMs ?? lagMs;
    this.listsMembers = rng.chance(0.7);
    const customs = someCustoms(rng);
    this.orders = new OrderWorld(rng, this.lagMs, nowMs, facts.orders ?? customs);
    for (const terminalId of TERMINALS)
      for (let count = rng.int(3) + 1; count > 0; count -= 1) this.sell(terminalId, nowMs - this.lagMs);
    for (let index = 0; index < 3; index += 1)
      this.eligible.push({ transactionId: `settled-${index}`, cents: 10_000 + rng.int(3) * 5_000 });
  }

  sell(terminalId: string, nowMs: number): void {
    this.#sales += 1;
    const row: PosRow = {
      merchant_order_id: `order-${this.#sales}`,
      ref_number: `ref-${this.#sales}`,
      amount: pounds(1_000 + this.#rng.int(3) * 250),
      currency: 'EGP',
      payment_type: 'SALE',
      entry_mode: 'CHIP',
    };
    this.#rows.get(terminalId)?.push({ row, bornMs: nowMs, goneMs: null });
  }

  /** What the list shows: the truth of `lagMs` ago. */
  list(terminalId: string, nowMs: number): Answer {
    const asOfMs = nowMs - this.lagMs;
    const transactions = (this.#rows.get(terminalId) ?? [])
      .filter(({ bornMs, goneMs }) => bornMs <= asOfMs && (goneMs === null || goneMs > asOfMs))
      .map(({ row }) => row);
    return answer({ body: { response: { terminalId, transactions } }, status: 'SUCCESS' });
  }
  terminals(): Answer {
    return answer({ body: { response: { terminals: TERMINALS.map((terminalId) => ({ terminalId })) } } });
  }
  quote(transactionIds: readonly string[]): Answer {
    const cents = this.#cents(transactionIds);
    return answer({
      body: {
        currency: 'EGP',
        totalAmount: pounds(cents),
        totalNetAmount: pounds(cents),
        totalFees: 1,
        netTransferAmount: pounds(cents - 100),
        transactionsCount: transactionIds.length,
      },
    });
  }
  listRequests(nowMs: number): Answer {
    const rows = this.requests
      .filter(({ atMs }) => atMs <= nowMs - this.lagMs)
      .map((request) => this.#shown(request, nowMs));
    return answer({ body: rows, pagination: { total: rows.length, page: 1, pages: 1, limit: 500 } });
  }
  listEligible(): Answer {
    const rows = this.eligible
      .filter(({ transactionId }) => !this.requestOf(transactionId))
      .map(({ transactionId, cents }) => ({ transactionId, amount: pounds(cents), currency: 'EGP' }));
    return answer({ body: rows, pagination: { total: rows.length, page: 1, pages: 1, limit: 500 } });
  }

  requestOf = (transactionId: string) =>
    this.requests.find(({ transactionIds }) => transactionIds.includes(transactionId));
  #cents = (ids: readonly string[]) =>
    this.eligible.filter((one) => ids.includes(one.transactionId)).reduce((sum, one) => sum + one.cents, 0);
  #shown({ requestId, transactionIds, totalCents, atMs }: Request, nowMs: number) {
    return {
      requestId,
      status: nowMs - atMs > 10_000 ? 'TRANSFERRED' : 'PENDING',
      currency: 'EGP',
      totalAmount: pounds(totalCents),
      transactionsCount: transactionIds.length,
      createdAt: new Date(atMs).toISOString(),
      ...(this.listsMembers && { transactionIds }),
    };
  }

  isReversed = (orderId: string): boolean =>
    [...this.#rows.values()].some((rows) =>
      rows.some(({ row }) => row.payment_type === 'REVERSAL' && row.merchant_order_id === orderId),
    );
  /** Whether a row of this order and type is no longer outstanding. */
  isGone = (orderId: string, type: string): boolean =>
    [...this.#rows.values()].every((rows) =>
      rows.every(
        ({ row, goneMs }) =>
          goneMs !== null || row.merchant_order_id !== orderId || row.payment_type !== type,
      ),
    );
  /** Whether the list will show this order's reversal, once it has caught up. */
  showsReversal = (orderId: string): boolean => this.isReversed(orderId) && !this.isGone(orderId, 'REVERSAL');
  /** References of rows that are outstanding now and were there at `beforeMs`. */
  outstanding = (terminalId: string, beforeMs: number): string[] =>
    (this.#rows.get(terminalId) ?? [])
      .filter(({ goneMs, bornMs }) => goneMs === null && bornMs <= beforeMs)
      .map(({ row }) => `${row.payment_type} ${row.merchant_order_id}`);

  /** A movement arrives whole: it is carried out, or refused for a reason; it is never half done. */
  execute(sendId: number, path: string, body: string, nowMs: number): Answer {
    const done = (given: Answer): Answer => {
      this.executions.push({ sendId, atMs: nowMs });
      return given;
    };
    const webOrder = webOrderOf(path, this.orders);
    if (webOrder !== undefined) {
      const before = this.executions.length;
      const answered = this.orders.operate(webOrder, body, nowMs, done);
      if (this.executions.length === before)
        this.ruledOut.push({ sendId, moves: this.orders.movesOf(webOrder) });
      return answered;
    }
    const [, order] = /\/reversal\/([^/]+)$/.exec(path) ?? [];
    if (order !== undefined) {
      const rows = [...this.#rows.values()].find((kept) =>
        kept.some(({ row }) => row.merchant_order_id === order),
      );
      const sale = rows?.find(({ row }) => row.merchant_order_id === order);
      if (!rows || !sale) return REFUSED('There is no such order.');
      if (this.isReversed(order)) return REFUSED('The order was already reversed.');
      if (sale.goneMs !== null) return REFUSED('The sale is on its way to the bank.');
      rows.push({ row: { ...sale.row, payment_type: 'REVERSAL' }, bornMs: nowMs, goneMs: null });
      const response = { orderId: order, status: 'REVERSED' };
      return done(answer({ response, transactionId: `t-${sendId}`, messages: {}, status: 'SUCCESS' }));
    }
    const [, terminalId] = /\/ack\/([^/]+)$/.exec(path) ?? [];
    if (terminalId !== undefined) {
      for (const kept of this.#rows.get(terminalId) ?? []) kept.goneMs ??= nowMs;
      return done(answer({ status: 'SUCCESS', response: { terminalId }, messages: {} }));
    }
    if (path.endsWith(CHARGE)) return this.orders.charge(body, nowMs, done);
    if (path.endsWith('/v3/transfers/single')) return this.orders.transfer(body, nowMs, done);
    if (path.endsWith('/v3/transfers/batch')) return this.orders.transferBatch(body, nowMs, done);
    const { transactionIds } = JSON.parse(body) as { transactionIds: string[] };
    if (transactionIds.some((id) => this.requestOf(id)))
      return REFUSED('A transaction was already requested.');
    const requestId = `request-${this.requests.length + 1}`;
    const request = { requestId, transactionIds, totalCents: this.#cents(transactionIds), atMs: nowMs };
    this.requests.push(request);
    return done(answer({ body: this.#shown(request, nowMs), message: 'ok' }));
  }

  /** A movement arrives, and is refused without a reason. */
  refuse(path: string, body: string, nowMs: number): Answer {
    const answer = REFUSED('This cannot be done.');
    if (path.endsWith(CHARGE)) return this.orders.refuseCharge(body, nowMs, answer);
    const webOrder = webOrderOf(path, this.orders);
    return webOrder === undefined ? answer : this.orders.refuse(webOrder, body, nowMs, answer);
  }
}

/** What a broken gateway says instead of its answer, whether it acted or not. */
export const nonsense: readonly Answer[] = [
  { status: 200, body: '' },
  { status: 200, body: '{}' },
  { status: 200, body: '<!doctype html><title>Maintenance</title>' },
  { status: 200, body: '{"status":"SUCC' },
  { status: 202, body: '{"status":"SUCCESS"}' },
  { status: 302, body: '' },
  { status: 401, body: failure('Unauthorized.') },
  { status: 408, body: '' },
  { status: 409, body: failure('Conflict.') },
  { status: 429, body: failure('Too many.') },
  { status: 500, body: failure('Something is wrong.') },
  { status: 502, body: '<h1>Bad Gateway</h1>' },
];
