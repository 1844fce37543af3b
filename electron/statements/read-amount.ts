/** Amounts as statements write them, to minor units. Never a float; what is not clearly one amount is refused. */
import type { CellProblem, DecimalStyle } from '#shared/domain/statement.ts';
import { parseMoney } from '#shared/money/money.ts';
import { withoutCurrencySign } from '#shared/money/typed-money.ts';
import { toAsciiDigits } from '#shared/text/digits.ts';
import { folded, tidy, type Cell } from './cell.ts';

type Read<T> = { ok: true; value: T } | { ok: false; problem: CellProblem };
const no = (problem: CellProblem): { ok: false; problem: CellProblem } => ({ ok: false, problem });

/** The largest integer that SQLite stores. */
const MOST = 2n ** 63n - 1n;
const DEBIT = [
  'd',
  'dr',
  'db',
  'dt',
  'dbit',
  'debit',
  'deb',
  'debet',
  '-',
  'مدين',
  'خصم',
  'سحب',
  'رد',
  'refund',
  'return',
  'af',
  's',
  'soll',
  'عليه',
];
const CREDIT = [
  'c',
  'cr',
  'kr',
  'crdt',
  'credit',
  'cred',
  '+',
  'دائن',
  'اضافه',
  'ايداع',
  'sale',
  'بيع',
  'bij',
  'h',
  'haben',
  'له',
];

/** The sign that a cell of a column of marks says; null if it says neither. */
export function readMark(text: string): 1 | -1 | null {
  const word = folded(text).replace(/[.()]/g, '').trim();
  if (DEBIT.includes(word)) return -1;
  return CREDIT.includes(word) ? 1 : null;
}

const GROUP = `[ '\u2019]`;
const shapes = (decimal: string, group: string) => [
  new RegExp(`^\\d*(${decimal}\\d+)?$`),
  new RegExp(`^\\d{1,3}(${group}\\d{3})+(${decimal}\\d+)?$`),
  new RegExp(`^\\d{1,3}(${GROUP}\\d{3})+(${decimal}\\d+)?$`),
];
/** Groups as in India: 12,34,567.89. */
const LAKHS = /^\d{1,2}(,\d{2})+,\d{3}(\.\d+)?$/;
const SHAPES: Record<DecimalStyle, RegExp[]> = {
  dot: [...shapes('\\.', ','), LAKHS],
  comma: shapes(',', '\\.'),
};

