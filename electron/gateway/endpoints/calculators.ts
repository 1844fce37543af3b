/** Fee lookups, which are public, and the fee and discount calculators (§1, §4.15; paths and shapes assumed). */
import { toDecimal, type Money } from '#shared/money/money.ts';
import type { Caller, Read } from '../caller.ts';
import { isObject, listIn, moneyIn, numberOf, objectIn, requiredMoney, text, type Obj } from '../fields.ts';
import { writeLossless } from '../json.ts';

/** Percents as decimals; a flat fee only with its currency. */
type FeeRate = {
  /** Null if it holds for all. */
  method: string | null;
  ratePercent: string | null;
  flatFee: Money | null;
  vatPercent: string | null;
  raw: string;
};
type FeeCalculation = { amount: Money; fee: Money; vat: Money; net: Money };
type DiscountCalculation = { amount: Money; discount: Money; final: Money };

function readRate(value: Obj, currency: string | null, vatPercent: string | null): FeeRate | null {
  const flatFee = moneyIn(value, 'flatFee', text(value, 'currency') ?? currency);
  const ratePercent = text(value, 'rate');
  if (ratePercent === null && flatFee === null) return null;
  return {
    method: text(value, 'method'),
    ratePercent,
    flatFee,
    vatPercent: text(value, 'vatRate') ?? vatPercent,
    raw: writeLossless(value),
  };
}

/** `{body: {rate, flatFee, vatRate, …}}`; null when it says neither a rate nor a flat fee. */
export function decodeFeeRate(body: Obj): FeeRate | null {
  const inner = objectIn(body, 'body');
  return inner && readRate(inner, null, null);
}

/** The same for the merchant: one rate, or one for each method in `fees`; null when there is none that can be read. */
export function decodeFeeRates(body: Obj): FeeRate[] | null {
  const inner = objectIn(body, 'body');
  if (inner === null) return null;
  const given = Array.isArray(inner['fees']) ? listIn(inner, 'fees') : [inner];
  const rates = given
    .filter(isObject)
    .map((value) => readRate(value, text(inner, 'currency'), text(inner, 'vatRate')));
  return rates.length > 0 && rates.every((rate) => rate !== null) ? rates : null;
}

/** `{body: {amount, feeAmount, vatAmount, netAmount, currency}}`; null when one of the four is missing. */
export function decodeFees(body: Obj): FeeCalculation | null {
  const inner = objectIn(body, 'body');
  if (inner === null) return null;
  const amount = requiredMoney(inner, 'amount', 'currency');
  const fee = requiredMoney(inner, 'feeAmount', 'currency');
  const vat = requiredMoney(inner, 'vatAmount', 'currency');
  const net = requiredMoney(inner, 'netAmount', 'currency');
  return amount.ok && fee.ok && vat.ok && net.ok
    ? { amount: amount.value, fee: fee.value, vat: vat.value, net: net.value }
    : null;
}

/** `{body: {amount, discountAmount, finalAmount, currency}}`; null when one of the three is missing. */
export function decodeDiscounted(body: Obj): DiscountCalculation | null {
  const inner = objectIn(body, 'body');
  if (inner === null) return null;
  const amount = requiredMoney(inner, 'amount', 'currency');
  const discount = requiredMoney(inner, 'discountAmount', 'currency');
  const final = requiredMoney(inner, 'finalAmount', 'currency');
  return amount.ok && discount.ok && final.ok
    ? { amount: amount.value, discount: discount.value, final: final.value }
    : null;
}

type CalculatorCalls = {
  /** The fee of a card, by its BIN. No key is sent. */
  cardFee(query: { merchantId: string; cardBin: string; amount: Money }, signal?: AbortSignal): Read<FeeRate>;
  /** The fees of the merchant. No key is sent. */
  merchantFee(merchantId: string, signal?: AbortSignal): Read<FeeRate[]>;
  fees(amount: Money, method: string): Read<FeeCalculation>;
  discount(discountId: string, amount: Money): Read<DiscountCalculation>;
};

export const calculatorCalls = ({ read }: Caller): CalculatorCalls => ({
  cardFee: ({ merchantId, cardBin, amount }, signal) =>
    read(
      'calculators.card-fee',
      { query: { merchantId, cardBin, amount: toDecimal(amount), currency: amount.currency }, signal },
      ({ body }) => decodeFeeRate(body),
    ),
  merchantFee: (merchantId, signal) =>
    read('calculators.merchant-fee', { path: { merchantId }, signal }, ({ body }) => decodeFeeRates(body)),
  fees: (amount, method) =>
    read(
      'calculators.fees',
      { body: { amount: numberOf(amount), currency: amount.currency, method } },
      ({ body }) => decodeFees(body),
    ),
  discount: (discountId, amount) =>
    read(
      'calculators.discount',
      { body: { discountId, amount: numberOf(amount), currency: amount.currency } },
      ({ body }) => decodeDiscounted(body),
    ),
});
