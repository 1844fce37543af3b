/** Sales of closes that stand and that nothing settles: some closes at a time, so that nobody waits behind them. */
import { addDays } from '#shared/time/business-date.ts';
import type { Database } from '../../database/client.ts';
import { takenBackBy, type ClosedRow } from '../../database/repositories/closing/closed-sales.ts';

/** What is older has long been an exception of the reconciliation. */
const LOOK_BACK_DAYS = 400;
const CLOSES_AT_ONCE = 30;

/** Oldest day first. */
export async function unsettledSales(db: Database, today: string): Promise<ClosedRow[]> {
  const { closingIds, reversedHere } = await db.call('figures.closes', addDays(today, -LOOK_BACK_DAYS));
  const reversed = new Set(reversedHere);
  const back: ClosedRow[] = [];
  const found: ClosedRow[] = [];
  for (let from = 0; from < closingIds.length; from += CLOSES_AT_ONCE) {
    const some = closingIds.slice(from, from + CLOSES_AT_ONCE);
    const { unsettled, reversals } = await db.call('figures.unsettledOf', some);
    found.push(...unsettled);
    back.push(...reversals);
  }
  const isTakenBack = takenBackBy(back);
  return found.filter((sale) => !reversed.has(sale.rowId) && !isTakenBack(sale));
}
