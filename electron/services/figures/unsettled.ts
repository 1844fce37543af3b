/** Sales of closes that stand and that nothing settles: some closes at a time, so that nobody waits behind them. */
import { addDays } from '#shared/time/business-date.ts';
import type { Database } from '../../database/client.ts';
import type { ClosedRow } from '../../database/repositories/figures.ts';

/** What is older has long been an exception of the reconciliation. */
const LOOK_BACK_DAYS = 400;
const CLOSES_AT_ONCE = 30;

const magnitude = (minor: bigint) => (minor < 0n ? -minor : minor);
/** A reversal takes back a sale of its terminal, order and amount. */
const takenBack = ({ terminalId, orderId, amount }: ClosedRow) =>
  `${terminalId}/${orderId ?? ''}/${magnitude(amount.minor)}`;

/** Oldest day first. */
export async function unsettledSales(db: Database, today: string): Promise<ClosedRow[]> {
  const { closingIds, reversedHere } = await db.call('figures.closes', addDays(today, -LOOK_BACK_DAYS));
  const reversed = new Set(reversedHere);
  const back = new Set<string>();
  const found: ClosedRow[] = [];
  for (let from = 0; from < closingIds.length; from += CLOSES_AT_ONCE) {
    const some = closingIds.slice(from, from + CLOSES_AT_ONCE);
    const { unsettled, reversals } = await db.call('figures.unsettledOf', some);
    found.push(...unsettled);
    for (const row of reversals) if (row.orderId !== null) back.add(takenBack(row));
  }
  return found.filter((sale) => !reversed.has(sale.rowId) && !back.has(takenBack(sale)));
}
