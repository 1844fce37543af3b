/** What is typed of a link or an invoice, which fields are wrong, and what is sent of it. */
import type { InputOf } from '#shared/contract/index.ts';
import { wireMoney } from '#shared/contract/wire.ts';
import { linesTotal, withFee, type InvoiceType } from '#shared/domain/billing.ts';
import { money, type Money } from '#shared/money/money.ts';
import { typedAmount, typedCount, typedMoney } from '#shared/money/typed-money.ts';
import { toAsciiDigits, typedAmountToDecimal } from '#shared/text/digits.ts';

export type CommonForm = {
  customer: string;
  amount: string;
  currency: string;
  description: string;
  /** "2026-11-24", or empty. */
  due: string;
  manualCapture: boolean;
};
export type LinkForm = CommonForm & { feeName: string; flat: string; percent: string };
export type LineForm = { description: string; unitPrice: string; quantity: string };
export type InvoiceForm = CommonForm & {
  type: InvoiceType;
  email: string;
  phone: string;
  lines: LineForm[];
};
export type WrongField =
  | 'customer'
  | 'amount'
  | 'description'
  | 'feeName'
  | 'flat'
  | 'percent'
  | 'due'
  | 'lines';

type Link = InputOf<'bills.makeLink'>['link'];
type Invoice = InputOf<'bills.makeInvoice'>['invoice'];

const nothing: CommonForm = {
  customer: '',
  amount: '',
  currency: 'EGP',
  description: '',
  due: '',
  manualCapture: false,
};
export const emptyLine: LineForm = { description: '', unitPrice: '', quantity: '1' };
export const emptyLink = (feeName: string): LinkForm => ({ ...nothing, feeName, flat: '', percent: '' });
export const emptyInvoice: InvoiceForm = {
  ...nothing,
  type: 'simple',
  email: '',
  phone: '',
  lines: [emptyLine],
};

export function aboveZero(typed: string, currency: string): Money | null {
  const amount = typedAmount(typed, currency);
  return amount !== null && amount.minor > 0n ? amount : null;
}

/** The end of that day on this PC's clock; null of an empty field or of a day that is past. */
export function dueAtMsOf(due: string, nowMs: number): number | null {
  if (due === '') return null;
  const atMs = new Date(`${due}T23:59:59`).getTime();
  return atMs > nowMs ? atMs : null;
}

/** Null if it is no percent from 0 to 100 with at most two decimals. */
function percentOf(typed: string): string | null {
  const text = toAsciiDigits(typed).replace(/[%٪]/, '').trim();
  if (text === '') return '0';
  const decimal = typedAmountToDecimal(text);
  return decimal !== null && /^(100|\d{1,2}(\.\d{1,2})?)$/.test(decimal) ? decimal : null;
}

const fixedOf = ({ flat, currency }: LinkForm): Money | null =>
  flat.trim() === '' ? money(0n, currency) : typedMoney(flat, currency);
export const hasFee = ({ flat, percent }: LinkForm): boolean => flat.trim() !== '' || percent.trim() !== '';

export function wrongInLink(form: LinkForm, nowMs: number): WrongField[] {
  const checks: [WrongField, boolean][] = [
    ['customer', form.customer.trim() !== ''],
    ['amount', aboveZero(form.amount, form.currency) !== null],
    ['description', form.description.trim() !== ''],
    ['flat', fixedOf(form) !== null],
    ['percent', percentOf(form.percent) !== null],
    ['feeName', !hasFee(form) || form.feeName.trim() !== ''],
    ['due', form.due === '' || dueAtMsOf(form.due, nowMs) !== null],
  ];
  return checks.flatMap(([field, isRight]) => (isRight ? [] : [field]));
}

function feeOf(form: LinkForm) {
  const flat = fixedOf(form);
  const percent = percentOf(form.percent);
  if (!hasFee(form) || flat === null || percent === null) return null;
  return { name: form.feeName.trim(), flat, percent };
}

/** What the customer pays, with the fee; null while something that it is made of is wrong. */
export function linkTotal(form: LinkForm): Money | null {
  const amount = aboveZero(form.amount, form.currency);
  const fee = feeOf(form);
  return amount === null || (hasFee(form) && fee === null) ? null : withFee(amount, fee);
}

/** Null while a field is wrong. */
export function linkOf(form: LinkForm, nowMs: number): Link | null {
  const amount = aboveZero(form.amount, form.currency);
  if (amount === null || wrongInLink(form, nowMs).length > 0) return null;
  const fee = feeOf(form);
  return {
    customer: form.customer.trim(),
    amount: wireMoney(amount),
    description: form.description.trim(),
    fee: fee && { ...fee, flat: wireMoney(fee.flat) },
    dueAtMs: dueAtMsOf(form.due, nowMs),
    manualCapture: form.manualCapture,
  };
}

/** Null if a line is wrong. */
function linesOf({ lines, currency }: InvoiceForm) {
  const read = lines.flatMap(({ description, unitPrice, quantity }) => {
    const price = aboveZero(unitPrice, currency);
    const count = typedCount(quantity);
    const isRight = description.trim() !== '' && price !== null && count !== null && count > 0;
    return isRight ? [{ description: description.trim(), unitPrice: price, quantity: count }] : [];
  });
  return read.length === lines.length ? read : null;
}

/** The amount that was typed, or the sum of the lines. Null while one of them is wrong. */
export function invoiceTotal(form: InvoiceForm): Money | null {
  if (form.type !== 'professional') return aboveZero(form.amount, form.currency);
  return linesTotal(linesOf(form) ?? []);
}

export function wrongInInvoice(form: InvoiceForm, nowMs: number): WrongField[] {
  const isProfessional = form.type === 'professional';
  const checks: [WrongField, boolean][] = [
    ['customer', form.customer.trim() !== ''],
    [isProfessional ? 'lines' : 'amount', invoiceTotal(form) !== null],
    ['due', !isProfessional || dueAtMsOf(form.due, nowMs) !== null],
  ];
  return checks.flatMap(([field, isRight]) => (isRight ? [] : [field]));
}

/** Null while a field is wrong. */
export function invoiceOf(form: InvoiceForm, nowMs: number): Invoice | null {
  const total = invoiceTotal(form);
  if (total === null || wrongInInvoice(form, nowMs).length > 0) return null;
  const common = {
    customer: form.customer.trim(),
    email: form.email.trim(),
    phone: form.phone.trim(),
    description: form.description.trim(),
    manualCapture: form.manualCapture,
  };
  if (form.type !== 'professional') return { type: form.type, ...common, amount: wireMoney(total) };
  const dueAtMs = dueAtMsOf(form.due, nowMs);
  const lines = linesOf(form);
  if (dueAtMs === null || lines === null) return null;
  const sent = lines.map((line) => ({ ...line, unitPrice: wireMoney(line.unitPrice) }));
  return { type: form.type, ...common, dueAtMs, lines: sent };
}
