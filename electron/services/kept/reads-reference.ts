/** Fees, methods, banks and places, and the exchange rates that were seen. */
import { ok } from '#shared/errors/result.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { ReadRow } from '../../database/repositories/kept-values.ts';
import { money, paged, rowOf, text, time, whole, type From, type ReadList } from './rows.ts';

type Entries = ReturnType<Gateway['reference']['constants']>;
const entries = (read: (from: From) => Entries): ReadList =>
  whole(async (from) => {
    const answer = await read(from);
    if (!answer.ok) return answer;
    const rows = answer.value.rows.map(({ code, name, nameArabic }) =>
      rowOf(code, { code: text(code), name: text(name), nameArabic: text(nameArabic) }),
    );
    return ok({ rows, unreadable: answer.value.unreadable });
  });
const constants = (list: Parameters<Gateway['reference']['constants']>[0]): ReadList =>
  entries(({ gateway }) => gateway.reference.constants(list));

type FeeRow = (quoted: { name: string; cells: Parameters<typeof rowOf>[1] }, nowMs: number) => ReadRow;
const feesAs = (asRow: FeeRow): ReadList =>
  whole(async ({ gateway, merchantId, nowMs }) => {
    const answer = await gateway.calculators.merchantFee(merchantId);
    if (!answer.ok) return answer;
    const rows = answer.value.map(({ method, ratePercent, flatFee, vatPercent }) => {
      const cells = {
        method: text(method),
        rate: text(ratePercent),
        flatFee: money(flatFee),
        vat: text(vatPercent),
      };
      return asRow({ name: method ?? 'all', cells }, nowMs);
    });
    return ok({ rows, unreadable: 0 });
  });
const merchantFees = feesAs(({ name, cells }) => rowOf(name, cells));
/** The gateway tells only the present fees: each reading adds its lines to the history, by which charged fees are judged. */
const feeHistory = feesAs(({ name, cells }, nowMs) => {
  const readAt = time({ kind: 'instant', atMs: nowMs, raw: new Date(nowMs).toISOString() });
  return rowOf(`${name} ${nowMs}`, { readAt, ...cells });
});

const installments = whole(async ({ gateway, merchantId }) => {
  const answer = await gateway.reference.installments(merchantId);
  if (!answer.ok) return answer;
  const rows = answer.value.rows.flatMap(({ bankId, bankName, plans }) =>
    plans.map(({ planId, months, ratePercent }) =>
      rowOf(`${bankId} ${planId}`, {
        bank: text(bankName ?? bankId),
        plan: text(planId),
        months: text(months),
        rate: text(ratePercent),
      }),
    ),
  );
  return ok({ rows, unreadable: answer.value.unreadable });
});

/** The interface has no list of exchange rates. These are the rates of payment links in a virtual currency. */
const exchange = paged(
  ({ gateway }, page, limit) => gateway.paymentLinks.list({ page, limit }),
  ({ linkId, virtual }) =>
    virtual?.exchangeRateText
      ? [
          rowOf(`${linkId} ${virtual.exchangeRateText}`, {
            currency: text(virtual.currency),
            exchangeRate: text(virtual.exchangeRateText),
            recordedAt: time(virtual.rateRecordedAt),
            link: text(linkId),
          }),
        ]
      : [],
);

export const referenceReads = {
  'merchant-fees': merchantFees,
  'fee-history': feeHistory,
  'allowed-methods': entries(({ gateway, merchantId }) => gateway.reference.allowedMethods(merchantId)),
  'method-definitions': constants('payment-methods'),
  installments,
  banks: constants('banks'),
  cities: constants('cities'),
  countries: constants('countries'),
  industries: constants('industries'),
  exchange,
};
