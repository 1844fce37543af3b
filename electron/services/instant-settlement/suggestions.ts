/** What the gateway suggests, held against the sales that it names. */
import { gatewayError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { sumByCurrency, sameMoney, type Money } from '#shared/money/money.ts';
import type { ProfileContext } from '../context.ts';
import type { GatewaySuggestion } from '../../gateway/gateway.ts';

type Suggested = { below: GatewaySuggestion | null; above: GatewaySuggestion | null };
type Sale = { readonly transactionId: string; readonly amount: Money };

/** True if the total is what its sales come to, each named once. In another unit, or of other sales, it is not. */
export function isItsSales({ total, transactionIds }: GatewaySuggestion, sales: readonly Sale[]): boolean {
  const amounts = new Map(sales.map(({ transactionId, amount }) => [transactionId, amount]));
  const found = transactionIds.flatMap((id) => amounts.get(id) ?? []);
  const [sum, ...others] = sumByCurrency(found);
  const isWhole = found.length === transactionIds.length && new Set(transactionIds).size === found.length;
  return isWhole && others.length === 0 && sum !== undefined && sameMoney(sum, total);
}

/** A suggestion that is not what its sales come to is told as an answer that cannot be read. */
export async function believed(
  { db, log }: ProfileContext,
  suggested: Suggested,
  readEligible: () => Promise<Result<unknown, AppError>>,
): Promise<Result<Suggested, AppError>> {
  const given = [suggested.below, suggested.above].filter((one) => one !== null);
  const ids = given.flatMap(({ transactionIds }) => transactionIds);
  const salesOf = () => db.call('instant.eligibleByIds', ids);
  let sales = await salesOf();
  // The list on this PC may be older than the suggestion.
  if (sales.length < new Set(ids).size) {
    const read = await readEligible();
    if (!read.ok) return read;
    sales = await salesOf();
  }
  if (given.every((one) => isItsSales(one, sales))) return ok(suggested);
  log.warn('suggestion-is-not-its-sales', { suggested: given.length, known: sales.length });
  return err(
    gatewayError('other-form', { operation: 'instant-settlement.suggestions', problem: 'not-its-sales' }),
  );
}
