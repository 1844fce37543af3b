/** How links and invoices are made. Our reference is in their `referenceId`, by which they are found again. */
import { invoiceSchema, linkSchema, type NewInvoice, type NewLink } from '#shared/contract/bills.ts';
import type { Attempt } from '#shared/contract/making.ts';
import { linesTotal, withFee } from '#shared/domain/billing.ts';
import { pageAddress } from '#shared/domain/page-address.ts';
import { inputError, type AppError, type GatewayError } from '#shared/errors/app-error.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import { money, type Money } from '#shared/money/money.ts';
import { searchText } from '#shared/text/digits.ts';
import { isEmail, isPhone, phoneOf } from '#shared/text/recipients.ts';
import type { ProfileContext } from '../context.ts';
import type { Creation } from '../../database/repositories/creations.ts';
import { isObject, text } from '../../gateway/fields.ts';
import { parseLossless } from '../../gateway/json.ts';
import { cardIn } from '../card-in.ts';
import { CLOCKS_MS, sameBill, type Like, type Maker, type Wish } from '../making/index.ts';
import { readAllPages } from '../read-all-pages.ts';

type Show = () => Promise<unknown>;

const amountOf = (invoice: NewInvoice): Money =>
  (invoice.type === 'professional' ? linesTotal(invoice.lines) : invoice.amount) ?? money(0n, 'EGP');

const isPast = (dueAtMs: number | null, nowMs: number) => dueAtMs !== null && dueAtMs <= nowMs;

function wrongInLink(
  { amount, customer, description, fee, dueAtMs }: NewLink,
  nowMs: number,
): AppError | null {
  if (amount.minor <= 0n) return inputError('amount-not-understood', { field: 'amount' });
  if (fee && (fee.flat.minor < 0n || fee.flat.currency !== amount.currency))
    return inputError('amount-not-understood', { field: 'flat' });
  if (isPast(dueAtMs, nowMs)) return inputError('date-not-ahead', { field: 'due' });
  return cardIn({ customer, description, feeName: fee?.name ?? '' });
}

function wrongInInvoice(invoice: NewInvoice, nowMs: number): AppError | null {
  const { customer, description, email, phone } = invoice;
  if (email !== '' && !isEmail(email)) return inputError('email-not-understood', { field: 'email' });
  if (phone !== '' && !isPhone(phone)) return inputError('phone-not-understood', { field: 'phone' });
  if (invoice.type !== 'professional') {
    if (invoice.amount.minor <= 0n) return inputError('amount-not-understood', { field: 'amount' });
    return cardIn({ customer, description });
  }
  const { lines, dueAtMs } = invoice;
  const currency = lines[0]?.unitPrice.currency;
  const isWrong = lines.some(({ unitPrice }) => unitPrice.minor <= 0n || unitPrice.currency !== currency);
  if (isWrong) return inputError('amount-not-understood', { field: 'lines' });
  if (isPast(dueAtMs, nowMs)) return inputError('date-not-ahead', { field: 'due' });
  return cardIn({ customer, description, lines: lines.map((line) => line.description).join('\n') });
}

/** Reads the whole list, and gives the reference of each row. */
type EachReference = (
  take: (reference: string | null) => void,
) => Promise<Result<{ unreadable: number }, GatewayError>>;

/** How links and invoices are found again and told apart: alike in both. */
function inList({ db }: ProfileContext, name: 'links' | 'invoices', eachReference: EachReference) {
  const isFor = (customer: string | null) => (bill: { customer: string | null }) =>
    searchText(bill.customer ?? '') === searchText(customer ?? '');
  return {
    isSame: sameBill,
    alike: async ({ customer, amount }: Wish, sinceMs: number): Promise<Like | null> => {
      if (amount === null) return null;
      const bills = await db.call('kept.bills', { name, amount, sinceMs });
      const bill = bills.find(isFor(customer));
      return bill ? { key: bill.key, name: bill.name, atMs: bill.atMs, madeBy: bill.reference } : null;
    },
    async look({ creationId }: Creation) {
      let isThere = false;
      const read = await eachReference((reference) => {
        isThere ||= reference === creationId;
      });
      return read.ok ? ok({ isThere, isWhole: read.value.unreadable === 0 }) : read;
    },
    /** If the gateway gives no references back, a bill without one may be ours: a person decides. */
    async possible({ amount, customer, atMs }: Creation): Promise<Attempt['possible']> {
      const bills = await db.call('kept.bills', { name, amount, sinceMs: atMs - CLOCKS_MS });
      const bill = bills.filter(({ reference }) => reference === null).find(isFor(customer));
      return bill ? { key: bill.key, createdAtMs: bill.atMs } : null;
    },
  };
}

