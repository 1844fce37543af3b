/**
 * Making a checkout. It moves no money, so it is no operation; but one that got no answer may exist all the same. The attempt is
 * stored before it is sent, once, with a reference of ours; it is made again only by a person, after a whole list lacked it.
 */
import type { CheckoutAttempt, CheckoutRequest, MadeCheckout } from '#shared/contract/checkouts.ts';
import { checkoutRequestSchema } from '#shared/contract/checkouts.ts';
import { inputError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { toDecimal } from '#shared/money/money.ts';
import { z } from 'zod';
import type { NewEntry } from '../../audit/entry.ts';
import type { ProfileContext } from '../../core/context.ts';
import type { Creation } from '../../database/repositories/creations.ts';
import { withoutCards } from '../../gateway/cards.ts';
import { OWN_REFERENCE, type SessionRequest } from '../../gateway/endpoints/sessions.ts';
import { createCreations } from '../creations/index.ts';
import { possibleOf, storedOf, type Reading } from './reading.ts';

const DOUBLE_MS = 24 * 3_600_000;

const customerOf = ({ customerEmail, customerReference }: CheckoutRequest): string | null =>
  customerEmail || customerReference || null;

export const attemptOf = (
  { creationId, reference, amount, by, atMs, absentAtMs }: Creation,
  possible: CheckoutAttempt['possible'],
): CheckoutAttempt => ({
  attemptId: creationId,
  order: reference,
  amount,
  by,
  atMs,
  absentAtMs,
  possible,
});

/** Free texts are searched for card numbers. Addresses are not free text, and an order may be a long number. */
const FREE_TEXTS = ['description', 'notes', 'customerReference', 'customerEmail'] as const;
const ADDRESSES = ['merchantRedirect', 'serverWebhook'] as const;
const isAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** The first field that cannot be sent, and why. */
function wrongIn(request: CheckoutRequest): AppError | null {
  if (request.amount.minor <= 0n) return inputError('amount-not-understood', { field: 'amount' });
  if (request.saveCard && request.customerReference === '')
    return inputError('customer-needed', { field: 'customerReference' });
  const withCard = FREE_TEXTS.find((field) => withoutCards(request[field]) !== request[field]);
  if (withCard) return inputError('card-number', { field: withCard });
  const badAddress = ADDRESSES.find((field) => request[field] !== '' && !isAddress(request[field]));
  return badAddress ? inputError('host-not-a-url', { field: badAddress }) : null;
}

const filled = (text: string) => (text === '' ? undefined : text);

function sessionRequest(
  request: CheckoutRequest,
  { merchantId, nowMs, creationId }: { merchantId: string; nowMs: number; creationId: string },
): SessionRequest {
  const { customerEmail: email, customerReference: reference } = request;
  return {
    amount: request.amount,
    order: request.order,
    merchantId,
    expireAtMs: nowMs + request.minutes * 60_000,
    maxFailureAttempts: request.maxFailureAttempts ?? undefined,
    paymentType: 'credit',
    type: 'one-time',
    interactionSource: 'ECOMMERCE',
    merchantRedirect: filled(request.merchantRedirect),
    display: request.display ?? undefined,
    allowedMethods: request.methods.length > 0 ? request.methods : undefined,
    redirectMethod: request.redirectMethod ?? undefined,
    iframeBackgroundColor: filled(request.iframeBackgroundColor),
    metaData: { [OWN_REFERENCE]: creationId },
    failureRedirect: request.failureRedirect || undefined,
    brandColor: filled(request.brandColor),
    defaultMethod: request.defaultMethod ?? undefined,
    description: filled(request.description),
    manualCapture: request.manualCapture,
    customer: email || reference ? { email: filled(email), reference: filled(reference) } : undefined,
    saveCard: request.saveCard ? 'optional' : undefined,
    retrieveSavedCard: request.retrieveSavedCard || undefined,
    enable3DS: request.enable3DS,
    serverWebhook: filled(request.serverWebhook),
    notes: filled(request.notes),
  };
}

type Needs = {
  reading: Reading;
  onTheWay: Set<string>;
  record: (entry: NewEntry) => Promise<boolean>;
};

/** A checkout or an open attempt of the last day for the same customer and amount. */
async function likeOf(
  { db, clock }: ProfileContext,
  request: CheckoutRequest,
): Promise<Extract<MadeCheckout, { kind: 'double' }> | null> {
  const sinceMs = clock.nowMs() - DOUBLE_MS;
  const wanted = { customer: customerOf(request), amount: request.amount, sinceMs };
  const open = await db.call('creations.like', { what: 'checkout', ...wanted });
  if (open) return { kind: 'double', like: { key: null, order: open.reference, atMs: open.atMs } };
  const like = await db.call('checkouts.like', wanted);
  if (!like) return null;
  return { kind: 'double', like: { key: like.key, order: like.order_reference, atMs: like.created_at_ms } };
}

/** Sends one attempt and stores its result. */
function createSending(context: ProfileContext, { reading, onTheWay, record }: Needs) {
  const { gateway, clock, emit, merchantId } = context;
  const creations = createCreations(context, onTheWay);
  const { end } = creations;
  const tell = (action: NewEntry['action'], { creationId, reference, amount }: Creation) =>
    record({
      action,
      target: reference,
      params: { reference: creationId, amount: `${amount.currency} ${toDecimal(amount)}` },
      outcome: 'ok',
    });

  async function send(creation: Creation, request: CheckoutRequest): Promise<Result<MadeCheckout, AppError>> {
    const { creationId } = creation;
    const nowMs = clock.nowMs();
    const answer = await gateway.sessions.create(sessionRequest(request, { merchantId, nowMs, creationId }));
    if (!answer.ok && answer.error.outcome !== 'unknown') {
      await end(creationId, 'refused');
      await tell('checkout.refused', creation);
      return answer;
    }
    if (!answer.ok) {
      await end(creationId, 'not-known');
      await tell('checkout.not-known', creation);
      emit('checkouts.changed', {});
      return ok({ kind: 'not-known', attempt: attemptOf(creation, null), error: answer.error });
    }
    await reading.store(answer.value);
    await end(creationId, 'done');
    await tell('checkout.made', creation);
    emit('checkouts.changed', {});
    const { value } = storedOf(answer.value);
    const { history: _history, address, ...checkout } = value;
    return ok({ kind: 'done', checkout: { ...checkout, isGone: false }, address });
  }

  const begin = (request: CheckoutRequest): Promise<Result<MadeCheckout, AppError>> =>
    creations.begin(
      {
        what: 'checkout',
        reference: request.order,
        customer: customerOf(request),
        amount: request.amount,
        request: JSON.stringify(z.encode(checkoutRequestSchema, request)),
      },
      (creation) => send(creation, request),
    );

  return { begin, end, tell };
}

export function createMaking(context: ProfileContext, needs: Needs) {
  const { db, emit } = context;
  const { onTheWay } = needs;
  const { begin, end, tell } = createSending(context, needs);
  const openAttempt = async (attemptId: string): Promise<Creation | null> =>
    (await db.call('creations.open', 'checkout')).find(({ creationId }) => creationId === attemptId) ?? null;

  return {
    async create({
      request,
      despiteDouble,
    }: {
      request: CheckoutRequest;
      despiteDouble: boolean;
    }): Promise<Result<MadeCheckout, AppError>> {
      const wrong = wrongIn(request);
      if (wrong) return err(wrong);
      const double = despiteDouble ? null : await likeOf(context, request);
      return double ? ok(double) : begin(request);
    },
    async makeAgain({ attemptId }: { attemptId: string }): Promise<Result<MadeCheckout, AppError>> {
      const before = await openAttempt(attemptId);
      if (before === null || before.absentAtMs === null || onTheWay.has(attemptId))
        return err(inputError('not-looked-for', { field: 'attempt' }));
      const request = checkoutRequestSchema.parse(JSON.parse(before.request));
      // Two windows may ask at once. Only the first one ends the attempt.
      const ended = await end(attemptId, 'made-again');
      return ended ? begin(request) : err(inputError('not-looked-for', { field: 'attempt' }));
    },
    async takePossible({
      attemptId,
      key,
    }: {
      attemptId: string;
      key: string;
    }): Promise<Result<Record<string, never>>> {
      const before = await openAttempt(attemptId);
      const possible = before && (await possibleOf(context, before));
      const none = err(inputError('invalid', { where: 'attempt' }));
      if (!before || possible?.key !== key) return none;
      if (!(await end(attemptId, 'done'))) return none;
      await tell('checkout.made', before);
      emit('checkouts.changed', {});
      return ok({});
    },
    async dropAttempt({ attemptId }: { attemptId: string }): Promise<Result<Record<string, never>>> {
      const before = await openAttempt(attemptId);
      if (!before || onTheWay.has(attemptId)) return ok({});
      await end(attemptId, 'dropped');
      await tell('checkout.attempt-dropped', before);
      emit('checkouts.changed', {});
      return ok({});
    },
  };
}
