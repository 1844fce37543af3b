/**
 * What deposits that are matched by a name or by a person teach of their source: who pays, after how many business days, and which
 * fee is taken off. It is learnt again in every run from the matches that stand, so that a match that is taken back teaches nothing.
 */
import { sizeOf } from '../../money/money.ts';
import type { Learnt, LearntFee, MatchItem, Often, Pool } from './items.ts';
import { wordsOf, type Names } from './names.ts';

/** So many deposits make a habit. */
const OFTEN = 3;
const MOST_PAYERS = 200;
/** A part that is kept from a deposit, in basis points; what is more is no fee. */
const MOST_FEE = 500n;
const WHOLE = 10_000n;

export const learntKinds = ['payer', 'delay', 'fee'] as const;
export type LearntKind = (typeof learntKinds)[number];

/** Names a thing that was learnt, through all runs: what a person forgot stays forgotten. */
export const learntKey = (sourceId: string, kind: LearntKind, name: string): string =>
  JSON.stringify([sourceId, kind, name]);

export const sourceOf = (line: MatchItem): string => line.sourceId ?? '';

type PayerOf = (line: MatchItem) => string;

/** Who pays, as lines write it: without numbers, and without the letters of the names of what is paid. */
export function payersOf(ours: readonly MatchItem[]): PayerOf {
  const names = new Set(ours.flatMap(({ itemId, reference }) => wordsOf(`${itemId} ${reference ?? ''}`)));
  const known = new Map<MatchItem, string>();
  return (line) => {
    const found =
      known.get(line) ??
      wordsOf(line.payer ?? line.text)
        .filter((word) => !/\d/.test(word) && !names.has(word))
        .join(' ');
    known.set(line, found);
    return found;
  };
}

