/** The picture of a bridge: where each bar begins and ends. Pure. */
import type { BridgeView } from '#shared/contract/bridge.ts';
import type { BridgeLineName } from '#shared/domain/bridge.ts';
import type { Money } from '#shared/money/money.ts';

export type BridgeStep = {
  key: BridgeLineName | 'expected' | 'deposited' | 'unexplained';
  /** Null: nothing is known of it yet. */
  amount: Money | null;
  /** Rows behind it; null where it opens none. */
  count: number | null;
  isSum: boolean;
  /** Percent of the whole width, from its start. */
  bar: { start: number; size: number } | null;
};

/** Amounts without rows behind them, and what a bridge begins with. */
const NO_ROWS: readonly BridgeLineName[] = ['adjustments', 'early-unnamed', 'early-fee', 'early-vat'];
const FIRST: readonly BridgeLineName[] = ['closed', 'early-sales'];

type Span = { from: bigint; to: bigint };
const least = (values: bigint[]) => values.reduce((a, b) => (b < a ? b : a), 0n);
const most = (values: bigint[]) => values.reduce((a, b) => (b > a ? b : a), 0n);
const PRECISION = 10_000n;

/** Every line in order, then what is expected, what was deposited and what stays unexplained. */
export function stepsOf({ lines, expected, deposited, unexplained }: BridgeView): BridgeStep[] {
  let reached = 0n;
  const steps = lines.map(({ line, amount, count }) => {
    const span: Span = { from: reached, to: reached + amount.minor };
    reached = span.to;
    const opens = !NO_ROWS.includes(line) && count > 0;
    return { key: line, amount, count: opens ? count : null, isSum: FIRST.includes(line), span };
  });
  const sum = (key: 'expected' | 'deposited', amount: Money | null) => ({
    key,
    amount,
    count: null,
    isSum: true,
    span: amount && { from: 0n, to: amount.minor },
  });
  const all = [
    ...steps,
    sum('expected', expected),
    sum('deposited', deposited),
    {
      key: 'unexplained' as const,
      amount: unexplained,
      count: null,
      isSum: false,
      span: unexplained && { from: expected.minor, to: expected.minor + unexplained.minor },
    },
  ];
  const ends = all.flatMap(({ span }) => (span ? [span.from, span.to] : []));
  const low = least(ends);
  const width = most(ends) - low;
  const percent = (minor: bigint) => (width === 0n ? 0 : Number((minor * PRECISION) / width) / 100);
  return all.map(({ span, ...step }) => {
    if (!span) return { ...step, bar: null };
    const [start, end] = span.from < span.to ? [span.from, span.to] : [span.to, span.from];
    return { ...step, bar: { start: percent(start - low), size: percent(end - start) } };
  });
}
