/**
 * What the cells themselves prove of a table: which column is an identifier, and which amounts make the running balance. A
 * balance that follows line after line proves column, sign and order at once; nothing else does.
 */
import type { ImportMapping } from '#shared/contract/import-file.ts';
import type { DecimalStyle } from '#shared/domain/statement.ts';
import type { Cell } from './cell.ts';
import { readAmount, readMark, styleEvidence } from './read-amount.ts';

type Cells = readonly Cell[];
type Amount = ImportMapping['amount'];

const filledIn = (cells: Cells) => cells.filter(({ text }) => text.trim() !== '');
/** The scale of the currency with the most decimals, so that every amount can be read. */
const ANY = 'CLF';

/** The decimal sign of all these columns together; a dot if nothing shows it. */
function styleOf(columns: readonly Cells[]): DecimalStyle {
  let dot = 0;
  let comma = 0;
  for (const cell of columns.flat()) {
    const style = styleEvidence(cell);
    if (style === 'dot') dot += 1;
    if (style === 'comma') comma += 1;
  }
  return comma > dot ? 'comma' : 'dot';
}

/**
 * Digits alone, without decimals, signs or groups; and with zeros in front, or too long, or all of one length and never the same
 * twice. Such a column is never an amount.
 */
export function isIdentifier(cells: Cells): boolean {
  const texts = filledIn(cells).map(({ text }) => text.trim());
  if (texts.length < 3 || !texts.every((text) => /^\d+$/.test(text))) return false;
  if (texts.some((text) => /^0\d/.test(text))) return true;
  const lengths = texts.map(({ length }) => length).sort((a, b) => a - b);
  if ((lengths[lengths.length >> 1] ?? 0) >= 9) return true;
  const isUnique = new Set(texts).size === texts.length;
  return isUnique && (lengths[0] ?? 0) >= 6 && lengths[0] === lengths.at(-1);
}

const hasDecimals = ({ text }: Cell) => /\d[.,\u066B]\d{1,3}\D*$/.test(text.trim());
/** How many of its cells have decimals: amounts have them, identifiers do not. */
export const decimalShare = (cells: Cells): number => {
  const filled = filledIn(cells);
  return filled.length === 0 ? 0 : filled.filter(hasDecimals).length / filled.length;
};

type Signs = { readonly in: number; readonly out: number };
export function signsIn(cells: Cells): Signs {
  const style = styleOf([cells]);
  const found = { in: 0, out: 0 };
  for (const cell of filledIn(cells)) {
    const read = readAmount(cell, ANY, style);
    if (read.ok && read.value > 0n) found.in += 1;
    if (read.ok && read.value < 0n) found.out += 1;
  }
  return found;
}

/** A column read once; null if a cell is no amount, 0 if it is empty. */
function valuesOf(cells: Cells, style: DecimalStyle): (bigint | null)[] {
  return cells.map((cell) => {
    if (/^[\s\u00A0-]*$/.test(cell.text)) return 0n;
    const read = readAmount(cell, ANY, style);
    return read.ok ? read.value : null;
  });
}

const isRead = (value: bigint | null | undefined): value is bigint => typeof value === 'bigint';

const FEWEST = 3;
const ENOUGH = 0.9;
/** How well the balance follows, downwards or upwards; 0 if there are too few lines to say. */
function follows(balance: readonly (bigint | null)[], amounts: readonly (bigint | null)[]): number {
  let down = 0;
  let up = 0;
  let seen = 0;
  for (let row = 1; row < balance.length; row += 1) {
    const [before, now] = [balance[row - 1], balance[row]];
    const [own, last] = [amounts[row], amounts[row - 1]];
    if (!isRead(before) || !isRead(now) || !isRead(own) || !isRead(last)) continue;
    if (own === 0n && last === 0n) continue;
    seen += 1;
    if (before + own === now) down += 1;
    if (now + last === before) up += 1;
  }
  return seen < FEWEST ? 0 : Math.max(down, up) / seen;
}

type Candidate = { readonly column: number; readonly cells: Cells };
type Proof = { readonly amount: Amount; readonly balance: number };

function* readings(
  candidates: readonly Candidate[],
  marks: readonly Candidate[],
  style: DecimalStyle,
): Generator<{ amount: Amount; values: (bigint | null)[] }> {
  const read = candidates.map(({ column, cells }) => ({ column, values: valuesOf(cells, style) }));
  const absolute = (value: bigint) => (value < 0n ? -value : value);
  for (const { column, values } of read) {
    yield { amount: { kind: 'signed', column, turned: false }, values };
    for (const mark of marks)
      yield {
        amount: { kind: 'marked', column, mark: mark.column },
        values: values.map((value, row) => {
          const side = readMark(mark.cells[row]?.text ?? '');
          return value === null || side === null ? null : absolute(value) * BigInt(side);
        }),
      };
    yield {
      amount: { kind: 'signed', column, turned: true },
      values: values.map((value) => (value === null ? null : -value)),
    };
  }
  for (const debit of read)
    for (const credit of read)
      if (debit !== credit)
        yield {
          amount: { kind: 'two-columns', debit: debit.column, credit: credit.column },
          values: debit.values.map((out, row) => {
            const into = credit.values[row];
            return out === null || !isRead(into) ? null : into - absolute(out);
          }),
        };
}

/** The reading that makes the running balance best; null if none does. */
export function proofOf(
  candidates: readonly Candidate[],
  marks: readonly Candidate[],
  balances: readonly Candidate[],
): Proof | null {
  const style = styleOf([...candidates, ...balances].map(({ cells }) => cells));
  let best: { proof: Proof; score: number } | null = null;
  for (const { column: balance, cells } of balances) {
    const values = valuesOf(cells, style);
    const others = candidates.filter(({ column }) => column !== balance);
    for (const { amount, values: amounts } of readings(others, marks, style)) {
      const score = follows(values, amounts);
      if (score >= ENOUGH && score > (best?.score ?? 0)) best = { proof: { amount, balance }, score };
    }
  }
  return best?.proof ?? null;
}
