/**
 * CFONB 120, the statement of French banks: records of 120 places. 01 and 07 are the balances, 04 is a movement, and each 05
 * behind it says more of it. The last digit of an amount carries its sign.
 */
import type { ImportEncoding } from '#shared/domain/statement.ts';
import type { Place } from './decode.ts';
import type { Balance, Entry, StatementItem } from './entry.ts';
import { at, dayOf, isDay, minorOfDigits, named, oneLine, recordsOf, type Record } from './fixed.ts';
import { StatementError } from './statement-error.ts';

const LENGTH = 104;
const PLUS = '{ABCDEFGHI';
const MINUS = '}JKLMNOPQR';

/** '0000000001234{' is 123.40, '0000000001234}' the same with a minus. */
function signedOf(record: Record, currency: string, decimals: string): bigint | null {
  const text = at(record, 91, 104);
  const last = text.slice(-1);
  const [plus, minus] = [PLUS.indexOf(last), MINUS.indexOf(last)];
  const digit = Math.max(plus, minus);
  if (digit < 0 || !/^\d$/.test(decimals)) return null;
  const value = minorOfDigits(`${text.slice(0, -1)}${digit}`, Number(decimals), currency);
  return value === null ? null : minus >= 0 ? -value : value;
}

const currencyOf = (record: Record) => at(record, 17, 19);
const accountOf = (record: Record) => [at(record, 3, 7), at(record, 12, 16), at(record, 22, 32)].join(' ');

function balanceOf(record: Record): Balance {
  const currency = currencyOf(record);
  const minor = signedOf(record, currency, at(record, 20, 20));
  if (minor === null) throw new StatementError('broken-at', { row: record.line });
  return { minor, currency };
}

type Open = { record: Record; more: Record[] };
const textOfKind = (more: readonly Record[], ...kinds: string[]) =>
  more.filter((one) => kinds.includes(at(one, 46, 48))).map((one) => at(one, 49, 118));

function entryOf({ record, more }: Open): Entry {
  const currency = currencyOf(record);
  const minor = signedOf(record, currency, at(record, 20, 20));
  const bookedOn = dayOf(at(record, 35, 40), 'dmy');
  const valueOn = dayOf(at(record, 43, 48), 'dmy') || null;
  const problems: Entry['problems'][number][] = [];
  if (minor === null)
    problems.push({ field: 'amount', text: at(record, 91, 104), problem: 'amount-not-understood' });
  if (!isDay(bookedOn))
    problems.push({ field: 'bookedOn', text: at(record, 35, 40), problem: 'date-not-in-calendar' });
  if (valueOn !== null && !isDay(valueOn))
    problems.push({ field: 'valueOn', text: at(record, 43, 48), problem: 'date-not-in-calendar' });
  const references = named(
    ...textOfKind(more, 'RCN', 'REF').map((text) => text.slice(0, 35)),
    at(record, 105, 120),
    ...textOfKind(more, 'RCN', 'REF').map((text) => text.slice(35)),
    at(record, 82, 88),
  );
  return {
    account: accountOf(record),
    currency,
    bookedOn,
    valueOn,
    minor: minor ?? 0n,
    reference: references[0] ?? '',
    references,
    description: oneLine([at(record, 49, 79), ...textOfKind(more, 'LIB', 'LCC', 'LC2', 'LCS')].join(' ')),
    counterparty: oneLine(textOfKind(more, (minor ?? 0n) < 0n ? 'NBE' : 'NPY', 'NPY', 'NBE')[0] ?? ''),
    skipped: minor === 0n ? 'zero-amount' : null,
    problems,
    raw: Object.fromEntries([record, ...more].map(({ text }, index) => [`${index + 1}`, text.trimEnd()])),
  };
}

export function* cfonbItems(place: Place, encoding: ImportEncoding): Generator<StatementItem> {
  let open: Open | null = null;
  let statement: { account: string; opening: Balance | null; currency: string } | null = null;
  let entries = 0;
  let sum = 0n;
  const flush = function* (): Generator<StatementItem> {
    if (!open) return;
    const entry = entryOf(open);
    open = null;
    entries += 1;
    sum += entry.minor;
    yield { kind: 'entry', entry };
  };
  const finish = function* (closing: Balance | null): Generator<StatementItem> {
    yield* flush();
    if (!statement) return;
    yield {
      kind: 'end',
      statement: { ...statement, number: '', entries, closing, sum, flaw: closing ? null : 'cut-short' },
    };
    [statement, entries, sum] = [null, 0, 0n];
  };
  for (const record of recordsOf(place, encoding)) {
    const kind = record.text.slice(0, 2);
    if (kind !== '05' && record.text.length < LENGTH)
      throw new StatementError('broken-at', { row: record.line });
    if (kind !== '05') yield* flush();
    if (kind === '01') {
      yield* finish(null);
      statement = {
        account: accountOf(record),
        opening: balanceOf(record),
        currency: currencyOf(record),
      };
    } else if (kind === '04') {
      statement ??= { account: accountOf(record), opening: null, currency: currencyOf(record) };
      open = { record, more: [] };
    } else if (kind === '05') open?.more.push(record);
    else if (kind === '07') yield* finish(balanceOf(record));
    else throw new StatementError('broken-at', { row: record.line });
  }
  yield* finish(null);
}
