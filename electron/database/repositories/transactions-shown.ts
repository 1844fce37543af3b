/** Which of a terminal's transactions a filter shows, and in which order. */
import { absolute, toDecimal, type Money } from '#shared/money/money.ts';
import { searchText } from '#shared/text/digits.ts';
import { shownAmount } from '#shared/domain/kinds/index.ts';
import type { Transaction, TransactionFilter, TransactionSort } from '#shared/contract/terminals.ts';

/** A row with what only its stored form has: the letters that are searched, and its place in the gateway's answer. */
type Row = { stored: { search: string; position: bigint }; transaction: Transaction };

const inDecimals = (decimal: string, decimals: number): bigint => {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(decimals, '0'));
};

/** What an amount is above a limit as typed. A limit can be finer than the currency ("12.345"), and counts none the less. */
function aboveLimit(size: Money, limit: string): bigint {
  const own = toDecimal(size);
  const decimals = Math.max(...[own, limit].map((one) => one.split('.')[1]?.length ?? 0));
  return inDecimals(own, decimals) - inDecimals(limit, decimals);
}

/** Every field of the filter has its test here, or this does not compile. */
type Tests = { [F in keyof TransactionFilter]: (value: TransactionFilter[F]) => boolean };

export function fits({ stored, transaction }: Row, filter: TransactionFilter, nowMs: number): boolean {
  const { amount, listing, paymentType, entryMode, firstSeenAtMs } = transaction;
  // Whoever looks for 150 looks for a refund of 150, too, whatever its sign at the gateway.
  const size = absolute(amount);
  const tests: Tests = {
    listing: (wanted) => wanted === 'all' || listing === 'outstanding',
    text: (text) => text === '' || stored.search.includes(searchText(text)),
    paymentTypes: (types) => types.length === 0 || types.includes(paymentType ?? ''),
    entryModes: (modes) => modes.length === 0 || modes.includes(entryMode ?? ''),
    minAmount: (limit) => limit === null || aboveLimit(size, limit) >= 0n,
    maxAmount: (limit) => limit === null || aboveLimit(size, limit) <= 0n,
    minAgeMs: (ageMs) => ageMs === null || nowMs - firstSeenAtMs >= ageMs,
  };
  const passes = <F extends keyof TransactionFilter>(field: F) => tests[field](filter[field]);
  return (Object.keys(tests) as (keyof TransactionFilter)[]).every(passes);
}

/** A key that sorts as the column does, with the row id as the tie-break. */
export function sortKey(
  { stored, transaction }: Row,
  by: TransactionSort['by'],
): [bigint | string, bigint, string] {
  const position = stored.position;
  switch (by) {
    case 'firstSeen':
      return [BigInt(transaction.firstSeenAtMs), position, transaction.rowId];
    case 'amount':
      return [shownAmount(transaction).minor, position, transaction.rowId];
    case 'reference':
      return [transaction.refNumber ?? '', position, transaction.rowId];
    case 'order':
      return [transaction.merchantOrderId ?? '', position, transaction.rowId];
    case 'paymentType':
      return [transaction.paymentType ?? '', position, transaction.rowId];
    case 'entryMode':
      return [transaction.entryMode ?? '', position, transaction.rowId];
  }
}

export function compareKeys(a: readonly (bigint | string)[], b: readonly (bigint | string)[]): number {
  for (let index = 0; index < a.length; index += 1) {
    const left = a[index] ?? '';
    const right = b[index] ?? '';
    if (left < right) return -1;
    if (left > right) return 1;
  }
  return 0;
}
