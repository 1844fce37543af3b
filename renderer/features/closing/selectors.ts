/** The figures and steps of a close, for its page. Pure. */
import { addMoney, negated, sumByCurrency, type Money } from '#shared/money/money.ts';
import type { ClosingDetail, ClosingStepState, CountLine } from '#shared/contract/closing-day.ts';
import {
  closingSteps,
  countedMoney,
  netDifference,
  shownOfLine,
  type ClosingStep,
  type LineName,
  leftIn,
} from '#shared/domain/closing.ts';
import type { ZContent } from '#shared/contract/closing-z.ts';
import type { Total } from '#shared/contract/terminals.ts';
import { countOf } from '../../components/sum-parts.ts';

/** As the errors of a count name a line. */
export type LineKey = string;

export const stepOf = ({ steps }: ClosingDetail, step: ClosingStep): ClosingStepState =>
  steps.find((candidate) => candidate.step === step) ?? {
    step,
    done: false,
    ready: 0,
    total: 0,
    blocked: null,
  };

export const isDone = (closing: ClosingDetail, step: ClosingStep): boolean => stepOf(closing, step).done;

/** The step at which the page opens: the first that is not done. */
export const firstOpenStep = ({ steps }: ClosingDetail): ClosingStep =>
  steps.find(({ done }) => !done)?.step ?? 'confirm';

/** The first gap in the way of the close. Later steps only wait for it. */
export const firstGap = ({ steps }: ClosingDetail): ClosingStepState['blocked'] =>
  steps.find(({ blocked }) => blocked !== null && blocked.reason !== 'step-before')?.blocked ?? null;

export const stepAfter = (step: ClosingStep): ClosingStep =>
  closingSteps[Math.min(closingSteps.indexOf(step) + 1, closingSteps.length - 1)] ?? 'confirm';

/** True if the day is counted without a connection: its rows are fixed although steps 1 to 3 are not done. */
export const countsWithoutReads = (closing: ClosingDetail): boolean =>
  closing.state === 'open' &&
  closing.frozenAtMs !== null &&
  !(['reads', 'acknowledge', 'operations'] as const).every((step) => stepOf(closing, step).done);

/** Counted − expected over all lines, per currency; empty before everything is counted. */
export const differenceOf = (
  lines: readonly Pick<CountLine, 'paymentType' | 'side' | 'difference'>[],
): Money[] => (lines.some(({ difference }) => difference === null) ? [] : netDifference(lines));

/** The counted amount of all lines, per currency. Money given back is subtracted. */
export const countedOf = (
  lines: readonly (Pick<CountLine, 'paymentType' | 'side' | 'counted'> & { kind?: CountLine['kind'] })[],
): Money[] =>
  sumByCurrency(lines.flatMap(({ counted, ...line }) => (counted ? [shownOfLine(line, counted)] : [])));

/**
 * The amount that each terminal left unacknowledged. A Z keeps only the number of these transactions. Where nothing was
 * acknowledged, the amount is what the lines expect; otherwise it is not known.
 */
export function leftAmounts({ terminals, lines, sums }: ZContent): ReadonlyMap<string, Total[]> | undefined {
  const all = sums && countOf(sums.net);
  const isOfTerminals = sums?.notSummed.length === 0 && lines.every(({ terminalId }) => terminalId !== null);
  if (leftIn(terminals) !== all || !isOfTerminals) return undefined;
  return new Map(
    terminals.map(({ terminalId }) => [
      terminalId,
      lines.flatMap((line) =>
        line.terminalId === terminalId
          ? [{ count: line.count, amount: shownOfLine(line, line.expected) }]
          : [],
      ),
    ]),
  );
}

export const sumOfTotals = (totals: readonly Total[]): { count: number; amounts: Money[] } => ({
  count: totals.reduce((sum, { count }) => sum + count, 0),
  amounts: sumByCurrency(totals.map(({ amount }) => amount)),
});

/** What is typed − expected, before it is stored; null if either is not known. */
export function differenceTyped(
  text: string,
  line: LineName & { readonly expected: Money | null },
): Money | null {
  const typed = readTyped(text, line);
  if (line.expected === null || typed === null || typed === 'not-understood') return null;
  return addMoney(typed, negated(line.expected));
}

/** `expected`: null where the count is blind. */
type TypedLine = LineName & { readonly expected?: Money | null };
/** Null if nothing is typed: an empty field is not zero. In a blind count a minus is taken whatever is expected. */
export function readTyped(text: string, line: TypedLine): Money | 'not-understood' | null {
  if (text.trim() === '') return null;
  const { expected } = line;
  const isBelowZero = expected === null || (expected !== undefined && expected.minor < 0n);
  return countedMoney(text, { ...line, isBelowZero }) ?? 'not-understood';
}

/** What a second person is asked for; null: for nothing. */
export const actOf = (act: ClosingDetail['approvalNeeded'][number] | undefined) =>
  act === undefined ? null : { action: { do: act } };
