/** Which deposit, entered beside the statement's, is what a bridge does not explain. Pure. */
import type { BridgeView, Deposit } from '#shared/contract/bridge.ts';
import { sameMoney } from '#shared/money/money.ts';

/**
 * The deposit that a person entered beside the statement's, if it is exactly what is not explained: most likely it is the same
 * money, entered twice.
 */
export function enteredBeside({
  deposits,
  statement,
  unexplained,
}: Pick<BridgeView, 'deposits' | 'statement' | 'unexplained'>): Deposit | null {
  if (statement.length === 0 || unexplained === null) return null;
  const beside = deposits.filter(({ withdrawn, confirmed }) => withdrawn === null && !confirmed);
  return beside.find(({ amount }) => sameMoney(amount, unexplained)) ?? null;
}
