/** Checks that a file adds up: opening balance, lines, closing balance. */
import type { ImportPreview } from '#shared/contract/import-file.ts';
import type { StatementEnd } from './entry.ts';

export type CheckedBalance = ImportPreview['balances'][number];

export function balanceOfStatement({ account, opening, closing, sum }: StatementEnd): CheckedBalance | null {
  if (!opening || !closing || opening.currency !== closing.currency) return null;
  const { currency } = opening;
  const money = (minor: bigint) => ({ minor, currency });
  return {
    account,
    currency,
    opening,
    closing,
    lines: money(sum),
    difference: money(closing.minor - opening.minor - sum),
  };
}

type Running = {
  readonly account: string;
  readonly currency: string;
  first: { balance: bigint; minor: bigint };
  last: { balance: bigint; minor: bigint };
  sum: bigint;
  count: number;
  /** Rows at which the balance does not follow, read downwards and upwards. */
  down: number[];
  up: number[];
};

/**
 * Checks a column that has the balance after each line. Banks list oldest or newest first: the order that fits better is taken.
 */
export function createBalanceCheck() {
  const running = new Map<string, Running>();
  return {
    add(row: number, account: string, currency: string, minor: bigint, balance: bigint): void {
      const key = `${currency} ${account}`;
      const now = { balance, minor };
      const one = running.get(key);
      if (!one) {
        running.set(key, {
          account,
          currency,
          first: now,
          last: now,
          sum: minor,
          count: 1,
          down: [],
          up: [],
        });
        return;
      }
      if (one.last.balance + minor !== balance) one.down.push(row);
      if (balance + one.last.minor !== one.last.balance) one.up.push(row);
      one.last = now;
      one.sum += minor;
      one.count += 1;
    },
    /** With the first row that does not follow; null if all of them do. */
    results: (): { balance: CheckedBalance; breaksAt: number | null }[] =>
      [...running.values()].map(({ account, currency, first, last, sum, down, up }) => {
        const money = (minor: bigint) => ({ minor, currency });
        const isDown = down.length <= up.length;
        const [oldest, newest] = isDown ? [first, last] : [last, first];
        const [opening, closing] = [oldest.balance - oldest.minor, newest.balance];
        return {
          balance: {
            account,
            currency,
            opening: money(opening),
            closing: money(closing),
            lines: money(sum),
            difference: money(closing - opening - sum),
          },
          breaksAt: (isDown ? down : up)[0] ?? null,
        };
      }),
  };
}
