/**
 * CODA, the statement of Belgian banks: records of 128 places. 1 and 8 are the balances, 21 to 23 are one movement, 31 to 33 say
 * more of it. A movement of several payments is followed by its details, which repeat the amounts.
 */
import type { ImportEncoding } from '#shared/domain/statement.ts';
import type { Place } from './decode.ts';
import type { Balance, Entry, StatementItem } from './entry.ts';
import { at, dayOf, isDay, minorOfDigits, named, oneLine, recordsOf, type Record } from './fixed.ts';
import { StatementError } from './statement-error.ts';

/** Amounts have three decimals, whatever the currency. */
const DECIMALS = 3;
/** Types of a transaction that repeat in detail what another record says in one. */
const DETAIL_TYPES = ['5', '6', '7', '8', '9'];

function amountOf(sign: string, digits: string, currency: string): bigint | null {
  const value = /^[01]$/.test(sign) ? minorOfDigits(digits, DECIMALS, currency) : null;
  if (value === null) return null;
  return sign === '1' ? -value : value;
}

/** '2' BE IBAN, '3' foreign IBAN, '0' Belgian number, '1' foreign number: the number, then the currency. */
function accountIn(kind: string, text: string): { account: string; currency: string } {
  if (kind === '0') return { account: text.slice(0, 12).trim(), currency: text.slice(13, 16).trim() };
  return {
    account: text.slice(0, kind === '2' ? 31 : 34).trim(),
    currency: text.slice(34, 37).trim(),
  };
}

type Open = { record: Record; more: Record[] };
const isDetail = ({ record }: Open) => DETAIL_TYPES.includes(at(record, 54, 54));
const sequenceOf = ({ record }: Open) => at(record, 3, 6);
const wide = (record: Record, from: number, to: number) =>
  record.text
    .padEnd(128)
    .slice(from - 1, to)
    .trimEnd();
const isOf = (kind: string) => (one: Record) => one.text.startsWith(kind);

/** '+++123/1234/12345+++' is written as twelve digits behind the code 101. */
function structuredOf(communication: string): string {
  const digits = /^10[12](\d{12})/.exec(communication)?.[1];
  return digits === undefined ? '' : `+++${digits.slice(0, 3)}/${digits.slice(3, 7)}/${digits.slice(7)}+++`;
}

function entryOf({ record, more }: Open, account: string, currency: string): Entry {
  const minor = amountOf(at(record, 32, 32), at(record, 33, 47), currency);
  const valueOn = dayOf(at(record, 48, 53), 'dmy') || null;
  const bookedOn = dayOf(at(record, 116, 121), 'dmy') || valueOn || '';
  const problems: Entry['problems'][number][] = [];
  if (minor === null)
    problems.push({ field: 'amount', text: at(record, 32, 47), problem: 'amount-not-understood' });
  if (!isDay(bookedOn)) problems.push({ field: 'bookedOn', text: bookedOn, problem: 'date-not-in-calendar' });
  if (valueOn !== null && !isDay(valueOn))
    problems.push({ field: 'valueOn', text: valueOn, problem: 'date-not-in-calendar' });
  const second = more.find(isOf('22'));
  const third = more.find(isOf('23'));
  const first = wide(record, 63, 115);
  const structured = at(record, 62, 62) === '1' ? structuredOf(first) : '';
  const said = [first, second ? wide(second, 11, 63) : '', third ? wide(third, 83, 125) : ''];
  const further = more
    .filter(({ text }) => text.startsWith('3'))
    .map((one) => (one.text.startsWith('31') ? wide(one, 41, 113) : wide(one, 11, 115)));
  const references = named(structured, second ? at(second, 64, 98) : '', at(record, 11, 31));
  return {
    account,
    currency,
    bookedOn,
    valueOn,
    minor: minor ?? 0n,
    reference: references[0] ?? '',
    references,
    description: oneLine([structured || said.join(''), ...further].join(' ')),
    counterparty: third ? at(third, 48, 82) : '',
    skipped: minor === 0n ? 'zero-amount' : null,
    problems,
    raw: Object.fromEntries([record, ...more].map(({ text }, index) => [`${index + 1}`, text.trimEnd()])),
  };
}

/** Movements of one sequence number: the details where they make up the amount, else the one that says it. */
function partsOf(group: readonly Open[], account: string, currency: string): Entry[] {
  const whole = group.filter((one) => !isDetail(one)).map((one) => entryOf(one, account, currency));
  const details = group.filter(isDetail).map((one) => entryOf(one, account, currency));
  const sumOf = (entries: readonly Entry[]) => entries.reduce((sum, { minor }) => sum + minor, 0n);
  const isWhole = details.every(({ problems }) => problems.length === 0) && sumOf(details) === sumOf(whole);
  if (whole.length === 0) return details;
  return details.length > 1 && isWhole ? details : whole;
}

type Statement = { account: string; currency: string; number: string; opening: Balance | null };

function openingOf(record: Record): Statement {
  const { account, currency } = accountIn(at(record, 2, 2), wide(record, 6, 42).padEnd(37));
  const minor = amountOf(at(record, 43, 43), at(record, 44, 58), currency);
  if (minor === null) throw new StatementError('broken-at', { row: record.line });
  return { account, currency, number: at(record, 3, 5), opening: { minor, currency } };
}

export function* codaItems(place: Place, encoding: ImportEncoding): Generator<StatementItem> {
  let group: Open[] = [];
  let statement: Statement | null = null;
  let entries = 0;
  let sum = 0n;
  const flush = function* (): Generator<StatementItem> {
    if (!statement) return;
    for (const entry of partsOf(group, statement.account, statement.currency)) {
      entries += 1;
      sum += entry.minor;
      yield { kind: 'entry', entry };
    }
    group = [];
  };
  const finish = function* (closing: Balance | null): Generator<StatementItem> {
    yield* flush();
    if (!statement) return;
    yield {
      kind: 'end',
      statement: { ...statement, entries, closing, sum, flaw: closing ? null : 'cut-short' },
    };
    [statement, entries, sum] = [null, 0, 0n];
  };
  for (const record of recordsOf(place, encoding)) {
    const [kind, part] = [record.text[0] ?? '', record.text[1] ?? ''];
    if (kind === '1') {
      yield* finish(null);
      statement = openingOf(record);
    } else if (kind === '2' && part === '1') {
      if (!statement) throw new StatementError('broken-at', { row: record.line });
      const next = { record, more: [] };
      if (group[0] && sequenceOf(group[0]) !== sequenceOf(next)) yield* flush();
      group.push(next);
    } else if (kind === '2' || kind === '3') group.at(-1)?.more.push(record);
    else if (kind === '8') {
      const minor = amountOf(at(record, 42, 42), at(record, 43, 57), statement?.currency ?? '');
      if (minor === null || !statement) throw new StatementError('broken-at', { row: record.line });
      yield* finish({ minor, currency: statement.currency });
    } else if (!['0', '4', '9'].includes(kind)) throw new StatementError('broken-at', { row: record.line });
  }
  yield* finish(null);
}
