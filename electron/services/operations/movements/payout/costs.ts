/** What transfers cost now, and the balance that pays for them. */
import type { AppError } from '#shared/errors/app-error.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import { addMoney, sameMoney, toDecimal, type Money } from '#shared/money/money.ts';
import type { ProfileContext } from '../../../context.ts';
import type { Transfer } from './recipients.ts';

/** Taken from the balance beside the amount; `total`: with it. */
export type Costs = { readonly fee: Money; readonly vat: Money; readonly total: Money };
type Asked = Pick<Transfer, 'method' | 'amount'>;

/** Null where the gateway does not say what a transfer costs. */
export async function readCosts(
  { gateway }: ProfileContext,
  { method, amount }: Asked,
): Promise<Result<Costs | null, AppError>> {
  const asked = await gateway.payouts.feeInquiry(method, amount);
  if (!asked.ok) return asked.error.code === 'not-offered' ? ok(null) : asked;
  const { fee, vat, total } = asked.value;
  return ok({ fee, vat, total });
}

/** Questions under way at the same time. */
const AT_ONCE = 4;

/**
 * What several transfers cost together. The gateway is asked once for each method and amount: the interface has no inquiry for
 * a batch, so each of its transfers is taken to cost what it costs alone (assumed).
 */
export async function readCostsOfAll(
  context: ProfileContext,
  transfers: readonly Asked[],
): Promise<Result<Costs | null, AppError>> {
  const keyOf = ({ method, amount }: Asked) => `${method} ${toDecimal(amount)}`;
  const waiting = [...new Map(transfers.map((one) => [keyOf(one), one]))];
  const told = new Map<string, Costs>();
  let stopped: Result<null, AppError> | null = null;
  const ask = async () => {
    for (let next = waiting.pop(); next && stopped === null; next = waiting.pop()) {
      const costs = await readCosts(context, next[1]);
      if (!costs.ok) stopped ??= costs;
      else if (costs.value === null) stopped ??= ok(null);
      else told.set(next[0], costs.value);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, ask));
  if (stopped !== null) return stopped;
  const [first, ...others] = transfers.flatMap((one) => told.get(keyOf(one)) ?? []);
  return ok(first === undefined ? null : others.reduce(together, first));
}

const together = (one: Costs, other: Costs): Costs => ({
  fee: addMoney(one.fee, other.fee),
  vat: addMoney(one.vat, other.vat),
  total: addMoney(one.total, other.total),
});

/** The balance that transfers in this currency are made from. Null if it cannot be read: the gateway checks it in any case. */
export async function readAvailable({ gateway }: ProfileContext, currency: string): Promise<Money | null> {
  const accounts = await gateway.payouts.accounts();
  if (!accounts.ok) return null;
  const own = accounts.value.filter(({ available }) => available.currency === currency);
  return (own.find(({ isPrimary }) => isPrimary === true) ?? own[0])?.available ?? null;
}

export const areSameCosts = (one: Costs | null, other: Costs | null): boolean =>
  one === null || other === null
    ? one === other
    : sameMoney(one.fee, other.fee) && sameMoney(one.vat, other.vat) && sameMoney(one.total, other.total);
