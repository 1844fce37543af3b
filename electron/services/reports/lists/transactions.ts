import type { Transaction } from '#shared/contract/terminals.ts';
import { shownAmount, sumRows } from '#shared/domain/kinds/index.ts';
import { transactionProcedures } from '../../../database/repositories/transactions.ts';
import { lastReadOf } from '../../../database/repositories/terminals.ts';
import { amount, instant, text, type ListReader } from './list.ts';

const currency = (row: Transaction) => row.amount.currency;

/** A terminal's list is one answer of the gateway. */
export const transactionsList: ListReader<'transactions', Transaction> = {
  columns: {
    reference: text((row) => row.refNumber),
    order: text((row) => row.merchantOrderId),
    amount: amount(shownAmount, currency),
    currency: text(currency),
    paymentType: text((row) => row.paymentType),
    entryMode: text((row) => row.entryMode),
    firstSeen: instant((row) => row.firstSeenAtMs),
    flags: { kind: 'text', value: (row) => row.flags },
    terminalId: text((row) => row.terminalId),
    listing: text((row) => row.listing),
    lastSeen: instant((row) => row.lastSeenAtMs),
    gone: instant((row) => row.goneAtMs),
    rowId: text((row) => row.rowId),
  },
  open: (files, { terminalId, filter, sort }, nowMs) => {
    const { rows } = transactionProcedures['transactions.page'].run(files, {
      terminalId,
      filter,
      sort,
      afterRowId: null,
      limit: Number.MAX_SAFE_INTEGER,
      nowMs,
    });
    const sums = sumRows(rows);
    return {
      count: rows.length,
      readAtMs: lastReadOf(files.cache, terminalId),
      totals: (['sales', 'returns', 'net', 'notSummed'] as const).flatMap((name) =>
        sums[name].map((total) => ({ name, ...total })),
      ),
      rows,
    };
  },
};
