import type { Payment } from '#shared/contract/payments.ts';
import { takenOff } from '#shared/money/money.ts';
import { listRead } from '../../../database/repositories/list-reads.ts';
import { paymentFor } from '../../../database/repositories/payment-row.ts';
import { countOfPayments, eachPayment, paymentSums } from '../../../database/repositories/payments.ts';
import { amount, instant, text, type ListReader, type TotalLine } from './list.ts';

const currency = (row: Payment) => (row.captured ?? row.amount)?.currency ?? null;

function* masked(rows: Iterable<Payment>, seesContacts: boolean): Generator<Payment> {
  for (const row of rows) yield paymentFor(row, seesContacts);
}

export const paymentsList: ListReader<'payments', Payment> = {
  columns: {
    at: instant((row) => row.atMs),
    order: text((row) => row.merchantOrderId),
    gatewayOrder: text((row) => row.orderId),
    paymentState: text((row) => row.state),
    amount: amount((row) => row.amount, currency),
    captured: amount((row) => row.captured, currency),
    returned: amount((row) => takenOff(row.returned), currency),
    left: amount((row) => row.left, currency),
    currency: text(currency),
    method: text((row) => row.method),
    channel: text((row) => row.channel),
    reference: text((row) => row.refNumber),
    paidFrom: text((row) => row.from),
    customer: text((row) => row.customer),
    window: text((row) => row.windowId),
    paymentFlags: { kind: 'text', value: (row) => row.flags },
    terminalId: text((row) => row.terminalId),
    listing: text((row) => (row.isGone ? 'no-longer-listed' : null)),
  },
  open: (files, { filter, sort, holdDays }, nowMs, seesContacts) => ({
    count: countOfPayments(files, { filter, nowMs, seesContacts }),
    readAtMs: listRead(files.cache, 'payments').readAtMs,
    totals: paymentSums(files, { filter, nowMs, seesContacts }).flatMap(
      ({ sales, returns, net }): TotalLine[] => [
        { name: 'sales', count: null, amount: sales },
        { name: 'returns', count: null, amount: returns },
        { name: 'net', count: null, amount: net },
      ],
    ),
    rows: masked(eachPayment(files, { filter, sort, nowMs, holdDays, seesContacts }), seesContacts),
  }),
};
