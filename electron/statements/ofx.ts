/**
 * OFX and QFX: 1.x is SGML whose values are not closed, 2.x is XML. Both are read as a row of tags with their text, which is all
 * that a statement needs. The packages there are hold the whole file and make floats of the amounts.
 */
import type { CellProblem, ImportEncoding } from '#shared/domain/statement.ts';
import { currencyScale } from '#shared/money/currencies.ts';
import { parseMoney } from '#shared/money/money.ts';
import { bytesOf, guessEncoding, textOf, type Place } from './decode.ts';
import type { Balance, Entry, StatementItem } from './entry.ts';
import { isDay, named, oneLine } from './fixed.ts';
import { StatementError } from './statement-error.ts';

const LONGEST = 100_000;
const ENTITIES: Readonly<{ [name: string]: string }> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};
const plain = (text: string): string =>
  text
    .replace(
      /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi,
      (whole, decimal, hex, name: string | undefined) => {
        if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
        const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
        return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      },
    )
    .trim();

/** The header of 1.x names the letters; what the bytes are for sure goes before. */
function encodingOf(place: Place): ImportEncoding {
  const guess = guessEncoding(place);
  if (guess.sure) return guess.encoding;
  const [first] = bytesOf(place, 1_000);
  const said = /CHARSET:\s*(?:CP|WINDOWS-)?(\d{4})/i.exec(Buffer.from(first ?? []).toString('latin1'))?.[1];
  if (said === '1256') return 'windows-1256';
  return said === '1252' || said === '8859' ? 'windows-1252' : guess.encoding;
}

type Tag = { readonly name: string; readonly closes: boolean; readonly text: string };
const LITERAL = '![CDATA[';
/** Text that is not to be read as tags: of the tag before it. */
const literalOf = ({ name }: Tag, text: string): Tag => ({
  name,
  closes: false,
  text: text
    .slice(LITERAL.length)
    .replace(/]]>\s*$/, '')
    .trim(),
});
function* tagsOf(place: Place): Generator<Tag> {
  let rest = '';
  let last: Tag | null = null;
  const tagOf = (piece: string): Tag | null => {
    const match = /^(\/?)([A-Z][\w.]*)[^>]*>([\s\S]*)$/i.exec(piece);
    return (
      match && { name: (match[2] ?? '').toUpperCase(), closes: match[1] === '/', text: plain(match[3] ?? '') }
    );
  };
  for (const piece of textOf(place, encodingOf(place))) {
    const pieces = (rest + piece).split('<');
    rest = pieces.pop() ?? '';
    if (rest.length > LONGEST) throw new StatementError('broken');
    for (const one of pieces) {
      const tag: Tag | null = tagOf(one) ?? (last && one.startsWith(LITERAL) ? literalOf(last, one) : null);
      if (tag) yield (last = tag);
    }
  }
  const end = tagOf(rest);
  if (end) yield end;
}

