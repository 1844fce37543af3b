/** Checkouts from the gateway into the cache: the list, and one with its payment. */
import { createHash } from 'node:crypto';
import type { CheckoutDetail, CheckoutPayment } from '#shared/contract/checkouts.ts';
import { inputError, type AppError, type GatewayError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../context.ts';
import type { StoredCheckout } from '../../database/repositories/checkouts.ts';
import type { GatewaySession, GatewaySessionPayment } from '../../gateway/gateway.ts';
import { readAllPages } from '../read-all-pages.ts';

/** A session can change its state without the newest page showing it: after a week everything is read again. */
const WHOLE_AFTER_MS = 7 * 86_400_000;
/** How many checkouts that can still be paid are read one by one after the list. */
const MOST_SINGLY = 20;

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
    notifications: session.notifications,
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

export function createReading(context: ProfileContext) {
  const { db, gateway, clock, emit } = context;
  const single = createSingle(context);
  /** Newest first. Unless the `whole` list is wanted, it ends with a page that brings nothing new. */
  async function readList(whole: boolean): Promise<Result<{ unreadable: number }, GatewayError>> {
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
    return ok({ unreadable });
  }

  async function readSingly(): Promise<void> {
    for (const key of await db.call('checkouts.waiting', MOST_SINGLY)) {
      const way = await db.call('checkouts.way', key);
      const session = way && (await gateway.sessions.get(way.sessionId));
      if (session?.ok) await single.store(session.value);
      else if (session) return;
    }
  }

  type Read = Result<{ unreadable: number }, GatewayError>;
  async function readAgain(whole: boolean): Promise<Read> {
    const nowMs = clock.nowMs();
    const wholeAtMs = await db.call('checkouts.wholeAtMs', null);
    const isDue = wholeAtMs === null || nowMs - wholeAtMs > WHOLE_AFTER_MS;
    const answer = await readList(whole || isDue);
    if (answer.ok) await readSingly();
    else await db.call('lists.failed', { name: 'checkouts', error: answer.error, atMs: nowMs });
    emit('checkouts.changed', {});
    return answer;
  }

  let current: Promise<Read> | null = null;
  /** Only one reading runs at a time. Whoever asks meanwhile gets its answer. */
  const refresh = (whole: boolean) => (current ??= readAgain(whole).finally(() => (current = null)));
  /** A whole reading that begins after this call. */
  async function readAnew(): Promise<Read> {
    while (current) await current;
    return refresh(true);
  }

  return { ...single, refresh, readAnew };
}
export type Reading = ReturnType<typeof createReading>;
