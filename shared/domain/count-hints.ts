/** Likely causes of a difference between what a terminal prints and what its rows say. They decide nothing: a person looks. Pure. */
import { sizeOf } from '../money/money.ts';

/** In the order in which they are shown: the surest first. */
export const hintCauses = [
  'after-slip', // these came last: the slip may have been printed before them
  'one', // one transaction of just that amount
  'return-as-sale', // a return that was added where it should have been taken off: twice its amount
  'before', // a transaction of just that amount is in the close before
  'swapped', // two digits that stand beside each other have changed places
  'two', // two transactions that come to that amount
  'mistyped', // one digit is another, and nothing else explains it
] as const;
type HintCause = (typeof hintCauses)[number];

type HintFact = { readonly minor: bigint; readonly firstSeenAtMs: number };
export type HintFacts<Row extends HintFact> = {
  readonly counted: bigint;
  readonly expected: bigint;
  /** Counted − expected of all that the terminal sold less all that it returned. */
  readonly net: bigint;
  /** The rows of the line; the returns of its terminal; the rows of the line in the close before. */
  readonly own: readonly Row[];
  readonly returns: readonly Row[];
  readonly before: readonly Row[];
};
type FoundHint<Row> = {
  readonly cause: HintCause;
  readonly rows: readonly Row[];
  readonly more: number;
};

/** So many rows are named; how many more there are is said. */
const NAMED = 3;
/** More readings than this after the slip, and the slip is of another time. */
const LATEST = 20;

const ofSize = <Row extends HintFact>(rows: readonly Row[], size: bigint): Row[] =>
  rows.filter(({ minor }) => sizeOf(minor) === size);

/** What came last, reading by reading: all that one reading brought came at once. Never everything. */
function cameLast<Row extends HintFact>(own: readonly Row[], missing: bigint): Row[] {
  const readings = [...Map.groupBy(own, ({ firstSeenAtMs }) => firstSeenAtMs)].sort(([a], [b]) => b - a);
  const last: Row[] = [];
  let sum = 0n;
  for (const [, rows] of readings.slice(0, Math.min(LATEST, readings.length - 1))) {
    last.push(...rows);
    sum += rows.reduce((size, { minor }) => size + sizeOf(minor), 0n);
    if (sum === missing) return last;
    if (sum > missing) return [];
  }
  return [];
}

/** Pairs of rows that come to this, each row in one pair. */
function pairsOfSum<Row extends HintFact>(own: readonly Row[], size: bigint): [Row, Row][] {
  const waiting = new Map<bigint, Row[]>();
  const pairs: [Row, Row][] = [];
  for (const row of own) {
    const rowSize = sizeOf(row.minor);
    if (rowSize === 0n || rowSize >= size) continue;
    const other = waiting.get(size - rowSize)?.pop();
    if (other) pairs.push([other, row]);
    else waiting.set(rowSize, [...(waiting.get(rowSize) ?? []), row]);
  }
  return pairs;
}

/** All that come of it when two digits beside each other change places. */
function swapsOf(minor: bigint): bigint[] {
  const digits = [...minor.toString()];
  return digits.slice(1).flatMap((digit, at) => {
    const before = digits[at];
    if (before === undefined || before === digit) return [];
    return [BigInt([...digits.slice(0, at), digit, before, ...digits.slice(at + 2)].join(''))];
  });
}

/** As many digits, and all but one of them the same. */
function differsInOneDigit(one: bigint, other: bigint): boolean {
  const [a, b] = [one.toString(), other.toString()];
  return a.length === b.length && [...a].filter((digit, at) => digit !== b[at]).length === 1;
}

export function hintsOf<Row extends HintFact>(facts: HintFacts<Row>): FoundHint<Row>[] {
  const { counted, expected, net, own, returns, before } = facts;
  const difference = counted - expected;
  if (difference === 0n) return [];
  const size = sizeOf(difference);
  const named = (cause: HintCause, rows: readonly Row[]): FoundHint<Row>[] =>
    rows.length === 0 ? [] : [{ cause, rows: rows.slice(0, NAMED), more: Math.max(rows.length - NAMED, 0) }];
  const last = difference < 0n ? cameLast(own, size) : [];
  const one = ofSize(own, size).filter((row) => last.length !== 1 || row !== last[0]);
  // Digits that change places always make a multiple of nine.
  const mayBeSwapped = size % 9n === 0n;
  const sameSign = counted < 0n === expected < 0n;
  const isSwapped = mayBeSwapped && sameSign && swapsOf(sizeOf(counted)).includes(sizeOf(expected));
  const swapped =
    mayBeSwapped && !isSwapped
      ? own.filter(({ minor }) =>
          swapsOf(sizeOf(minor)).some((other) => other - sizeOf(minor) === difference),
        )
      : [];
  const found: FoundHint<Row>[] = [
    ...(last.length > 0 ? [{ cause: 'after-slip' as const, rows: last, more: 0 }] : []),
    ...named('one', one),
    ...(net > 0n
      ? named(
          'return-as-sale',
          returns.filter(({ minor }) => 2n * sizeOf(minor) === net),
        )
      : []),
    ...(difference > 0n ? named('before', ofSize(before, size)) : []),
    ...(isSwapped ? [{ cause: 'swapped' as const, rows: [], more: 0 }] : named('swapped', swapped)),
    ...pairsOfSum(own, size)
      .slice(0, NAMED)
      .map((rows) => ({ cause: 'two' as const, rows, more: 0 })),
  ];
  if (found.length > 0 || !sameSign || !differsInOneDigit(sizeOf(counted), sizeOf(expected))) return found;
  return [{ cause: 'mistyped', rows: [], more: 0 }];
}