/** '20260313120000.000[+2:EET]': the day is the one that is written. */
const dayOf = (text: string): string =>
  /^\d{8}/.test(text) ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}` : text;

type ReadMinor = { ok: true; minor: bigint } | { ok: false; problem: CellProblem };
/** A comma or a dot is the decimal sign; only where both are there the first of them groups. */
function minorOf(text: string, currency: string): ReadMinor {
  const plainText = text.replace(/[\s\u00A0]/g, '').replace(/^\+/, '');
  const lastSign = Math.max(plainText.lastIndexOf('.'), plainText.lastIndexOf(','));
  const both = plainText.includes('.') && plainText.includes(',');
  const isShape = both
    ? /^-?\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*[.,]\d*$/.test(plainText)
    : /^-?\d*(?:[.,]\d*)?$/.test(plainText) && /\d/.test(plainText);
  if (!isShape) return { ok: false, problem: 'amount-not-understood' };
  const whole = (lastSign < 0 ? plainText : plainText.slice(0, lastSign)).replace(/[.,]/g, '');
  const scale = currencyScale(currency) ?? 0;
  const behind = lastSign < 0 ? '' : plainText.slice(lastSign + 1);
  // Zeros behind the last minor unit say nothing.
  const decimals = behind.slice(0, scale) + behind.slice(scale).replace(/0+$/, '');
  const start = whole === '' || whole === '-' ? `${whole}0` : whole;
  const read = parseMoney(decimals === '' ? start : `${start}.${decimals}`, currency);
  if (read.ok) return { ok: true, minor: read.value.minor };
  if (read.problem === 'unknown-currency') return { ok: false, problem: 'currency-unknown' };
  return {
    ok: false,
    problem: read.problem === 'too-many-decimals' ? 'amount-decimals' : 'amount-not-understood',
  };
}

type Fields = { [name: string]: string };
type Account = { account: string; currency: string };

function entryOf(fields: Fields, { account, currency: ofAccount }: Account, isPending: boolean): Entry {
  const currency = fields['CURRENCY/CURSYM'] ?? ofAccount;
  const read = minorOf(fields['TRNAMT'] ?? '', currency);
  const [posted, available] = [dayOf(fields['DTPOSTED'] ?? ''), dayOf(fields['DTAVAIL'] ?? '')];
  const problems: Entry['problems'][number][] = [];
  if (!read.ok) problems.push({ field: 'amount', text: fields['TRNAMT'] ?? '', problem: read.problem });
  const isWritten = (day: string) => /^\d{4}-\d\d-\d\d$/.test(day);
  if (!isDay(posted) && !isPending)
    problems.push({
      field: 'bookedOn',
      text: fields['DTPOSTED'] ?? '',
      problem: posted === '' ? 'empty' : isWritten(posted) ? 'date-not-in-calendar' : 'date-not-understood',
    });
  const minor = read.ok ? read.minor : 0n;
  const references = named(
    fields['REFNUM'] ?? '',
    fields['CHECKNUM'] ?? '',
    fields['FITID'] ?? '',
    fields['SRVRTID'] ?? '',
  );
  const [name, memo] = [oneLine(fields['NAME'] ?? ''), oneLine(fields['MEMO'] ?? '')];
  const type = (fields['TRNTYPE'] ?? '').toUpperCase();
  return {
    account,
    currency,
    bookedOn: posted,
    valueOn: isDay(available) ? available : null,
    minor,
    reference: references[0] ?? '',
    references,
    description: memo === '' ? name : memo,
    counterparty: name,
    // Its sign is what counts; that its kind says the other thing is told.
    isSignDoubtful: (type === 'DEBIT' && minor > 0n) || (type === 'CREDIT' && minor < 0n),
    skipped: isPending ? 'not-booked' : read.ok && minor === 0n ? 'zero-amount' : null,
    problems,
    raw: fields,
  };
}

/** The file ends inside of it: its amount may be cut as well. */
const cutIn = (fields: Fields): Entry['problems'][number] => ({
  field: 'amount',
  text: fields['TRNAMT'] ?? '',
  problem: 'amount-not-understood',
});

const STATEMENTS = ['STMTRS', 'CCSTMTRS', 'INVSTMTRS'];
const MOVEMENTS = ['STMTTRN', 'STMTTRNP'];
const ACCOUNTS = ['BANKACCTFROM', 'CCACCTFROM', 'INVACCTFROM'];
const CURRENCIES = ['CURRENCY', 'ORIGCURRENCY'];

/** Walks through the tags and says what each belongs to; closing tags of single values are of no use. */
function createStatement() {
  let account: Account = { account: '', currency: '' };
  let closing: Balance | null = null;
  let entries = 0;
  let sum = 0n;
  let isOpen = false;
  let fields: Fields | null = null;
  let movement = '';
  let part = '';
  const flush = function* (isCut = false): Generator<StatementItem> {
    if (!fields) return;
    const read = entryOf(fields, account, movement === 'STMTTRNP');
    const entry = isCut ? { ...read, problems: [...read.problems, cutIn(fields)] } : read;
    fields = null;
    entries += 1;
    if (entry.skipped !== 'not-booked') sum += entry.minor;
    yield { kind: 'entry', entry };
  };
  const finish = function* (isWhole: boolean): Generator<StatementItem> {
    yield* flush(!isWhole);
    if (!isOpen) return;
    const flaw = isWhole ? null : ('cut-short' as const);
    yield { kind: 'end', statement: { ...account, number: '', entries, opening: null, closing, sum, flaw } };
    [account, closing, entries, sum, isOpen] = [{ account: '', currency: '' }, null, 0, 0n, false];
  };
  function value({ name, text }: Tag): void {
    if (text === '') return;
    if (fields) {
      const key = CURRENCIES.includes(part) || part === 'BANKACCTTO' ? `${part}/${name}` : name;
      fields[key] ??= text;
    } else if (name === 'CURDEF') account.currency = text.toUpperCase();
    else if (name === 'ACCTID' && ACCOUNTS.includes(part)) account.account = text;
    else if (name === 'BALAMT' && part === 'LEDGERBAL') {
      const read = minorOf(text, account.currency);
      closing = read.ok ? { minor: read.minor, currency: account.currency } : null;
    }
  }
  return {
    finish,
    *take(tag: Tag): Generator<StatementItem> {
      const { name, closes } = tag;
      if (STATEMENTS.includes(name)) {
        yield* finish(closes);
        isOpen = !closes;
      } else if (MOVEMENTS.includes(name)) {
        yield* flush();
        [fields, movement] = [closes ? null : {}, name];
      } else if (closes) {
        if (name === part) part = '';
      } else if (
        [...ACCOUNTS, ...CURRENCIES, 'LEDGERBAL', 'AVAILBAL', 'BANKACCTTO', 'CCACCTTO'].includes(name)
      )
        part = name;
      else value(tag);
    },
  };
}

export function* ofxItems(place: Place): Generator<StatementItem> {
  const statement = createStatement();
  for (const tag of tagsOf(place)) yield* statement.take(tag);
  yield* statement.finish(false);
}
