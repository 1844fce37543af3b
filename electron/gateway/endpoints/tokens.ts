/**
 * Saved cards (§4.3): with the secret key on the dashboard, with `Service-Hash` on the checkout host. The token field shapes
 * are assumed. A card number goes out when a card is saved and is never read, kept or logged; answers hold masked numbers.
 */
import { inputError } from '#shared/errors/app-error.ts';
import { err } from '#shared/errors/result.ts';
import type { Money } from '#shared/money/money.ts';
import type { GatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import type { Built, Caller, Read, Write } from '../caller.ts';
import { isObject, text, timestamp, type Obj } from '../fields.ts';
import { NumberText, writeLossless } from '../json.ts';
import { messagesOrNull, type Said } from '../said.ts';
import { decodePage, type GatewayPage, type Paging } from '../page.ts';
import { amountText, orderText, tokenText } from '../signatures.ts';

export type GatewayToken = {
  token: string;
  /** `511111******1118`: BIN and last four. */
  maskedCard: string | null;
  cardBrand: string | null;
  cardHolderName: string | null;
  expiryMonth: string | null;
  expiryYear: string | null;
  customerReference: string | null;
  createdAt: GatewayTimestamp | null;
  raw: string;
};

/** Whose card it is: what `Service-Hash` of a token operation covers. */
type TokenOwner = { merchantId: string; customerReference: string };
type CardToSave = TokenOwner & {
  card: { number: string; expiryMonth: string; expiryYear: string; holderName: string };
};
export type TokenPayment = TokenOwner & {
  /** The merchant's reference of the new order. */
  orderReference: string;
  amount: Money;
  token: string;
  manualCapture?: boolean | undefined;
};

const encodeCard = ({ merchantId, customerReference, card }: CardToSave): Obj => ({
  merchantId,
  customerReference,
  card,
});

/** The amount is written as it is hashed. */
const encodeTokenPayment = (payment: TokenPayment): Obj => ({
  merchantId: payment.merchantId,
  order: {
    reference: payment.orderReference,
    amount: new NumberText(amountText(payment.amount)),
    currency: payment.amount.currency,
  },
  customer: { reference: payment.customerReference },
  cardToken: payment.token,
  manualCapture: payment.manualCapture,
});

/** One saved card; null without its token. */
export function decodeToken(value: unknown): GatewayToken | null {
  if (!isObject(value)) return null;
  const token = text(value, 'token');
  if (token === null) return null;
  return {
    token,
    maskedCard: text(value, 'maskedCard'),
    cardBrand: text(value, 'cardBrand'),
    cardHolderName: text(value, 'cardHolderName'),
    expiryMonth: text(value, 'expiryMonth'),
    expiryYear: text(value, 'expiryYear'),
    customerReference: text(value, 'customerReference'),
    createdAt: timestamp(value, 'createdAt'),
    raw: writeLossless(value),
  };
}

export const decodeTokens = (body: Obj, askedPage: number): GatewayPage<GatewayToken> | null =>
  decodePage(body, 'body', decodeToken, askedPage);

type TokenCalls = {
  list(
    query: Paging & { customerReference?: string | undefined },
    signal?: AbortSignal,
  ): Read<GatewayPage<GatewayToken>>;
  get(token: string, signal?: AbortSignal): Read<GatewayToken>;
  /** Recurring charges that reference the token fail afterwards. */
  delete(token: string): Write<Said>;
  /** The rest goes to the checkout host under `Service-Hash`; without a Payment API key `local: payment-key-missing`. */
  checkoutCreate(card: CardToSave): Write<GatewayToken>;
  checkoutGet(token: string, owner: TokenOwner, signal?: AbortSignal): Read<GatewayToken>;
  checkoutDelete(token: string, owner: TokenOwner): Write<Said>;
  /** A movement; judged by readTokenPaymentAnswer. */
  buildPayment(payment: TokenPayment): Built;
};

export const tokenCalls = ({ read, write, build }: Caller): TokenCalls => ({
  list: (query, signal) =>
    read('tokens.list', { query, signal }, ({ body }) => decodeTokens(body, query.page)),
  get: (token, signal) =>
    read('tokens.get', { path: { token }, signal }, ({ body }) => decodeToken(body['body'])),
  delete: (token) => write('tokens.delete', { path: { token } }, messagesOrNull),
  checkoutCreate: (card) =>
    write('tokens.checkout-create', { body: encodeCard(card), signedText: tokenText(card) }, ({ body }) =>
      decodeToken(body['response']),
    ),
  checkoutGet: (token, owner, signal) =>
    read('tokens.checkout-get', { path: { token }, signedText: tokenText(owner), signal }, ({ body }) =>
      decodeToken(body['response']),
    ),
  checkoutDelete: (token, owner) =>
    write('tokens.checkout-delete', { path: { token }, signedText: tokenText(owner) }, messagesOrNull),
  buildPayment: async (payment) =>
    payment.amount.minor <= 0n
      ? err(inputError('invalid', { where: 'amount' }))
      : build('tokens.pay', {
          body: encodeTokenPayment(payment),
          signedText: orderText({
            ...payment,
            amount: amountText(payment.amount),
            currency: payment.amount.currency,
          }),
        }),
});
