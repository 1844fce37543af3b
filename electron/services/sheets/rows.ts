/** One row of a sheet as it is sent, and what is wrong with it as far as this PC knows. Pure. */
import type { NewLink } from '#shared/contract/bills.ts';
import type { SheetRowValue } from '#shared/contract/sheets.ts';
import type { SheetColumn, SheetKind } from '#shared/domain/sheets.ts';
import { currencyScale } from '#shared/money/currencies.ts';
import { toDecimal } from '#shared/money/money.ts';
import { typedMoney } from '#shared/money/typed-money.ts';
import { withoutCardsInText } from '#shared/text/cards.ts';
import { stripDirectionMarks } from '#shared/text/digits.ts';
import { egyptianMobile, isEmail, isPhone, phoneKey, phoneOf } from '#shared/text/recipients.ts';
import { typedDateToIso } from '#shared/text/typed-date.ts';

type Problem = SheetRowValue['problems'][number];
export type ReadRow = Pick<SheetRowValue, 'cells' | 'problems'> & {
  /** What two rows that mean the same have in common; null if that cannot be said. */
  readonly same: string | null;
};

const LONGEST = 200;
/** A day lasts until its end, where this PC stands. */
const endOf = (day: string) => new Date(`${day}T23:59:59`).getTime();
const tidy = (cell: string) => stripDirectionMarks(cell).replace(/\s+/g, ' ').trim();

function wrongText(column: SheetColumn, text: string, isNeeded: boolean): Problem[] {
  if (text === '') return isNeeded ? [{ column, problem: 'missing' }] : [];
  if (text.length > LONGEST) return [{ column, problem: 'too-long' }];
  return withoutCardsInText(text) === text ? [] : [{ column, problem: 'card' }];
}

/** A cell that is a number has lost the zero that Egyptian mobile numbers begin with. */
const withItsZero = (phone: string) => (egyptianMobile(phone) === phone ? `0${phone}` : phone);

function readCustomer([name = '', phone = '', email = '']: readonly string[]): ReadRow {
  const number = withItsZero(phoneOf(phone));
  const problems: Problem[] = [
    ...wrongText('name', name, true),
    ...(number === ''
      ? [{ column: 'phone', problem: 'missing' } as const]
      : isPhone(number)
        ? []
        : [{ column: 'phone', problem: 'phone' } as const]),
    ...(email === '' || isEmail(email) ? [] : [{ column: 'email', problem: 'email' } as const]),
  ];
  return { cells: [name, number, email], problems, same: isPhone(number) ? phoneKey(number) : null };
}

function readLink(cells: readonly string[], nowMs: number): ReadRow {
  const [customer = '', typed = '', code = '', description = '', due = ''] = cells;
  const currency = code === '' ? 'EGP' : code.toUpperCase();
  const isKnown = currencyScale(currency) !== null;
  const amount = isKnown ? typedMoney(typed, currency) : null;
  const day = due === '' ? '' : typedDateToIso(due);
  const problems: Problem[] = [
    ...wrongText('customer', customer, true),
    ...(isKnown ? [] : [{ column: 'currency', problem: 'currency' } as const]),
    ...(!isKnown || (amount && amount.minor > 0n) ? [] : [{ column: 'amount', problem: 'amount' } as const]),
    ...wrongText('description', description, true),
    ...(day === null ? [{ column: 'due', problem: 'date' } as const] : []),
    ...(day && endOf(day) <= nowMs ? [{ column: 'due', problem: 'date-past' } as const] : []),
  ];
  const decimal = amount ? toDecimal(amount) : typed;
  const same = amount ? `${customer.toLowerCase()} ${decimal} ${currency}` : null;
  return { cells: [customer, decimal, currency, description, day ?? due], problems, same };
}

export function readRow(kind: SheetKind, cells: readonly string[], nowMs: number): ReadRow {
  const tidied = cells.map(tidy);
  return kind === 'customers' ? readCustomer(tidied) : readLink(tidied, nowMs);
}

/** Null if the cells make no link. */
export function linkOf([
  customer = '',
  decimal = '',
  currency = '',
  description = '',
  due = '',
]: readonly string[]): NewLink | null {
  const amount = typedMoney(decimal, currency);
  if (amount === null) return null;
  const dueAtMs = due === '' ? null : endOf(due);
  return { customer, amount, description, fee: null, dueAtMs, manualCapture: false };
}
