import type { Checkout } from '#shared/contract/checkouts.ts';
import { maskContacts } from '#shared/text/contacts.ts';
import { checkoutSums, eachCheckout } from '../../../database/repositories/checkouts.ts';
import { takenOff } from '#shared/money/money.ts';
import { listRead } from '../../../database/repositories/list-reads.ts';
import { amount, gatewayTime, text, totalLines, type ListReader } from './list.ts';

const currency = (row: Checkout) => row.amount.currency;

/** The description is the only column in which a phone or an email may stand. */
function* masked(rows: Iterable<Checkout>, seesContacts: boolean): Generator<Checkout> {
  for (const row of rows)
    yield seesContacts ? row : { ...row, description: row.description && maskContacts(row.description) };
}

export const checkoutsList: ListReader<'checkouts', Checkout> = {
  columns: {
    createdAt: gatewayTime((row) => row.createdAt),
    order: text((row) => row.order),
    checkoutState: text(({ status }) => (status?.kind === 'known' ? status.value : (status?.raw ?? null))),
    amount: amount((row) => row.amount, currency),
    currency: text(currency),
    attempts: text(({ attempts, mostAttempts }) =>
      attempts === null ? null : `${attempts} / ${mostAttempts ?? '-'}`,
    ),
    expireAt: gatewayTime((row) => row.expireAt),
    description: text((row) => row.description),
    captured: amount((row) => row.captured, currency),
    refunded: amount((row) => takenOff(row.refunded), currency),
    methods: text((row) => row.methods),
  },
  open: ({ cache }, { filter }, _nowMs, seesContacts) => {
    const search = { filter, seesContacts };
    const { count, sums } = checkoutSums(cache, search);
    return {
      count,
      readAtMs: listRead(cache, 'checkouts').readAtMs,
      totals: totalLines('amount', sums),
      rows: masked(eachCheckout(cache, search), seesContacts),
    };
  },
};
