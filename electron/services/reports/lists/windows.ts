import type { SettlementWindow } from '#shared/contract/settlement.ts';
import { sumByCurrency, type Money } from '#shared/money/money.ts';
import { listRead } from '../../../database/repositories/list-reads.ts';
import { allWindows } from '../../../database/repositories/windows.ts';
import { amount, count, gatewayTime, text, totalLines, type ListReader } from './list.ts';

const currency = ({ net, gross, fees, adjustments }: SettlementWindow) =>
  (net ?? gross ?? fees ?? adjustments)?.currency ?? null;
const sums = (windows: readonly SettlementWindow[], value: (window: SettlementWindow) => Money | null) =>
  sumByCurrency(windows.flatMap((window) => value(window) ?? []));

export const windowsList: ListReader<'windows', SettlementWindow> = {
  columns: {
    windowId: text((row) => row.windowId),
    status: text(({ status }) => (status?.kind === 'known' ? status.value : (status?.raw ?? null))),
    opensAt: gatewayTime((row) => row.opensAt),
    closesAt: gatewayTime((row) => row.closesAt),
    // As the gateway writes it: a day, or something else.
    expectedPayoutDate: { kind: 'date', value: (row) => row.expectedPayoutDate },
    count: count((row) => row.transactionsCount),
    gross: amount((row) => row.gross, currency),
    fees: amount((row) => row.fees, currency),
    vat: amount((row) => row.vat, currency),
    adjustments: amount((row) => row.adjustments, currency),
    net: amount((row) => row.net, currency),
    currency: text(currency),
    bankReference: text((row) => row.bankReference),
    batches: count((row) => row.batches.length),
  },
  open: ({ cache }) => {
    const windows = allWindows(cache);
    return {
      count: windows.length,
      readAtMs: listRead(cache, 'windows').readAtMs,
      totals: [
        ...totalLines(
          'gross',
          sums(windows, (window) => window.gross),
        ),
        ...totalLines(
          'net',
          sums(windows, (window) => window.net),
        ),
      ],
      pages: [windows],
    };
  },
};
