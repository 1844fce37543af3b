/**
 * BAI2, the statement of banks in the United States: records of fields between commas, ended by a slash; 88 goes on with the one
 * before. 03 opens an account with its balances, 16 is a movement, 49 closes the account with the sum of all amounts in it.
 */
import type { ImportEncoding } from '#shared/domain/statement.ts';
import { currencyScale } from '#shared/money/currencies.ts';
import type { Place } from './decode.ts';
import type { Balance, Entry, StatementItem } from './entry.ts';
import { dayOf, isDay, named, oneLine, recordsOf, type Record } from './fixed.ts';
import { StatementError } from './statement-error.ts';

/** Records with what 88 adds to them, behind a line break: the text of a movement may go on, or its fields. */
function* wholeRecords(place: Place, encoding: ImportEncoding): Generator<Record> {
  let open: { text: string; line: number; isLast: boolean } | null = null;
  for (const { text, line, isLast } of recordsOf(place, encoding)) {
    const plain = text.trim().replace(/\/$/, '');
    if (plain.startsWith('88,')) {
      if (!open) throw new StatementError('broken-at', { row: line });
      open.text += `\n${plain.slice(3)}`;
      continue;
    }
    if (open) yield open;
    open = { text: plain, line, isLast: isLast === true && plain === text.trim() };
  }
  if (open) yield open;
}

/** Takes field after field; a line break ends one as a comma does. */
function createFields(text: string) {
  let place = 0;
  return {
    next(): string {
      if (place > text.length) return '';
      const end = /[,\n]/.exec(text.slice(place));
      const field = text.slice(place, end ? place + end.index : undefined);
      place = end ? place + end.index + 1 : text.length + 1;
      return field.trim();
    },
    isOver: () => place >= text.length,
    rest: () => oneLine(text.slice(place).replace(/^[,\n]+/, '')),
  };
}
type Fields = ReturnType<typeof createFields>;

/** Says when the money is there; the day of it where it is given. */
function fundsOf(fields: Fields): { valueOn: string | null } {
  const kind = fields.next().toUpperCase();
  const skip = (count: number) => Array.from({ length: count }, () => fields.next());
  if (kind === 'V') {
    const [day = ''] = skip(2);
    return { valueOn: dayOf(day, 'ymd') || null };
  }
  if (kind === 'S') skip(3);
  if (kind === 'D') skip(Math.min(Number(fields.next()) || 0, 100) * 2);
  return { valueOn: null };
}

/** Whole minor units, with a sign or without. */
const minorOf = (text: string): bigint | null => (/^[+-]?\d{1,18}$/.test(text) ? BigInt(text) : null);

/** Credits have codes from 100 to 399, debits from 400 to 699; banks' own codes are above 920. */
function sideOf(code: string): 1n | -1n | null {
  const n = /^\d{3}$/.test(code) ? Number(code) : 0;
  if ((n >= 100 && n < 400) || (n >= 920 && n < 960)) return 1n;
  return (n >= 400 && n < 700) || n >= 960 ? -1n : null;
}

type Account = {
  account: string;
  currency: string;
  number: string;
  opening: Balance | null;
  closing: Balance | null;
  control: bigint;
};
const OPENING = '010';
const CLOSING = '015';

function accountOf({ text, line }: Record, ofGroup: string): Account {
  const fields = createFields(text.slice(3));
  const account = fields.next();
  const currency = fields.next() || ofGroup || 'USD';
  if (currencyScale(currency) === null) throw new StatementError('broken-at', { row: line });
  const found: Account = { account, currency, number: '', opening: null, closing: null, control: 0n };
  while (!fields.isOver()) {
    const code = fields.next();
    const minor = minorOf(fields.next());
    fields.next();
    fundsOf(fields);
    if (minor === null) continue;
    found.control += minor;
    if (code === OPENING) found.opening = { minor, currency };
    if (code === CLOSING) found.closing = { minor, currency };
  }
  return found;
}

function entryOf(
  { text, isLast }: Record,
  { account, currency }: Account,
  group: Group,
): Entry & { stated: bigint } {
  const fields = createFields(text.slice(3));
  const code = fields.next();
  const amount = fields.next();
  const { valueOn } = fundsOf(fields);
  const references = named(fields.next(), fields.next());
  const stated = minorOf(amount);
  const side = sideOf(code);
  const problems: Entry['problems'][number][] = [];
  // Cut inside of the last record, its amount may be cut as well.
  if (isLast || (stated === null && amount !== ''))
    problems.push({ field: 'amount', text: amount, problem: 'amount-not-understood' });
  // A code that only informs moves nothing.
  const minor = (stated ?? 0n) * (side ?? 1n);
  if (side === null && minor !== 0n)
    problems.push({ field: 'mark', text: code, problem: 'mark-not-understood' });
  if (!isDay(group.day))
    problems.push({ field: 'bookedOn', text: group.day, problem: 'date-not-in-calendar' });
  const isStated = problems.length === 0 && minor === 0n;
  return {
    account,
    currency,
    bookedOn: group.day,
    valueOn: valueOn !== null && isDay(valueOn) ? valueOn : null,
    minor,
    stated: stated ?? 0n,
    // The customer's comes behind the bank's.
    reference: references.at(-1) ?? '',
    references: [...references].reverse(),
    description: fields.rest(),
    counterparty: '',
    skipped: group.isTest ? 'not-booked' : isStated ? 'zero-amount' : null,
    problems,
    raw: { '16': text },
  };
}

type Group = { day: string; currency: string; isTest: boolean };
function groupOf({ text }: Record): Group {
  const fields = createFields(text.slice(3));
  const [, , status = '', day = '', , currency = ''] = Array.from({ length: 6 }, () => fields.next());
  return { day: dayOf(day, 'ymd'), currency, isTest: status === '2' || status === '4' };
}

export function* bai2Items(place: Place, encoding: ImportEncoding): Generator<StatementItem> {
  let group: Group = { day: '', currency: '', isTest: false };
  let account: Account | null = null;
  let entries = 0;
  let sum = 0n;
  const finish = function* (control: bigint | null): Generator<StatementItem> {
    if (!account) return;
    const { control: counted, ...statement } = account;
    const flaw = control === null ? 'cut-short' : control === counted ? null : 'control-differs';
    yield { kind: 'end', statement: { ...statement, entries, sum, flaw } };
    [account, entries, sum] = [null, 0, 0n];
  };
  for (const record of wholeRecords(place, encoding)) {
    const kind = record.text.slice(0, 2);
    if (kind === '02') group = groupOf(record);
    else if (kind === '03') {
      yield* finish(null);
      account = accountOf(record, group.currency);
    } else if (kind === '16') {
      if (!account) throw new StatementError('broken-at', { row: record.line });
      const { stated, ...entry } = entryOf(record, account, group);
      account.control += stated;
      entries += 1;
      if (entry.skipped !== 'not-booked') sum += entry.minor;
      yield { kind: 'entry', entry };
    } else if (kind === '49') yield* finish(minorOf(record.text.split(',')[1] ?? ''));
    else if (!['01', '98', '99'].includes(kind)) throw new StatementError('broken-at', { row: record.line });
  }
  yield* finish(null);
}