/** The value that most of them have; null if it is not there often, or less than half of the time. */
function usualOf<T>(values: readonly T[], nameOf: (value: T) => string): (Often & { value: T }) | null {
  const groups = [...Map.groupBy(values, nameOf)].sort(
    ([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1),
  );
  const [, most] = groups[0] ?? [];
  const [value] = most ?? [];
  if (!most || value === undefined || most.length < OFTEN || most.length * 2 < values.length) return null;
  return { value, deposits: most.length, of: values.length };
}

type Paid = { readonly one: MatchItem; readonly line: MatchItem };

const feeShareOf = ({ one, line }: Paid): number => {
  const whole = sizeOf(one.amount.minor);
  return Number(((one.amount.minor - line.amount.minor) * WHOLE * 2n + whole) / (whole * 2n));
};
/** A little less than the whole: it may be a fee. */
export const isFee = ({ one, line }: Paid): boolean => {
  const kept = one.amount.minor - line.amount.minor;
  return kept > 0n && kept * WHOLE <= one.amount.minor * MOST_FEE;
};

function feeOf(paid: readonly Paid[]): Learnt['fee'] {
  const fees = paid.filter(isFee);
  const shares = usualOf(
    fees.map(feeShareOf).filter((share) => share > 0),
    String,
  );
  const fixed = usualOf(
    fees.map(({ one, line }) => ({
      minor: one.amount.minor - line.amount.minor,
      currency: one.amount.currency,
    })),
    ({ minor, currency }) => `${currency} ${minor}`,
  );
  if (fixed && fixed.deposits >= (shares?.deposits ?? 0))
    return { fee: { kind: 'fixed', amount: fixed.value }, deposits: fixed.deposits, of: fixed.of };
  if (!shares) return null;
  return { fee: { kind: 'share', basisPoints: shares.value }, deposits: shares.deposits, of: shares.of };
}

/** Whether a line is what a window brings after the usual fee. */
export const hasUsualFee = (fee: LearntFee, paid: Paid): boolean =>
  isFee(paid) &&
  (fee.kind === 'share'
    ? feeShareOf(paid) === fee.basisPoints
    : fee.amount.currency === paid.one.amount.currency &&
      fee.amount.minor === paid.one.amount.minor - paid.line.amount.minor);

function learnOne(
  pool: Pool,
  payerOf: PayerOf,
  sourceId: string,
  deposits: readonly { line: MatchItem; ours: readonly MatchItem[] }[],
  under: readonly Paid[],
): Learnt {
  const payers = Map.groupBy(deposits, ({ line }) => payerOf(line));
  const single = deposits.flatMap(({ line, ours: [one, ...more] }) =>
    one && more.length === 0 ? [{ one, line }] : [],
  );
  const delays = single.flatMap(({ one, line }) =>
    one.date === null || line.date === null ? [] : [pool.options.days.between(one.date, line.date)],
  );
  const delay = usualOf(delays, String);
  return {
    sourceId,
    payers: [...payers]
      .filter(([name, all]) => name !== '' && all.length >= OFTEN)
      .map(([name, all]) => ({
        name,
        deposits: all.length,
        lastOn: all.reduce((last, { line }) => ((line.date ?? '') > last ? (line.date ?? '') : last), ''),
      }))
      .sort((a, b) => b.deposits - a.deposits || (a.name < b.name ? -1 : 1))
      .slice(0, MOST_PAYERS),
    delay: delay && { days: delay.value, deposits: delay.deposits, of: delay.of },
    fee: feeOf([...single, ...under]),
  };
}

/** From what is matched so far, and from lines that name an open window and bring a little less. */
export function learn(pool: Pool, names: Names, payerOf: PayerOf): Learnt[] {
  const deposits = pool.matches.flatMap(({ ours, theirs }) =>
    ours.length === 0 ? [] : theirs.filter(({ amount }) => amount.minor > 0n).map((line) => ({ line, ours })),
  );
  const under = pool.open('ours').flatMap((one): Paid[] => {
    const [line, ...more] = names.linesOf(one).filter(pool.isOpen);
    return line && more.length === 0 && line.amount.currency === one.amount.currency ? [{ one, line }] : [];
  });
  const bySource = Map.groupBy(deposits, ({ line }) => sourceOf(line));
  const underBySource = Map.groupBy(under, ({ line }) => sourceOf(line));
  const sources = [...new Set([...bySource.keys(), ...underBySource.keys()])].sort();
  return sources
    .map((id) => learnOne(pool, payerOf, id, bySource.get(id) ?? [], underBySource.get(id) ?? []))
    .filter(({ payers, delay, fee }) => payers.length > 0 || delay !== null || fee !== null);
}

export type Habits = {
  payerOf: PayerOf;
  /** In how many deposits of its source the payer of this line was seen; 0: not known, or forgotten. */
  depositsOf(line: MatchItem): number;
  delayOf(line: MatchItem): number | null;
  feeOf(line: MatchItem): LearntFee | null;
};

/** What of it is used: nothing that a person forgot. */
export function habitsOf(
  learnt: readonly Learnt[],
  forgotten: ReadonlySet<string>,
  payerOf: PayerOf,
): Habits {
  const isKept = (sourceId: string, kind: LearntKind, name = '') =>
    !forgotten.has(learntKey(sourceId, kind, name));
  const payers = new Map<string, number>();
  const delays = new Map<string, number>();
  const fees = new Map<string, LearntFee>();
  for (const { sourceId, payers: all, delay, fee } of learnt) {
    for (const { name, deposits } of all)
      if (isKept(sourceId, 'payer', name)) payers.set(learntKey(sourceId, 'payer', name), deposits);
    if (delay && isKept(sourceId, 'delay')) delays.set(sourceId, delay.days);
    if (fee && isKept(sourceId, 'fee')) fees.set(sourceId, fee.fee);
  }
  return {
    payerOf,
    depositsOf: (line) => payers.get(learntKey(sourceOf(line), 'payer', payerOf(line))) ?? 0,
    delayOf: (line) => delays.get(sourceOf(line)) ?? null,
    feeOf: (line) => fees.get(sourceOf(line)) ?? null,
  };
}
