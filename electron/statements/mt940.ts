/**
 * MT940 (and MT942 in the same fields), read line by line and strictly. The packages there are read amounts as floats and
 * hold the whole file; this one keeps decimals and one statement's header.
 */
import { parseMoney } from '#shared/money/money.ts';
import type { CellProblem, ImportEncoding, LineField } from '#shared/domain/statement.ts';
import { textOf, type Place } from './decode.ts';
import type { Balance, Entry, StatementItem } from './entry.ts';
import { readDetails } from './mt940-details.ts';
import { StatementError } from './statement-error.ts';

/** No field is longer in a file that is one. */
const LONGEST_FIELD = 100_000;

function* linesOf(pieces: Iterable<string>): Generator<string> {
  let rest = '';
  for (const piece of pieces) {
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST_FIELD) throw new StatementError('broken');
    yield* lines;
  }
  yield* rest.split(/\r\n|\n|\r/);
}

type Field = { readonly tag: string; readonly text: string; readonly line: number };
const TAG = /^ ?:(\d{2}[A-Z]?|NS):(.*)$/s;
const ENDS = /^\s*(-\}?|\{5:.*|-\}.*)$/;
/** The marks around a message: SOH, STX and ETX of the network, Ctrl-Z of old programs, and marks inside joined files. */
// oxlint-disable-next-line no-control-regex
const FRAMES = /[\u0000-\u0003\u001A\uFEFF]/g;
/** Spaces at the end of a line are words' own where a text was broken there, and nothing if a line was filled up. */
const withoutFilling = (text: string): string => (/\S {1,2}$/.test(text) ? text : text.trimEnd());

