/** The files that people import to reconcile with: bank statements, and sales of a POS or ERP system. */
import type { Money } from '../money/money.ts';

export const importKinds = ['bank', 'pos'] as const;
export type ImportKind = (typeof importKinds)[number];

/** By what is in the file, never by its ending. Tables are shown to a person; the others are of banks, and say what is what. */
const tableFormats = ['csv', 'xlsx', 'qif'] as const;
export type TableFormat = (typeof tableFormats)[number];
/** `camt053`: also reports within a day (.052) and notifications (.054). */
export const bankFormats = ['camt053', 'mt940', 'ofx', 'bai2', 'coda', 'cfonb120'] as const;
export type BankFormat = (typeof bankFormats)[number];
export const importFormats = [...tableFormats, ...bankFormats] as const;
export type ImportFormat = (typeof importFormats)[number];

/** The labels of the Encoding Standard. */
export const importEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1256',
  'windows-1252',
  'windows-1250',
] as const;
export type ImportEncoding = (typeof importEncodings)[number];

export const csvDelimiters = [',', ';', '\t', '|'] as const;
export type CsvDelimiter = (typeof csvDelimiters)[number];

/** How the three parts of a date follow one another. `ymd` is also what a date cell of XLSX is. */
export const dateOrders = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** Which sign stands before the decimals; the other one groups thousands. */
export const decimalStyles = ['dot', 'comma'] as const;
export type DecimalStyle = (typeof decimalStyles)[number];

/** The fields of a line that a cell can be. */
export const lineFields = [
  'bookedOn',
  'valueOn',
  'amount',
  'debit',
  'credit',
  'mark', // whether the amount is a debit or a credit
  'currency',
  'account',
  'reference',
  'orderId',
  'description',
  'counterparty',
  'balance',
] as const;
export type LineField = (typeof lineFields)[number];

/** Guesses about a table that nothing proves: a person confirms them before anything is saved. */
export const guessDoubts = ['amount', 'sign', 'bookedOn'] as const;
export type GuessDoubt = (typeof guessDoubts)[number];

/** Why a cell cannot be read. A line with one of them is bad, and is stored by nobody. */
export const cellProblems = [
  'empty', // a field that must be there
  'date-not-understood',
  'date-contradicts', // it is a date in another order only
  'date-not-in-calendar', // the 31st of February
  'amount-not-understood',
  'amount-decimals', // more decimals than the currency has
  'amount-too-large',
  'both-sides', // debit and credit in one line
  'mark-not-understood', // neither debit nor credit
  'currency-unknown',
  'text-too-long',
  'encoding', // characters that the chosen encoding does not have
  'cells', // more cells than columns: a delimiter inside a text
] as const;
export type CellProblem = (typeof cellProblems)[number];

/** Why a line is not taken although nothing is wrong with it. */
export const skipReasons = [
  'empty-row',
  'before-header',
  'repeated-header',
  'totals', // a line of totals, or of an opening or closing balance
  'already-imported', // an overlapping file of the same source had it
  'not-booked', // pending: the bank lists it again when it is booked
  'zero-amount', // it moves nothing
] as const;
export type SkipReason = (typeof skipReasons)[number];

/** Doubts about a file as a whole. The first five keep it from being confirmed. */
export const importWarnings = [
  'date-order-ambiguous', // every date could be day/month or month/day: a person chooses
  'date-order-contradictory', // some dates are day/month only, others month/day only
  'guess-unproven', // nobody looked at what nothing proves
  'lines-elsewhere', // an import of another format has lines of the same account, days and amounts: a person says whether they are the same
  'nothing-to-import',
  'dates-mixed', // of xlsx: real dates and dates as text in one column; a program may have swapped day and month of the real ones
  'balance-differs', // opening balance and lines do not make the closing one
  'control-differs', // the bank's own check sum is another one
  'cut-short', // the last statement has no end
  'date-from-balance', // entries without a day of their own have the balance's
  'sign-doubtful', // an entry that is called a debit has a positive amount, or the other way round
  'decimals-ambiguous', // "1,234" in every line: three decimals or a thousand
  'characters-lost', // some characters are not of this encoding
  'several-currencies',
  'several-accounts',
  'same-file', // it was imported before
] as const;
export type ImportWarning = (typeof importWarnings)[number];
export const blockingWarnings: readonly ImportWarning[] = [
  'date-order-ambiguous',
  'date-order-contradictory',
  'guess-unproven',
  'lines-elsewhere',
  'nothing-to-import',
];

/** `lines-missing`: the file that held the lines was damaged; bringing the same file again puts them back. */
export const importStatuses = ['whole', 'lines-missing', 'withdrawn'] as const;

/** One line as it is kept. It is never changed; `importId` and `lineNo` name it for good. */
export type ImportedLine = {
  readonly importId: string;
  /** Its place in the file: the row of a table, or the entry of a bank format, from 1. With holes: skipped lines have theirs. */
  readonly lineNo: number;
  readonly kind: ImportKind;
  /** 'YYYY-MM-DD', as the statement says; no time zone is applied. */
  readonly bookedOn: string;
  readonly valueOn: string | null;
  /** On bank lines money in is positive and money out negative. On POS lines sales are positive and returns negative. */
  readonly amount: Money;
  /** Empty if there is none. Of a bank format: of several, the first that is not the bank's own. */
  readonly reference: string;
  readonly orderId: string;
  readonly description: string;
  readonly counterparty: string;
  /** The account as the statement names it: IBAN or number. Empty in most tables. */
  readonly account: string;
};
