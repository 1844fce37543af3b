/** How a checkout is made (`electron/services/making`). Our reference is in its `metaData`. */
import { checkoutRequestSchema, type CheckoutRequest } from '#shared/contract/checkouts.ts';
import { inputError, type AppError } from '#shared/errors/app-error.ts';
import { ok } from '#shared/errors/result.ts';
import { cardIn } from '../card-in.ts';
import type { ProfileContext } from '../context.ts';
import { OWN_REFERENCE, type SessionRequest } from '../../gateway/endpoints/sessions.ts';
import { CLOCKS_MS, sameBill, type Maker } from '../making/index.ts';
import { storedOf, type Reading } from './reading.ts';

const customerOf = ({ customerEmail, customerReference }: CheckoutRequest): string | null =>
  customerEmail || customerReference || null;

/** Free texts are searched for card numbers. Addresses are not free text, and an order may be a long number. */
const FREE_TEXTS = ['description', 'notes', 'customerReference', 'customerEmail'] as const;
const ADDRESSES = ['merchantRedirect', 'serverWebhook'] as const;
const isAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** The first field that cannot be sent, and why. */
function wrongIn(request: CheckoutRequest): AppError | null {
  if (request.amount.minor <= 0n) return inputError('amount-not-understood', { field: 'amount' });
  if (request.saveCard && request.customerReference === '')
    return inputError('customer-needed', { field: 'customerReference' });
  const withCard = cardIn(Object.fromEntries(FREE_TEXTS.map((field) => [field, request[field]])));
  if (withCard) return withCard;
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

/** Only our reference proves which one it is: another computer may have made one of the same order and amount. */
export const checkoutMaker = (
  { db, gateway, clock, emit, merchantId }: ProfileContext,
  reading: Reading,
): Maker<CheckoutRequest> => ({
  what: 'checkout',
  schema: checkoutRequestSchema,
  wish: (request) => ({
    reference: request.order,
    customer: customerOf(request),
    amount: request.amount,
  }),
  wrongIn,
  send: async (request, creationId) => {
    const nowMs = clock.nowMs();
    const made = await gateway.sessions.create(sessionRequest(request, { merchantId, nowMs, creationId }));
    if (!made.ok) return made;
    await reading.store(made.value);
    const { key, address } = storedOf(made.value).value;
    return ok({ key, address });
  },
  isSame: sameBill,
  like: (request, sinceMs) =>
    db.call('checkouts.like', { customer: customerOf(request), amount: request.amount, sinceMs }),
  look: async (attempt) => {
    const read = await reading.readAnew();
    if (!read.ok) return read;
    const found = await db.call('checkouts.madeBy', attempt.creationId);
    return ok({ isThere: found !== null, isWhole: read.value.unreadable === 0 });
  },
  possible: ({ reference, amount, atMs }) =>
    db.call('checkouts.possible', { order: reference, amount, sinceMs: atMs - CLOCKS_MS }),
  show: async () => emit('checkouts.changed', {}),
});
