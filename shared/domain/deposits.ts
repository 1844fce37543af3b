/** The deposits at the bank, entered by people or read from its statement. The same money is counted once. Pure. */
import type { Money } from '../money/money.ts';

/** A deposit that a person entered and nobody withdrew. */
type Entered = {
  readonly depositId: string;
  readonly amount: Money;
  readonly reference: string;
  readonly receivedOn: string;
};
/** A line of a bank's statement that pays the windows of a bridge. */
type OnStatement = {
  readonly lineId: string;
  readonly amount: Money;
  readonly reference: string;
  readonly bookedOn: string;
};
type Left = { entered: Entered[]; lines: OnStatement[] };

/** However somebody types it: `CIB 4471` is `cib4471`. */
const plain = (reference: string) => reference.replace(/[\s-]/g, '').toUpperCase();
const hasSame = (one: Entered, line: OnStatement) =>
  plain(one.reference) !== '' && plain(one.reference) === plain(line.reference);
const sumOf = (all: readonly { readonly amount: Money }[]): bigint =>
  all.reduce((sum, { amount }) => sum + amount.minor, 0n);
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** One to one, of equal amounts. */
function takePairs(left: Left, mayBeOne: (one: Entered, line: OnStatement) => boolean): void {
  for (const one of [...left.entered]) {
    const line = left.lines.find((other) => other.amount.minor === one.amount.minor && mayBeOne(one, other));
    if (!line) continue;
    left.entered = left.entered.filter((other) => other !== one);
    left.lines = left.lines.filter((other) => other !== line);
  }
}

/** Several against one or against several, where they come to the same sum. */
function takeSums(left: Left, group: Left): void {
  if (group.entered.length === 0 || group.lines.length === 0) return;
  if (sumOf(group.entered) !== sumOf(group.lines)) return;
  left.entered = left.entered.filter((one) => !group.entered.includes(one));
  left.lines = left.lines.filter((line) => !group.lines.includes(line));
}

/**
 * Which entered deposits the statement confirms: they are the money of its lines. First what has the same bank reference, then
 * whatever it has; an equal amount before an equal sum of several.
 */
function confirmedOf(entered: readonly Entered[], lines: readonly OnStatement[]): Set<string> {
  const left: Left = {
    entered: [...entered].sort(
      (a, b) => byText(a.receivedOn, b.receivedOn) || byText(a.depositId, b.depositId),
    ),
    lines: [...lines].sort((a, b) => byText(a.bookedOn, b.bookedOn) || byText(a.lineId, b.lineId)),
  };
  takePairs(left, hasSame);
  for (const reference of new Set(left.lines.map((line) => plain(line.reference))))
    if (reference !== '')
      takeSums(left, {
        entered: left.entered.filter((one) => plain(one.reference) === reference),
        lines: left.lines.filter((line) => plain(line.reference) === reference),
      });
  takePairs(left, () => true);
  takeSums(left, { ...left });
  const unconfirmed = new Set(left.entered.map(({ depositId }) => depositId));
  return new Set(entered.flatMap(({ depositId }) => (unconfirmed.has(depositId) ? [] : [depositId])));
}

export type Deposited = {
  /** Every line of the statement, and what was entered and is not among them; null while there is neither. */
  readonly deposited: Money | null;
  /** Ids of entered deposits that are also lines of the statement. They are not counted twice. */
  readonly confirmed: ReadonlySet<string>;
};

/** The deposits of one bridge. Deposits in other currencies are left out. */
export function depositedOf(
  entered: readonly Entered[],
  lines: readonly OnStatement[],
  currency: string,
): Deposited {
  const isOwn = ({ amount }: { readonly amount: Money }) => amount.currency === currency;
  const [own, said] = [entered.filter(isOwn), lines.filter(isOwn)];
  const confirmed = confirmedOf(own, said);
  const counted = own.filter(({ depositId }) => !confirmed.has(depositId));
  const minor = sumOf(counted) + sumOf(said);
  return { deposited: own.length + said.length === 0 ? null : { minor, currency }, confirmed };
}