const ADDRESS_FIELD = /url|link$|address/i;
/** §2.4 names no address of a link. A field that is not described may have one: where the browser may open it, it is taken. */
function addressIn(raw: string): string | null {
  const answered = parseLossless(raw);
  if (!isObject(answered)) return null;
  const found = Object.keys(answered).find(
    (field) => ADDRESS_FIELD.test(field) && pageAddress(text(answered, field) ?? '') !== null,
  );
  return found === undefined ? null : text(answered, found);
}

export function linkMaker(context: ProfileContext, show: Show): Maker<NewLink> {
  const { gateway, clock } = context;
  const { alike, ...same } = inList(context, 'links', (take) =>
    readAllPages(
      (page, limit) => gateway.paymentLinks.list({ page, limit }),
      async ({ rows }) => rows.forEach(({ referenceId }) => take(referenceId)),
    ),
  );
  const wish = ({ customer, amount, fee }: NewLink): Wish => ({
    reference: customer,
    customer,
    amount: withFee(amount, fee),
  });
  return {
    what: 'link',
    schema: linkSchema,
    keepsAddress: true,
    wish,
    wrongIn: (link) => wrongInLink(link, clock.nowMs()),
    async send({ customer, amount, description, fee, dueAtMs, manualCapture }, creationId) {
      const made = await gateway.paymentLinks.create({
        customerName: customer,
        total: amount,
        description,
        isManualCapture: manualCapture,
        dueAtMs,
        referenceId: creationId,
        extraFees: fee ? [{ name: fee.name, flatFee: fee.flat, ratePercent: fee.percent }] : [],
      });
      return made.ok ? ok({ key: made.value.linkId, address: addressIn(made.value.raw) }) : made;
    },
    ...same,
    like: (link, sinceMs) => alike(wish(link), sinceMs),
    show,
  };
}

export function invoiceMaker(context: ProfileContext, show: Show): Maker<NewInvoice> {
  const { gateway, clock } = context;
  const { alike, ...same } = inList(context, 'invoices', (take) =>
    readAllPages(
      (page, limit) => gateway.invoices.list({ page, limit }),
      async ({ rows }) => rows.forEach(({ referenceId }) => take(referenceId)),
    ),
  );
  const wish = (invoice: NewInvoice): Wish => ({
    reference: invoice.customer,
    customer: invoice.customer,
    amount: amountOf(invoice),
  });
  return {
    what: 'invoice',
    schema: invoiceSchema,
    keepsAddress: true,
    wish,
    wrongIn: (invoice) => wrongInInvoice(invoice, clock.nowMs()),
    async send(invoice, creationId) {
      const { type, customer, email, phone, description, manualCapture } = invoice;
      const made = await gateway.invoices.create({
        paymentType: type,
        total: amountOf(invoice),
        description,
        customerName: customer,
        email,
        phoneNumber: phoneOf(phone),
        referenceId: creationId,
        isManualCapture: manualCapture,
        ...(invoice.type === 'professional' && { dueAtMs: invoice.dueAtMs, items: invoice.lines }),
      });
      return made.ok ? ok({ key: made.value.paymentRequestId, address: made.value.paymentLink }) : made;
    },
    ...same,
    like: (invoice, sinceMs) => alike(wish(invoice), sinceMs),
    show,
  };
}
