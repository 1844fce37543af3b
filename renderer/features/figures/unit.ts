/** The unit of an axis, so that figures on a picture stay short. Pure. */
import { toDecimal, type Money } from '#shared/money/money.ts';

type Unit = { name: 'one' | 'thousand' | 'million'; size: number };
const UNITS: readonly Unit[] = [
  { name: 'million', size: 1_000_000 },
  { name: 'thousand', size: 1_000 },
];

/** For drawing only: a picture has fewer pixels than a float has digits. */
export const drawn = (amount: Money | null): number => (amount === null ? 0 : Number(toDecimal(amount)));

export function unitOf(amounts: readonly number[]): Unit {
  const most = Math.max(0, ...amounts.map(Math.abs));
  return UNITS.find(({ size }) => most >= size * 10) ?? { name: 'one', size: 1 };
}