/** Fields with their continuation lines. Blocks {1:…}{2:…}{4: around a message say nothing that is needed. */
function* fieldsOf(lines: Iterable<string>): Generator<Field> {
  let open: { tag: string; text: string; line: number } | null = null;
  let line = 0;
  for (const whole of lines) {
    line += 1;
    const framed = whole.replace(FRAMES, '').replace(/^\{1:.*?\{4:/, '');
    const text = withoutFilling(framed);
    const start = TAG.exec(text);
    const ends = ENDS.test(text) || text.startsWith('{');
    if (start || ends) {
      if (open) yield open;
      open = start ? { tag: start[1] ?? '', text: start[2] ?? '', line } : null;
    } else if (open) {
      open.text += `\n${text}`;
      if (open.text.length > LONGEST_FIELD) throw new StatementError('broken-at', { row: open.line });
    }
  }
  if (open) yield open;
}

const year = (yy: string) => (Number(yy) >= 80 ? 1900 : 2000) + Number(yy);
const dateOf = (yymmdd: string) => `${year(yymmdd.slice(0, 2))}-${yymmdd.slice(2, 4)}-${yymmdd.slice(4, 6)}`;
const isDay = (text: string) => {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
};

/** The booking day has no year: it is the one that is nearest to the value day. */
function entryDate(mmdd: string | undefined, valueOn: string): string {
  if (mmdd === undefined) return valueOn;
  const own = Number(valueOn.slice(0, 4));
  const month = Number(mmdd.slice(0, 2)) - Number(valueOn.slice(5, 7));
  const near = month > 6 ? own - 1 : month < -6 ? own + 1 : own;
  return `${near}-${mmdd.slice(0, 2)}-${mmdd.slice(2, 4)}`;
}

/** Some banks fill up with zeros, and some group thousands with dots. */
const AMOUNT = /^0*(\d{1,15})(?:[,.](\d*))?$/;
const GROUPED = /^\d{1,3}(?:\.\d{3})+,\d*$/;
type ReadMinor = { ok: true; minor: bigint } | { ok: false; problem: CellProblem };
function minorOf(text: string, currency: string): ReadMinor {
  const match = AMOUNT.exec((GROUPED.test(text) ? text.replaceAll('.', '') : text).replace(/^,/, '0,'));
  if (!match) return { ok: false, problem: 'amount-not-understood' };
  const read = parseMoney(match[2] ? `${match[1]}.${match[2]}` : (match[1] ?? ''), currency);
  if (read.ok) return { ok: true, minor: read.value.minor };
  if (read.problem === 'unknown-currency') return { ok: false, problem: 'currency-unknown' };
  return {
    ok: false,
    problem: read.problem === 'too-many-decimals' ? 'amount-decimals' : 'amount-not-understood',
  };
}

/** 'C250301EGP1234,56' */
function balanceOf({ text, line }: Field): { balance: Balance; currency: string } {
  // Lines behind it are of the next message, if nothing ended this one.
  const match = /^([CD])(\d{6})([A-Z]{3})([\d,.]+)\s*(?:\n|$)/.exec(text);
  const [, side, , currency = '', amount = ''] = match ?? [];
  const read = minorOf(amount, currency);
  if (!match || !read.ok) throw new StatementError('broken-at', { row: line });
  return { balance: { minor: side === 'D' ? -read.minor : read.minor, currency }, currency };
}

type Movement = {
  entry: Omit<Entry, 'description' | 'counterparty' | 'raw'>;
  text: string;
  supplement: string;
};
const MOVEMENT =
  /^(\d{6})(\d{4}|\s{4})?(R?[CD]|E[CD])([A-Z])?([\d.]+(?:,\d*)?|,\d+)([A-Z][A-Z0-9]{3})?([^\n]*?)(?:\/\/([^\n]*))?(?:\n([\s\S]*))?$/;

/** Behind the amount stands what kind of movement it is. */
const TYPED = /^\d{6}[\d\s]{0,4}[A-Z]{1,3}[\d.,]+[A-Z][A-Z0-9]{3}/;

/** One movement that cannot be read is a bad line for a person to see; the others are read. */
const unreadable = (text: string, account: string, currency: string): Movement => ({
  entry: {
    account,
    currency,
    bookedOn: '',
    valueOn: null,
    minor: 0n,
    reference: '',
    references: [],
    skipped: null,
    problems: [{ field: 'amount', text: text.slice(0, 200), problem: 'amount-not-understood' }],
  },
  text,
  supplement: '',
});

function movementOf({ text }: Field, account: string, currency: string): Movement {
  const match = MOVEMENT.exec(text);
  if (!match) return unreadable(text, account, currency);
  const [, value = '', entry, mark = '', , amount = '', , own = '', bank = '', supplement = ''] = match;
  const valueOn = dateOf(value);
  const bookedOn = entryDate(entry?.trim() === '' ? undefined : entry, valueOn);
  const read = minorOf(amount, currency);
  const problems: { field: LineField; text: string; problem: CellProblem }[] = [];
  if (!read.ok) problems.push({ field: 'amount', text: amount, problem: read.problem });
  if (!isDay(bookedOn))
    problems.push({ field: 'bookedOn', text: entry ?? value, problem: 'date-not-in-calendar' });
  if (!isDay(valueOn)) problems.push({ field: 'valueOn', text: value, problem: 'date-not-in-calendar' });
  const minor = read.ok ? read.minor : 0n;
  // A reversal of a credit takes money away, and the other way round.
  const isIn = mark === 'C' || mark === 'RD' || mark === 'EC';
  const references = [own, bank].map((one) => one.trim()).filter((one) => one !== '' && one !== 'NONREF');
  return {
    entry: {
      account,
      currency,
      bookedOn,
      valueOn,
      minor: isIn ? minor : -minor,
      reference: references[0] ?? '',
      references,
      skipped: mark.startsWith('E') ? 'not-booked' : read.ok && minor === 0n ? 'zero-amount' : null,
      problems,
    },
    text,
    supplement: supplement.replace(/\s+/g, ' ').trim(),
  };
}

function closed({ entry, text, supplement }: Movement, details: string): Entry {
  const { description, counterparty, references } = readDetails(details);
  const all = [...references, ...entry.references];
  return {
    ...entry,
    reference: all[0] ?? '',
    references: [...new Set(all)],
    description: description === '' ? supplement : description,
    counterparty,
    raw: details === '' ? { '61': text } : { '61': text, '86': details },
  };
}

/** Throws `broken` with the line where a field is not what it must be. */
export function* mt940Items(path: Place, encoding: ImportEncoding): Generator<StatementItem> {
  let account = '';
  let number = '';
  let opening: Balance | null = null;
  let currency = '';
  let entries = 0;
  let sum = 0n;
  let waiting: Movement | null = null;
  let seen = false;
  /** MT942 has no balances. */
  let isInterim = false;
  const flush = function* (details = ''): Generator<StatementItem> {
    if (!waiting) return;
    const entry = closed(waiting, details);
    waiting = null;
    entries += 1;
    if (entry.skipped !== 'not-booked') sum += entry.minor;
    yield { kind: 'entry', entry };
  };
  const finish = function* (closing: Balance | null): Generator<StatementItem> {
    yield* flush();
    if (!seen) return;
    const flaw = closing || isInterim ? null : 'cut-short';
    yield { kind: 'end', statement: { account, number, currency, entries, opening, closing, sum, flaw } };
    [number, opening, entries, sum, seen] = ['', null, 0, 0n, false];
  };
  for (const field of fieldsOf(linesOf(textOf(path, encoding)))) {
    const { tag, text } = field;
    if (tag !== '86') yield* flush();
    if (tag === '20') yield* finish(null);
    else if (tag === '25' || tag === '25P') account = text.split('\n')[0]?.trim() ?? '';
    else if (tag === '28' || tag === '28C') number = text.trim();
    else if (tag === '60F' || tag === '60M') {
      yield* finish(null);
      [seen, isInterim] = [true, false];
      ({ balance: opening, currency } = balanceOf(field));
    } else if (tag === '61') {
      if (currency === '') throw new StatementError('broken-at', { row: field.line });
      seen = true;
      waiting = movementOf(field, account, currency);
    } else if (tag === '86') yield* flush(text);
    else if (tag === '62F' || tag === '62M') yield* finish(balanceOf(field).balance);
    else if (tag === '34F') {
      isInterim = true;
      if (currency === '') currency = text.slice(0, 3);
    }
  }
  // Cut inside of the line its amount may be cut as well.
  if (waiting && !TYPED.test(waiting.text)) waiting = unreadable(waiting.text, account, currency);
  yield* finish(null);
}