/** Unsigned digits and separators to an ASCII decimal; null when they do not fit the style. */
function toDecimal(body: string, style: DecimalStyle): string | null {
  if (!/\d/.test(body) || !SHAPES[style].some((shape) => shape.test(body))) return null;
  const plain = body.replace(/[ '\u2019]/g, '');
  const decimal = style === 'dot' ? plain.replaceAll(',', '') : plain.replaceAll('.', '').replace(',', '.');
  return decimal.startsWith('.') ? `0${decimal}` : decimal;
}

/** Brackets, a minus on either side, DR or CR beside it: exactly one of them may say that it is negative. */
function splitSign(text: string): { negative: boolean; body: string } | null {
  let body = text.replace(/[\u2212\u2013\uFE63\uFF0D]/g, '-').replace(/\uFF0B/g, '+');
  let signs = 0;
  let negative = false;
  const take = (minus: boolean) => {
    signs += 1;
    negative = minus;
  };
  const bracketed = /^\((.*)\)$/.exec(body);
  if (bracketed) {
    take(true);
    body = bracketed[1]?.trim() ?? '';
  }
  const word = /^(\p{L}{1,6}\.?)? ?([^\p{L}]*?\d[^\p{L}]*?) ?(\p{L}{1,6}\.?)?$/u.exec(body);
  const before = word?.[1] ? readMark(word[1]) : null;
  const after = word?.[3] ? readMark(word[3]) : null;
  if (before !== null && after !== null) return null;
  const marked = before ?? after;
  if (marked !== null) {
    take(marked < 0);
    body = [
      before === null ? (word?.[1] ?? '') : '',
      word?.[2] ?? '',
      after === null ? (word?.[3] ?? '') : '',
    ]
      .join(' ')
      .trim();
  }
  const edge = /^([-+])(.*)$/.exec(body) ?? /^(.*?)([-+])$/.exec(body);
  if (edge) {
    const sign = edge[1] === '-' || edge[1] === '+' ? edge[1] : edge[2];
    take(sign === '-');
    body = (edge[1] === '-' || edge[1] === '+' ? edge[2] : edge[1])?.trim() ?? '';
  }
  return signs > 1 ? null : { negative, body };
}

/** Arabic separators say themselves what they are, whatever the style of the file. */
function asciiBody(text: string, style: DecimalStyle): string {
  const [decimal, group] = style === 'dot' ? ['.', ','] : [',', '.'];
  return toAsciiDigits(
    text.replaceAll('\u066B', decimal).replaceAll('\u066C', group).replaceAll('\u060C', group),
  );
}

/** The plain form, which needs no further look: most amounts of most files. */
const PLAIN = /^-?\d{1,15}(?:\.\d{1,4})?$/;

export function readAmount(cell: Cell, currency: string, style: DecimalStyle): Read<bigint> {
  if (cell.kind === 'number') return fromDecimal(cell.text, currency);
  if (style === 'dot' && PLAIN.test(cell.text)) return fromDecimal(cell.text, currency);
  const text = asciiBody(tidy(cell.text), style);
  // The sign may stand inside or outside of the currency: "EGP -5", "-EGP 5", "(5) EGP".
  const outer = splitSign(withoutCurrencySign(text, currency));
  if (!outer) return no('amount-not-understood');
  const body = withoutCurrencySign(outer.body, currency);
  const inner = body === outer.body ? { negative: false, body } : splitSign(body);
  if (!inner || (inner.negative && outer.negative)) return no('amount-not-understood');
  const decimal = toDecimal(inner.body, style);
  if (decimal === null) return no('amount-not-understood');
  return fromDecimal(`${outer.negative || inner.negative ? '-' : ''}${decimal}`, currency);
}

function fromDecimal(decimal: string, currency: string): Read<bigint> {
  if (/^-?\d{19,}/.test(decimal)) return no('amount-too-large');
  // Number cells that are tiny or huge come with an exponent.
  if (/e-\d+$/i.test(decimal) || /\.\d{19,}$/.test(decimal)) return no('amount-decimals');
  if (/e\+?\d+$/i.test(decimal)) return no('amount-too-large');
  const read = parseMoney(decimal, currency);
  if (!read.ok) {
    if (read.problem === 'unknown-currency') return no('currency-unknown');
    return no(read.problem === 'too-many-decimals' ? 'amount-decimals' : 'amount-not-understood');
  }
  const { minor } = read.value;
  return minor > MOST || minor < -MOST ? no('amount-too-large') : { ok: true, value: minor };
}

/** The style that one cell proves for its column: null if it could be either, or is no amount. */
export function styleEvidence(cell: Cell): DecimalStyle | 'ambiguous' | null {
  if (cell.kind !== 'text') return null;
  if (/^-?\d+\.\d\d$/.test(cell.text)) return 'dot';
  const text = toAsciiDigits(tidy(cell.text).replaceAll('\u066B', '').replaceAll('\u066C', ''));
  const body = /\d[\d.,]*/.exec(text)?.[0].replace(/[.,]+$/, '') ?? '';
  const dots = body.split('.').length - 1;
  const commas = body.split(',').length - 1;
  if (dots + commas === 0) return null;
  if (dots > 0 && commas > 0) return body.lastIndexOf('.') > body.lastIndexOf(',') ? 'dot' : 'comma';
  if (dots > 1) return 'comma';
  if (commas > 1) return 'dot';
  const behind = body.length - 1 - Math.max(body.indexOf('.'), body.indexOf(','));
  if (behind === 3) return 'ambiguous';
  return dots === 1 ? 'dot' : 'comma';
}
