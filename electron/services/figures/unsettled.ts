/** Sales of closes that stand and that nothing settles: some closes at a time, so that nobody waits behind them. */
import { addDays } from '#shared/time/business-date.ts';
import type { Database } from '../../database/client.ts';
import type { ClosedRow } from '../../database/repositories/closing/closed-sales.ts';

/** An older sale has long been an exception of the reconciliation. */
const LOOK_BACK_DAYS = 400;
const CLOSES_AT_ONCE = 30;

/** Oldest day first. */
export async function unsettledSales(db: Database, today: string): Promise<ClosedRow[]> {
  const { closingIds, undone } = await db.call('figures.closes', addDays(today, -LOOK_BACK_DAYS));
  const taken = new Set(undone);
  const found: ClosedRow[] = [];
  for (let from = 0; from < closingIds.length; from += CLOSES_AT_ONCE)
    found.push(...(await db.call('figures.unsettledOf', closingIds.slice(from, from + CLOSES_AT_ONCE))));
  return found.filter(({ rowId }) => !taken.has(rowId));
}
