/** The picture of a bridge: where each bar begins and ends. Pure. */
import type { BridgeView } from '#shared/contract/bridge.ts';
import type { BridgeLineName } from '#shared/domain/bridge.ts';
import type { Money } from '#shared/money/money.ts';

export type BridgeStep = {
  key: BridgeLineName | 'expected' | 'deposited' | 'unexplained';
  /** Null: nothing is known of it yet. */
  amount: Money | null;
  /** Rows behind it; null if it opens none. */
  count: number | null;
  isSum: boolean;
  /** Percent of the whole width, from its start. `cut`: it begins before the picture does. */
  bar: { start: number; size: number; cut: boolean } | null;
  /** Where the next bar begins, in percent; null where none follows from this one. */
  link: number | null;
};

/** Amounts without rows behind them, and what a bridge begins with. */
const NO_ROWS: readonly BridgeLineName[] = ['adjustments', 'early-unnamed', 'early-fee', 'early-vat'];
const FIRST: readonly BridgeLineName[] = ['closed', 'early-sales'];

type Span = { from: bigint; to: bigint };
const least = (values: bigint[]) => values.reduce((a, b) => (b < a ? b : a), 0n);
const most = (values: bigint[]) => values.reduce((a, b) => (b > a ? b : a), 0n);
const PRECISION = 10_000n;

/** A bar below this is no more than a hairline. */
const HAIRLINE = 1;

type Drawn = { span: Span | null };
type Range = { low: bigint; width: bigint };

function wholeRange(all: readonly Drawn[]): Range {
  const ends = all.flatMap(({ span }) => (span ? [span.from, span.to] : []));
  const low = least(ends);
  return { low, width: most(ends) - low };
}

/** From the least to the most that any line after the first reaches, with a little room: small amounts become bars. */
function nearRange(all: readonly Drawn[]): Range {
  const reached = all.flatMap(({ span }) => (span && span.from !== span.to ? [span.to] : []));
  const [low, high] = [reached.reduce((a, b) => (b < a ? b : a), reached[0] ?? 0n), most(reached)];
  const room = (high - low) / 12n + 1n;
  return low - room <= 0n ? wholeRange(all) : { low: low - room, width: high - low + 2n * room };
}

const size = ({ from, to }: Span): bigint => (from < to ? to - from : from - to);

/** True if some amount is a hairline in the whole picture, and more than that near the end. */
export function canBeEnlarged(view: BridgeView): boolean {
  const all = spansOf(view);
  const [whole, near] = [wholeRange(all), nearRange(all)];
  return (
    near.width < whole.width &&
    all.some(({ span }) => span && size(span) > 0n && size(span) * 100n < whole.width * BigInt(HAIRLINE))
  );
}

/** Every line in order, then what is expected, what was deposited and what stays unexplained. `near`: enlarged. */
export function stepsOf(view: BridgeView, near = false): BridgeStep[] {
  const all = spansOf(view);
  const { low, width } = near ? nearRange(all) : wholeRange(all);
  const percent = (minor: bigint) => (width === 0n ? 0 : Number((minor * PRECISION) / width) / 100);
  const inside = (minor: bigint) => (minor < low ? low : minor);
  return all.map(({ span, ...step }, at) => {
    if (!span) return { ...step, bar: null, link: null };
    const [start, end] = span.from < span.to ? [span.from, span.to] : [span.to, span.from];
    const next = all[at + 1]?.span;
    const follows = next !== null && next !== undefined && (next.from === span.to || next.to === span.to);
    return {
      ...step,
      bar: {
        start: percent(inside(start) - low),
        size: percent(inside(end) - inside(start)),
        cut: start < low,
      },
      link: follows ? percent(inside(span.to) - low) : null,
    };
  });
}

/** What each line of the picture goes from and to. */
function spansOf({ lines, expected, deposited, unexplained }: BridgeView) {
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
  return [
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
}
