/** The lines of a count as they stand on the page: what is stored, and over it what is typed. */
import { flushSync } from 'react-dom';
import type { InputOf } from '#shared/contract/index.ts';
import type { ClosingDetail, CountLine } from '#shared/contract/closing-day.ts';
import { countSides, kindOfLine, lineKey, salesFirst } from '#shared/domain/closing.ts';
import { sumByCurrency, toDecimal, type Money } from '#shared/money/money.ts';
import { typedCount } from '#shared/money/typed-money.ts';
import { readTyped } from './selectors.ts';
import { useClosing, type AddedLine } from './store.ts';

export type ShownLine = { line: CountLine; text: string; slips: string | null };
export const slipsKey = (line: AddedLine): string => `slips ${lineKey(line)}`;
/** What is typed together and agrees together: a terminal, or a line of the branch. */
export const groupOf = ({ line }: ShownLine): string => line.terminalId ?? lineKey(line);

const emptyLine = (line: AddedLine, countSlips: boolean): CountLine => ({
  ...line,
  kind: kindOfLine(line),
  count: null,
  expected: null,
  typed: null,
  counted: null,
  difference: null,
  verdict: null,
  large: false,
  slips: countSlips ? { typed: null, counted: null } : null,
  explanation: null,
  hints: [],
});

/** A blind count asks every terminal for both sides: a line that is not there would tell that there was nothing. */
function untold({ blind, countBy, lines, terminals }: ClosingDetail): AddedLine[] {
  if (!blind || countBy !== 'terminal' || lines.length === 0) return [];
  const there = new Set(lines.map(lineKey));
  const currenciesOf = (of: readonly CountLine[]) => [...new Set(of.map(({ currency }) => currency))];
  const [usual = ''] = currenciesOf(lines);
  return terminals
    .filter(({ leftOut }) => !leftOut)
    .flatMap(({ terminalId }) => {
      const own = currenciesOf(lines.filter((line) => line.terminalId === terminalId));
      return (own.length === 0 ? [usual] : own).flatMap((currency) =>
        countSides.map((side) => ({ currency, paymentType: null, terminalId, side })),
      );
    })
    .filter((line) => !there.has(lineKey(line)));
}

/** Those of a terminal by their sides: a line that was put in does not stand apart. */
const bySide = (lines: readonly CountLine[]): CountLine[] =>
  lines.toSorted((a, b) => countSides.indexOf(a.side ?? 'sales') - countSides.indexOf(b.side ?? 'sales'));

/** By terminal as the close has them, what was added beside its terminal; by payment type sales first. */
export function useLines(closing: ClosingDetail): ShownLine[] {
  const { lines, countBy, countSlips } = closing;
  const { typed, added } = useClosing();
  const withSlips = countBy === 'terminal' && countSlips;
  const put = untold(closing);
  const putKeys = new Set(put.map(lineKey));
  const more = [...put, ...added.filter((line) => !putKeys.has(lineKey(line)))].map((line) =>
    emptyLine(line, withSlips),
  );
  const all =
    countBy === 'terminal'
      ? [...Map.groupBy([...lines, ...more], ({ terminalId }) => terminalId).values()].flatMap((own) =>
          put.length > 0 ? bySide(own) : own,
        )
      : [...salesFirst(lines), ...more];
  return all.map((line) => ({
    line,
    text: typed[lineKey(line)] ?? line.typed ?? '',
    slips: line.slips && (typed[slipsKey(line)] ?? line.slips.typed ?? ''),
  }));
}

export const isMissing = ({ text, slips }: ShownLine): boolean =>
  text.trim() === '' || (slips !== null && slips.trim() === '');
export const isWrong = ({ line, text, slips }: ShownLine): boolean =>
  readTyped(text, line) === 'not-understood' ||
  (slips !== null && slips.trim() !== '' && typedCount(slips) === null);
export const isChanged = ({ line, text, slips }: ShownLine): boolean =>
  text !== (line.typed ?? '') || (slips !== null && slips !== (line.slips?.typed ?? ''));

export const typedLines = (lines: readonly ShownLine[]): InputOf<'closing.count'>['lines'] =>
  lines.map(({ line: { currency, paymentType, terminalId, side }, text, slips }) => ({
    currency,
    paymentType,
    terminalId,
    side,
    typed: text,
    slips,
  }));

/** Takes these lines as they are expected. The fields have the amounts before the focus moves on. */
export function agree(lines: readonly ShownLine[]): void {
  const { type } = useClosing.getState();
  flushSync(() => {
    for (const { line } of lines) {
      if (line.expected === null) continue;
      type(lineKey(line), toDecimal(line.expected));
      if (line.slips) type(slipsKey(line), String(line.count ?? 0));
    }
  });
}

export type SumLine = {
  side: 'sales' | 'returns';
  currency: string;
  expected: Money | null;
  counted: Money | null;
  /** What is typed so far; null while nothing is. */
  soFar: Money | null;
};

/** The branch's line is the sum of its terminals'. What is counted is what is typed; null while a terminal lacks it. */
export function sumLines(lines: readonly ShownLine[]): SumLine[] {
  const groups = Map.groupBy(
    lines.filter(({ line }) => line.side !== null),
    ({ line }) => `${line.currency} ${line.side}`,
  );
  const add = (amounts: readonly (Money | null)[]): Money | null =>
    amounts.includes(null) ? null : (sumByCurrency(amounts.filter((amount) => amount !== null))[0] ?? null);
  return [...groups.values()].flatMap((group) => {
    const side = group[0]?.line.side;
    if (!side) return [];
    const expected = group.map(
      ({ line: { expected, typed, count, currency } }) =>
        // A line that somebody added expects nothing.
        expected ?? (typed === null && count === null ? { minor: 0n, currency } : null),
    );
    const counted = group.map(({ line, text }) => {
      const read = readTyped(text, line);
      return read === 'not-understood' ? null : read;
    });
    const currency = group[0]?.line.currency ?? '';
    const soFar = add(counted.filter((amount) => amount !== null));
    return [{ side, currency, expected: add(expected), counted: add(counted), soFar }];
  });
}
