/** Bills: payment links, invoices, rows of bulk bills, and payment pages. */
import { err, ok } from '#shared/errors/result.ts';
import { money as moneyOf, toDecimal, type Money } from '#shared/money/money.ts';
import { flags, lineOf, money, paged, rowOf, text, time, word, type ReadOne } from './rows.ts';

const RATE = /^(\d{1,9})(?:\.(\d{1,9}))?$/;
/** What an amount is worth in EGP at a rate, half up. Both currencies have two decimals. */
function inEgp(amount: Money | null, rate: string | null): Money | null {
  const parts = RATE.exec(rate ?? '');
  if (amount === null || !parts) return null;
  const [, whole = '', fraction = ''] = parts;
  const scale = 10n ** BigInt(fraction.length);
  return moneyOf((amount.minor * BigInt(whole + fraction) * 2n + scale) / (scale * 2n), 'EGP');
}

const links = paged(
  ({ gateway }, page, limit) => gateway.paymentLinks.list({ page, limit }),
  (link) => [
    rowOf(
      link.linkId,
      {
        linkId: text(link.linkId),
        billTo: text(link.customerName),
        amount: money(link.total),
        egpEstimate: money(inEgp(link.virtual ? link.total : null, link.virtual?.exchangeRateText ?? null)),
        paymentState: word(link.paymentStatus),
        billState: text(link.state),
        due: time(link.dueDate),
        created: time(link.createdAt),
        reference: text(link.referenceId),
        billFlags: flags({
          suspended: link.isSuspendedPayment,
          deleted: link.isDeleted,
          manualCapture: link.isManualCapture,
        }),
        description: text(link.description),
        exchangeRate: text(link.virtual?.exchangeRateText ?? null),
        recordedAt: time(link.virtual?.rateRecordedAt ?? null),
      },
      [
        ...link.items.map((item) =>
          lineOf('items', `${item.quantity ?? '1'} × ${item.description ?? ''}`, money(item.subTotal)),
        ),
        ...link.extraFees.map((fee) =>
          lineOf(
            'fees',
            fee.name,
            text(
              [fee.flatFee && toDecimal(fee.flatFee), fee.ratePercent && `${fee.ratePercent}%`]
                .filter(Boolean)
                .join(' + '),
            ),
          ),
        ),
      ],
    ),
  ],
);

const invoices = paged(
  ({ gateway }, page, limit) => gateway.invoices.list({ page, limit }),
  (invoice) => [
    rowOf(invoice.paymentRequestId, {
      invoice: text(invoice.paymentRequestId),
      invoiceType: word(invoice.paymentType),
      billTo: text(invoice.customerName),
      amount: money(invoice.total),
      paymentState: word(invoice.paymentStatus),
      billState: text(invoice.state),
      due: time(invoice.dueDate),
      created: time(invoice.createdAt),
      reference: text(invoice.referenceId),
      description: text(invoice.description),
      email: text(invoice.email),
      refundable: money(invoice.availableForRefund),
      billFlags: flags({ manualCapture: invoice.isManualCapture }),
    }),
  ],
);

const bulk = paged(
  ({ gateway }, page, limit) => gateway.batchItems.list({ page, limit }),
  (item) => [
    rowOf(item.batchItemId, {
      batch: text(item.batchId),
      batchItem: text(item.batchItemId),
      billTo: text(item.name),
      amount: money(item.amount),
      due: time(item.dueDate),
      bulkState: text(item.status),
      created: time(item.createdAt),
      changed: time(item.updatedAt),
    }),
  ],
);

const pages = paged(
  ({ gateway }, page, limit) => gateway.paymentPages.list({ page, limit }),
  (page) => [
    rowOf(page.linkId, {
      pageId: text(page.linkId),
      page: text(page.pageName ?? page.linkId),
      pageType: text(page.type),
      currency: text(page.currency),
      pageState: text(page.status),
      created: time(page.createdAt),
      description: text(page.description),
    }),
  ],
);

const NEWEST_PAYMENTS = 20;
/** The newest payments of a page, and what a shopper sees on it. One that is not published shows nothing to a shopper. */
export const readPage: ReadOne = async ({ gateway }, key, stored) => {
  const paid = await gateway.paymentPages.payments(key, { page: 1, limit: NEWEST_PAYMENTS });
  if (!paid.ok) return paid;
  const shopper = await gateway.paymentPages.public(key);
  if (!shopper.ok && shopper.error.code !== 'unpublished') return err(shopper.error);
  const products = shopper.ok ? shopper.value.products : [];
  return ok({
    ...stored,
    lines: [
      ...paid.value.rows.map((one) => lineOf('payments', one.transactionId, money(one.amount))),
      ...products.map((one) => lineOf('products', one.productName ?? one.productId, money(one.unitPrice))),
    ],
  });
};

export const billingReads = { links, invoices, bulk, pages };
