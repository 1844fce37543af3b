/**
 * A sheet of transfers: what is wrong with each row, and which look like another. It is read and answered, and kept nowhere: the
 * numbers of others stand in it.
 */
import type { OutputOf } from '#shared/contract/index.ts';
import type { NewTransfer } from '#shared/contract/transfers.ts';
import { PAYOUT_CURRENCY } from '#shared/domain/payout.ts';
import type { SheetColumn } from '#shared/domain/sheets.ts';
import { importError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { toDecimal } from '#shared/money/money.ts';
import { typedMoney } from '#shared/money/typed-money.ts';
import { stripDirectionMarks, toAsciiDigits } from '#shared/text/digits.ts';
import { egyptianMobile } from '#shared/text/recipients.ts';
import type { ReadSheet } from '../../statements/sheet-client.ts';
import { folded } from '../../statements/cell.ts';
import type { ProfileContext } from '../context.ts';
import { sentBefore, transferOf } from '../operations/index.ts';
import { recipientNumber, wrongRecipient } from '../recipient.ts';
import { readTable } from '../sheets/index.ts';

type Row = OutputOf<'transfers.readSheet'>['rows'][number];
type Problem = Row['problems'][number];
type Read = Pick<Row, 'cells' | 'problems' | 'transfer'>;

/** As in a transfer that is typed. */
const LONGEST_NAME = 100;
const METHODS: Readonly<Record<NewTransfer['method'], readonly string[]>> = {
  bank: ['bank', 'bankaccount', 'account', 'iban', 'بنك', 'حساببنكي', 'البنك', 'حساب'],
  wallet: ['wallet', 'mobile', 'mobilewallet', 'محفظه', 'محفظهالكترونيه', 'موبايل'],
};
const tidy = (cell: string) => stripDirectionMarks(cell).replace(/\s+/g, ' ').trim();

/** Said in the sheet, or told by what else is in the row. Null: it says something else. */
function methodOf(said: string, number: string, bank: string): NewTransfer['method'] | null {
  const word = folded(said).replace(/[\s_-]/g, '');
  const isMobile = egyptianMobile(number) !== null;
  // A mobile number beside a bank may be either: the sheet has to say.
  if (word === '' && isMobile && bank !== '') return null;
  if (word === '') return isMobile ? 'wallet' : 'bank';
  if (METHODS.bank.includes(word)) return 'bank';
  return METHODS.wallet.includes(word) ? 'wallet' : null;
}

/** A number that became a decimal one in the sheet. */
const withoutDecimals = (number: string) => toAsciiDigits(number).replace(/^(\d+)\.0+$/, '$1');
/** "3.8E+17": the sheet has rounded it, and what is lost cannot be told. */
const isRounded = (number: string) => /^\d+(\.\d+)?e\+?\d+$/i.test(number);

/** The columns that our checks of a recipient name otherwise. */
const columnOf = (field: unknown): SheetColumn =>
  field === 'bank' || field === 'recipient' ? field : 'number';

function wrongWith(typed: NewTransfer): Problem[] {
  const wrong = wrongRecipient(typed);
  if (wrong === null) return [];
  const column = columnOf(wrong.params['field']);
  if (wrong.code === 'card-number') return [{ column, problem: 'card' }];
  if (wrong.code === 'bank-needed') return [{ column, problem: 'missing' }];
  return [{ column, problem: typed.method === 'wallet' ? 'wallet' : 'number' }];
}

function wrongText(column: SheetColumn, text: string, isNeeded: boolean): Problem[] {
  if (text === '') return isNeeded ? [{ column, problem: 'missing' }] : [];
  return text.length > LONGEST_NAME ? [{ column, problem: 'long-name' }] : [];
}

function readRow(cells: readonly string[]): Read {
  const [recipient = '', typedNumber = '', amountText = '', bank = '', said = ''] = cells.map(tidy);
  const number = withoutDecimals(typedNumber);
  const method = methodOf(said, number, bank);
  const amount = typedMoney(amountText, PAYOUT_CURRENCY);
  const isAmount = amount !== null && amount.minor > 0n;
  const typed = amount &&
    method && { method, recipient, number, bank: method === 'bank' ? bank : '', amount };
  const own: Problem[] = [
    ...wrongText('recipient', recipient, true),
    ...wrongText('bank', bank, false),
    ...(number === '' ? [{ column: 'number', problem: 'missing' } as const] : []),
    ...(isRounded(number) ? [{ column: 'number', problem: 'rounded' } as const] : []),
    ...(isAmount ? [] : [{ column: 'amount', problem: amountText === '' ? 'missing' : 'amount' } as const]),
    ...(method ? [] : [{ column: 'method', problem: 'method' } as const]),
  ];
  const seen = own.map(({ column }) => column);
  const sendable = typed ?? {
    method: method ?? 'bank',
    recipient,
    number,
    bank,
    amount: { minor: 1n, currency: PAYOUT_CURRENCY },
  };
  const problems = [...own, ...wrongWith(sendable).filter(({ column }) => !seen.includes(column))];
  const shownNumber = recipientNumber({ method: method ?? 'bank', number }) ?? number;
  return {
    cells: [recipient, shownNumber, amount ? toDecimal(amount) : amountText, bank, method ?? said],
    problems,
    transfer: problems.length === 0 ? (typed ?? null) : null,
  };
}

/** `doubt`: of a row that can be sent, an earlier one of the sheet to the same number, or the same amount sent before. */
export async function readTransferSheet(
  context: ProfileContext,
  readSheet: ReadSheet,
  base64: string,
): Promise<Result<OutputOf<'transfers.readSheet'>, AppError>> {
  const table = await readTable(readSheet, 'transfers', base64);
  if (!table.ok) return table;
  const read = table.value.rows
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    .map(({ row, cells }) => ({ row, ...readRow(cells) }));
  if (read.length === 0) return err(importError('empty-file'));
  const sendable = read.flatMap(({ row, transfer }) => {
    const as = transfer && transferOf(transfer);
    return as?.ok ? [{ row, transfer: as.value }] : [];
  });
  const before = await sentBefore(
    context,
    sendable.map(({ transfer }) => transfer),
  );
  const doubts = new Map<number, Row['doubt']>();
  const first = new Map<string, number>();
  for (const [at, { row, transfer }] of sendable.entries()) {
    const who = `${transfer.method} ${transfer.recipientNumber}`;
    const earlier = first.get(who);
    if (earlier === undefined) first.set(who, row);
    const sent = before[at];
    if (sent) doubts.set(row, { like: 'sent', ...sent });
    else if (earlier !== undefined) doubts.set(row, { like: 'row', row: earlier });
  }
  const rows = read.map((one) => ({ ...one, doubt: doubts.get(one.row) ?? null }));
  return ok({ passedOver: [...table.value.passedOver], rows });
}
