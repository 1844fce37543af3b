/**
 * What a bank took back, linked to the deposit that it takes back: a return of the whole deposit, or a chargeback of a part of it. A
 * deposit that is matched and taken back is one exception of both lines and of what they should pay.
 */
import { dayNumberOf } from '../../time/business-days.ts';
import type { ExceptionType } from '../reconciliation.ts';
import type { MatchItem, Pool } from './items.ts';
import type { Names } from './names.ts';

/** Calendar days that a bank may need to return a deposit that nothing names. */
const MOST_DAYS = 30;
const TYPES: Partial<Record<NonNullable<MatchItem['bankEntry']>, ExceptionType>> = {
  returned: 'deposit-returned',
  chargeback: 'chargeback',
};
const typeOf = ({ bankEntry }: MatchItem): ExceptionType | undefined => bankEntry && TYPES[bankEntry];

type Link = { readonly type: ExceptionType; readonly line: MatchItem; readonly deposit: MatchItem };

const amountOf = ({ amount: { minor, currency } }: MatchItem, sign: bigint) => `${currency} ${sign * minor}`;

/** Deposits that a line can take back, by what they have in common with it. */
function createFind(pool: Pool, names: Names): (line: MatchItem) => readonly MatchItem[] {
  const deposits = pool.open('theirs').filter(({ amount, date }) => amount.minor > 0n && date !== null);
  const byReference = Map.groupBy(
    deposits.filter(({ reference }) => reference !== null),
    ({ reference }) => reference,
  );
  const byAmount = Map.groupBy(deposits, (deposit) => amountOf(deposit, 1n));
  return (line) => {
    const [named, ...others] = names.of(line).ours;
    const sameName = named && others.length === 0 ? names.linesOf(named) : [];
    const same = new Set([...(byReference.get(line.reference) ?? []), ...sameName]);
    if (same.size > 0) return [...same];
    return line.bankEntry === 'returned' ? (byAmount.get(amountOf(line, -1n)) ?? []) : [];
  };
}

function canTakeBack(line: MatchItem, deposit: MatchItem): boolean {
  const whole = deposit.amount.minor;
  const part = -line.amount.minor;
  if (whole <= 0n || deposit.amount.currency !== line.amount.currency) return false;
  if (line.date === null || deposit.date === null || deposit.date > line.date) return false;
  if (line.bankEntry === 'chargeback') return part <= whole;
  return part === whole && dayNumberOf(line.date) - dayNumberOf(deposit.date) <= MOST_DAYS;
}

/**
 * Takes the lines that take something back out of the pool, so that deposits are matched as they came. What is found goes to
 * `exceptTakenBack` when everything else is matched.
 */
export function linkTakenBack(pool: Pool, names: Names): Link[] {
  const back = pool.open('theirs').filter((line) => typeOf(line) !== undefined && line.amount.minor < 0n);
  if (back.length === 0) return [];
  const find = createFind(pool, names);
  const used = new Set<MatchItem>();
  return back.flatMap((line): Link[] => {
    const type = typeOf(line);
    const [deposit, ...others] = find(line).filter(
      (one) => pool.isOpen(one) && !used.has(one) && canTakeBack(line, one),
    );
    if (!type || !deposit || others.length > 0) return [];
    used.add(deposit);
    pool.take([line]);
    return [{ type, line, deposit }];
  });
}

/** What stands of a deposit, if it stands alone: `ours` is what it pays. Undefined: it stands together with other lines. */
function release(pool: Pool, deposit: MatchItem): MatchItem | null | undefined {
  if (pool.isOpen(deposit)) {
    pool.take([deposit]);
    return null;
  }
  const isAlone = ({ theirs }: { readonly theirs: readonly MatchItem[] }) =>
    theirs.length === 1 && theirs[0] === deposit;
  const match = pool.matches.findIndex(
    (one) => isAlone(one) && one.ours.length === 1 && one.rule !== 'manual',
  );
  if (match >= 0) return pool.matches.splice(match, 1)[0]?.ours[0];
  const exception = pool.exceptions.findIndex(isAlone);
  return exception >= 0 ? pool.exceptions.splice(exception, 1)[0]?.ours : undefined;
}

export function exceptTakenBack(pool: Pool, links: readonly Link[]): void {
  for (const { type, line, deposit } of links) {
    const ours = release(pool, deposit);
    const isApart = ours === undefined;
    // Its items are taken already.
    pool.exceptions.push({ type, ours: ours ?? null, theirs: isApart ? [line] : [deposit, line] });
  }
  for (const line of pool.open('theirs')) {
    const type = typeOf(line);
    if (type && line.amount.minor < 0n) pool.except({ type, ours: null, theirs: [line] });
  }
}
