/** How each kept list is read from the gateway. */
import type { KeptCell, KeptRow } from '#shared/contract/rates.ts';
import type { KeptColumn, KeptListName } from '#shared/domain/kept-lists.ts';
import type { GatewayError } from '#shared/errors/app-error.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import type { Money } from '#shared/money/money.ts';
import type { GatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { readAllPages } from '../read-all-pages.ts';

type Read = { rows: KeptRow[]; unreadable: number };
type From = { gateway: Gateway; merchantId: string };
type ReadList = (from: From) => Promise<Result<Read, GatewayError>>;
type Given = { [C in KeptColumn]?: KeptCell | null };

const text = (value: string | number | null): KeptCell | null =>
  value === null ? null : { is: 'text', text: String(value) };
const money = (value: Money | null): KeptCell | null => value && { is: 'money', money: value };
const time = (value: GatewayTimestamp | null): KeptCell | null => value && { is: 'time', at: value };

/** Leaves out values that were not given. */
const rowOf = (key: string, given: Given): KeptRow => ({
  key,
  cells: Object.fromEntries(Object.entries(given).filter(([, cell]) => cell !== null)),
});

/** Makes ids unique: two rows may have the same name. */
function withOwnKeys({ rows, unreadable }: Read): Read {
  const met = new Map<string, number>();
  const own = rows.map((row) => {
    const times = (met.get(row.key) ?? 0) + 1;
    met.set(row.key, times);
    return times === 1 ? row : { ...row, key: `${row.key} ${times}` };
  });
  return { rows: own, unreadable };
}

type Entries = Awaited<ReturnType<Gateway['reference']['constants']>>;
const entriesOf = (answer: Entries): Result<Read, GatewayError> => {
  if (!answer.ok) return answer;
  const rows = answer.value.rows.map(({ code, name, nameArabic }) =>
    rowOf(code, { code: text(code), name: text(name), nameArabic: text(nameArabic) }),
  );
  return ok(withOwnKeys({ rows, unreadable: answer.value.unreadable }));
};
const constants =
  (list: Parameters<Gateway['reference']['constants']>[0]): ReadList =>
  async ({ gateway }) =>
    entriesOf(await gateway.reference.constants(list));

const merchantFees: ReadList = async ({ gateway, merchantId }) => {
  const answer = await gateway.calculators.merchantFee(merchantId);
  if (!answer.ok) return answer;
  const rows = answer.value.map(({ method, ratePercent, flatFee, vatPercent }) =>
    rowOf(method ?? 'all', {
      method: text(method),
      rate: text(ratePercent),
      flatFee: money(flatFee),
      vat: text(vatPercent),
    }),
  );
  return ok(withOwnKeys({ rows, unreadable: 0 }));
};

const installments: ReadList = async ({ gateway, merchantId }) => {
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
  return ok(withOwnKeys({ rows, unreadable: answer.value.unreadable }));
};

/** The interface has no list of exchange rates. These are the rates of payment links in a virtual currency. */
const exchange: ReadList = async ({ gateway }) => {
  const rows: KeptRow[] = [];
  const read = await readAllPages(
    (page, limit) => gateway.paymentLinks.list({ page, limit }),
    async (page) => {
      for (const { linkId, virtual } of page.rows)
        if (virtual?.exchangeRateText)
          rows.push(
            rowOf(`${linkId} ${virtual.exchangeRateText}`, {
              currency: text(virtual.currency),
              exchangeRate: text(virtual.exchangeRateText),
              recordedAt: time(virtual.rateRecordedAt),
              link: text(linkId),
            }),
          );
    },
  );
  return read.ok ? ok({ rows, unreadable: read.value.unreadable }) : read;
};

export const keptReads: { readonly [N in KeptListName]: ReadList } = {
  'merchant-fees': merchantFees,
  'allowed-methods': async ({ gateway, merchantId }) =>
    entriesOf(await gateway.reference.allowedMethods(merchantId)),
  'method-definitions': constants('payment-methods'),
  installments,
  banks: constants('banks'),
  cities: constants('cities'),
  countries: constants('countries'),
  industries: constants('industries'),
  exchange,
};
