/** Checkouts from the gateway into the cache: the list, one with its payment, and what came of attempts that got no answer. */
import { createHash } from 'node:crypto';
import type { CheckoutAttempt, CheckoutDetail, CheckoutPayment } from '#shared/contract/checkouts.ts';
import { inputError, type AppError, type GatewayError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../../core/context.ts';
import type { Creation } from '../../database/repositories/creations.ts';
import type { StoredCheckout } from '../../database/repositories/checkouts.ts';
import type { GatewaySession, GatewaySessionPayment } from '../../gateway/gateway.ts';
import { readAllPages } from '../read-all-pages.ts';

/** A session can change its state without the newest page showing it: after a week everything is read again. */
const WHOLE_AFTER_MS = 7 * 86_400_000;
/** How many checkouts that can still be paid are read one by one after the list. */
const MOST_SINGLY = 20;
/** How far the gateway's clock may be behind ours. */
const CLOCKS_MS = 15 * 60_000;

/** A key that stands for a session in places that must not contain its id. */
const keyOf = (sessionId: string): string =>
  createHash('sha256').update(sessionId).digest('hex').slice(0, 24);

export const storedOf = (session: GatewaySession): StoredCheckout => ({
  sessionId: session.sessionId,
  madeBy: session.madeBy,
  value: {
    key: keyOf(session.sessionId),
    order: session.order,
    description: session.description,
    status: session.status,
    amount: session.amount,
    captured: session.captured,
    refunded: session.refunded,
    attempts: session.failureAttempts,
    mostAttempts: session.maxFailureAttempts,
    customer: session.customer,
    methods: session.methods,
    manualCapture: session.manualCapture,
    createdAt: session.createdAt,
    expireAt: session.expireAt,
    history: session.history,
    address: session.sessionUrl,
  },
});

const viewOf = (payment: GatewaySessionPayment, readAtMs: number): CheckoutPayment => ({
  readAtMs,
  method: payment.method,
  orderId: payment.orderId,
  paymentChannel: payment.paymentChannel,
  lastTransactionType: payment.lastTransactionType,
  issuerAuthorizationCode: payment.issuerAuthorizationCode,
  rfsDate: payment.rfsDate,
});

function createSingle({ db, gateway, clock, emit }: ProfileContext) {
  const store = (session: GatewaySession) =>
    db.call('checkouts.store', { rows: [storedOf(session)], run: null, atMs: clock.nowMs() });

  async function detailOf(key: string): Promise<Result<CheckoutDetail>> {
    const detail = await db.call('checkouts.detail', key);
    return detail ? ok(detail) : err(inputError('invalid', { where: 'key' }));
  }

  /** Reads one checkout again, and its payment view if that is wanted. */
  async function readOne(key: string, payment: boolean): Promise<Result<CheckoutDetail, AppError>> {
    const way = await db.call('checkouts.way', key);
    if (!way) return err(inputError('invalid', { where: 'key' }));
    const session = await gateway.sessions.get(way.sessionId);
    if (!session.ok) return session;
    // An answer about another session must not be stored as this one.
    if (session.value.sessionId !== way.sessionId) return err(inputError('invalid', { where: 'session' }));
    await store(session.value);
    if (payment) {
      const view = await gateway.sessions.payment(way.sessionId);
      if (!view.ok) return view;
      await db.call('checkouts.storePayment', { key, payment: viewOf(view.value, clock.nowMs()) });
    }
    emit('checkouts.changed', {});
    return detailOf(key);
  }

  return { store, detailOf, readOne };
}

/** A checkout that may be the one of an attempt; null if there is none, or while the proof was not looked for in a whole list. */
export const possibleOf = async (
  { db }: ProfileContext,
  { reference, amount, atMs, absentAtMs }: Creation,
): Promise<CheckoutAttempt['possible']> =>
  absentAtMs === null
    ? null
    : db.call('checkouts.possible', { order: reference, amount, sinceMs: atMs - CLOCKS_MS });

/** `onTheWay`: attempts that are waiting for their answer. */
export function createReading(context: ProfileContext, onTheWay: ReadonlySet<string>) {
  const { db, gateway, clock, emit } = context;
  const single = createSingle(context);
  /** Newest first. Unless the `whole` list is wanted, it ends with a page that brings nothing new. */
  async function readList(whole: boolean): Promise<Result<null, GatewayError>> {
    const run = whole ? await db.call('checkouts.nextRun', null) : null;
    let hasNews = true;
    const read = await readAllPages(
      (page, limit) => gateway.sessions.list({ page, limit }),
      async ({ rows }) => {
        const news = await db.call('checkouts.store', { rows: rows.map(storedOf), run, atMs: clock.nowMs() });
        // A page of which no row could be read says nothing.
        hasNews = rows.length === 0 || news > 0;
      },
      () => !whole && !hasNews,
    );
    if (!read.ok) return read;
    const { unreadable } = read.value;
    await db.call('checkouts.listed', { whole: run, atMs: clock.nowMs(), unreadable });
    return ok(null);
  }

  /**
   * Looks in a whole list for checkouts of attempts that got no answer, and notes whether they were there. Only our reference proves
   * it: another computer may have made one of the same order and amount.
   */
  async function lookForAttempts(readFromMs: number): Promise<void> {
    const open = await db.call('creations.open', 'checkout');
    for (const { creationId, atMs, endedAtMs } of open) {
      // A list that was read while the attempt was on its way proves nothing.
      if (onTheWay.has(creationId) || (endedAtMs ?? atMs) >= readFromMs) continue;
      const found = await db.call('checkouts.madeBy', creationId);
      const nowMs = clock.nowMs();
      if (found === null) await db.call('creations.absent', { creationId, atMs: nowMs });
      else await db.call('creations.end', { creationId, state: 'done', atMs: nowMs });
    }
  }

  async function readSingly(): Promise<void> {
    for (const key of await db.call('checkouts.waiting', MOST_SINGLY)) {
      const way = await db.call('checkouts.way', key);
      const session = way && (await gateway.sessions.get(way.sessionId));
      if (session?.ok) await single.store(session.value);
      else if (session) return;
    }
  }

  async function readAgain(whole: boolean): Promise<Result<Record<string, never>, AppError>> {
    const fromMs = clock.nowMs();
    const wholeAtMs = await db.call('checkouts.wholeAtMs', null);
    const open = await db.call('creations.open', 'checkout');
    const isDue = wholeAtMs === null || fromMs - wholeAtMs > WHOLE_AFTER_MS;
    const isWhole = whole || isDue || open.length > 0;
    const answer = await readList(isWhole);
    if (!answer.ok) await db.call('lists.failed', { name: 'checkouts', error: answer.error, atMs: fromMs });
    else if (isWhole) await lookForAttempts(fromMs);
    if (answer.ok) await readSingly();
    emit('checkouts.changed', {});
    return answer.ok ? ok({}) : answer;
  }

  let current: Promise<Result<Record<string, never>, AppError>> | null = null;
  /** Only one reading runs at a time. Whoever asks meanwhile gets its answer. */
  const refresh = (whole: boolean) => (current ??= readAgain(whole).finally(() => (current = null)));

  return { ...single, refresh };
}
export type Reading = ReturnType<typeof createReading>;
