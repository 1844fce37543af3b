/** Payment links, invoices and batch items (interface §2.4, §2.5, §3.4). */
import { addMoney, money, type Money } from '../money/money.ts';

/** Payment state of a link or invoice; records write it in lower case (`unpaid`), the filter in upper case. */
export const billPaymentStatuses = ['PAID', 'UNPAID', 'OVERDUE', 'EXPIRED'] as const;
export type BillPaymentStatus = (typeof billPaymentStatuses)[number];

/** The filter of the links list: one amount, or items. */
export type LinkPaymentType = 'FIXED_AMOUNT' | 'ITEMIZED';

/** A bare amount, line items with a due date, or an order link (§2.5). */
export const invoiceTypes = ['simple', 'professional', 'order'] as const;
export type InvoiceType = (typeof invoiceTypes)[number];

/** Settled in EGP, and currencies of their own: an amount in one is never added to another (§2.4). */
const virtualCurrencies = [
  'USD_VIRTUAL',
  'EUR_VIRTUAL',
  'GBP_VIRTUAL',
  'SAR_VIRTUAL',
  'AED_VIRTUAL',
] as const;

export const isVirtualCurrency = (currency: string): boolean =>
  (virtualCurrencies as readonly string[]).includes(currency);

/** A fee of a percent (at most two decimals) and a flat amount, on top of an amount: half up, as the total that a person is shown. */
export function withFee(amount: Money, fee: { flat: Money; percent: string } | null): Money {
  if (fee === null) return amount;
  const [whole = '0', fraction = ''] = fee.percent.split('.');
  const basisPoints = BigInt(whole + fraction.padEnd(2, '0'));
  const share = (amount.minor * basisPoints + 5_000n) / 10_000n;
  return money(amount.minor + share + fee.flat.minor, amount.currency);
}
export const linesTotal = (lines: readonly { unitPrice: Money; quantity: number }[]): Money | null =>
  lines.reduce<Money | null>((total, { unitPrice: { minor, currency }, quantity }) => {
    const sub = money(minor * BigInt(quantity), currency);
    return total === null ? sub : addMoney(total, sub);
  }, null);
