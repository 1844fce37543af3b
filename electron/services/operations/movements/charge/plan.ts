/** The plan of a charge: the card as the gateway has it now, and what its list of transactions shows before the charge. */
import { inputError, movementError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { Money } from '#shared/money/money.ts';
import type { ProfileContext } from '../../../context.ts';
import type { MovementRequest } from '../../../../gateway/gateway.ts';
import { uuidv7 } from '../../../uuid.ts';
import { endedOnSameMoney, type OnSameMoney } from '../same-money.ts';

/**
 * `cardKey` stands for the card wherever its token must not be. `orderId` names the payment at the gateway, and is the id of the
 * operation; a plan that is made again keeps it, for a person has seen it.
 */
export type ChargeWanted = { cardKey: string; amount: Money; orderId?: string };
export type ChargePlan = ChargeWanted & {
  orderId: string;
  /** A charge that is confirmed removes every other plan on its card. */
  names: readonly string[];
  request: MovementRequest;
  readAtMs: number;
  /** The merchant’s newest transaction before the charge. A list that lacks it is incomplete. Null: there was none. */
  newestBefore: string | null;
  knownOps: OnSameMoney['knownOps'];
};

/** The card's token and customer, read just now: the payment is signed for the customer. */
async function readCard({ db, gateway, clock }: ProfileContext, key: string) {
  const token = await db.call('savedCards.token', key);
  if (token === null) return err(inputError('invalid', { where: 'cardKey' }));
  const card = await gateway.tokens.get(token);
  if (!card.ok) {
    if (card.error.code !== 'not-found' || card.error.httpStatus !== 404) return card;
    await db.call('savedCards.gone', { key, atMs: clock.nowMs() });
    return err(movementError('card-gone'));
  }
  // An answer about another card says nothing about this one.
  if (card.value.token !== token) return err(inputError('invalid', { where: 'token' }));
  const { customerReference } = card.value;
  return customerReference === null
    ? err(movementError('card-without-customer'))
    : ok({ token, customerReference });
}

/** Reads the card and the newest transactions, and builds what would be sent. */
export async function planCharge(
  context: ProfileContext,
  { cardKey, amount, orderId = uuidv7(context) }: ChargeWanted,
): Promise<Result<ChargePlan, AppError>> {
  const { gateway, merchantId, clock } = context;
  const card = await readCard(context, cardKey);
  if (!card.ok) return card;
  // If this list cannot be read, nobody could say later whether a charge without an answer was made.
  const newest = await gateway.transactions.list({ page: 1, limit: 20 });
  if (!newest.ok) return newest;
  const readAtMs = clock.nowMs();
  const ours = await endedOnSameMoney(context, { kind: 'charge', orderId: null, rowIds: [cardKey] });
  if (!ours.ok) return ours;
  const payment = { merchantId, orderReference: orderId, amount, ...card.value };
  const request = await gateway.tokens.buildPayment(payment);
  if (!request.ok) return request;
  const newestBefore = newest.value.rows[0]?.transactionId ?? null;
  const { knownOps } = ours.value;
  return ok({
    cardKey,
    amount,
    orderId,
    names: [cardKey],
    request: request.value,
    readAtMs,
    newestBefore,
    knownOps,
  });
}
