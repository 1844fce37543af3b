/**
 * Reconciliation: three comparisons, their items, the rules that match them, and what does not match. Codes only; the window
 * has the words.
 */
import type { Money } from '../money/money.ts';
import type { ImportKind } from './statement.ts';

/**
 * `sales`: rows of our closes × settled transactions. `books`: the same rows × imported sales of a POS or ERP system.
 * `bank`: settlement windows, with what each should bring × imported lines of bank statements.
 */
export const comparisons = ['sales', 'books', 'bank'] as const;
export type Comparison = (typeof comparisons)[number];
/** What imported lines are compared in: those of a bank with settlements, those of a till or of books with closes. */
export const comparisonOf = (kind: ImportKind): Comparison => (kind === 'bank' ? 'bank' : 'books');

/** `ours` is what should be there, `theirs` what it is compared with. */
export const sides = ['ours', 'theirs'] as const;
export type Side = (typeof sides)[number];

/** In this order; what a person matched comes before all of them. */
export const matchRules = [
  'manual',
  'order-id',
  'reference',
  'amount-date', // the only pair of this amount within the normal settlement days
  'one-to-many', // several of one side are together one of the other
  'reversed', // a sale and the void or reversal that undid it: the other side has neither
] as const;
export type MatchRule = (typeof matchRules)[number];

/** Why a match of several is one: what they have in common. */
export const groupings = [
  'order-id',
  'reference',
  'branch-day',
  'terminal-day',
  'day',
  'window', // the text of a bank line names it, or an early payout
  'sum', // the only choice of a few near items that makes the amount
] as const;
export type Grouping = (typeof groupings)[number];

/** Why a line of a bank may be what a payout brings. */
export const proposalGrounds = [
  'same-amount',
  'within-tolerance', // so many minor units apart
  'usual-fee', // less the fee that this source usually takes off; how much less, in minor units
  'less', // by so many minor units, which no habit explains
  'sum', // of so many
  'days-later',
  'usual-delay', // as many days as it usually takes
  'payer-known', // from so many earlier deposits
  'payer-new',
  'only-one', // nothing else fits, from either side
  'one-of', // so many payouts fit this line
  'names-it',
] as const;
export type ProposalGround = (typeof proposalGrounds)[number];

/** What is apart because nothing is wrong with it yet. */
export const expectedReasons = [
  'within-days', // closed, or due, within the normal business days
  'not-covered', // no statement covers every day on which it can have come
  'day-open', // settled, and its branch's day is not closed yet
  'reversed', // reversed here; its reversal is in no close yet
] as const;
export type ExpectedReason = (typeof expectedReasons)[number];

/** What an expected item waits for: the close of a branch's day, or a statement of these days. */
export type WaitsFor =
  | {
      readonly kind: 'close';
      readonly branchKey: string;
      readonly branchName: string | null;
      readonly date: string;
    }
  | { readonly kind: 'statement'; readonly from: string; readonly to: string };

/** What a line of a bank is, if it settles nothing: the bank says so, or a rule of a person. */
export const bookedKinds = ['bank-fee', 'other-income', 'own-transfer'] as const;
export type BookedKind = (typeof bookedKinds)[number];

/** Why an unmatched item needs nobody: it is expected, it settles nothing, or it is older than our first day (`before-start`). */
export const restReasons = [...expectedReasons, ...bookedKinds, 'before-start'] as const;
export type RestReason = (typeof restReasons)[number];

export const exceptionTypes = [
  'missing-in-settlement', // ours, and not on the other side: settled, in the books, or on the statement
  'missing-in-ours', // theirs, and in no close (bank: no window) of ours
  'amount-over', // the other side has more
  'amount-under', // the other side has less
  'currency', // the same order or reference in another currency
  'duplicate', // its order or reference is matched already, with the same amount
  'late', // settled, and later than the normal business days
  'fee-unexpected', // another fee than was quoted, or is usual where no quote is known; or more than the amount
  'deposit-returned', // the bank took a whole deposit back
  'chargeback', // the bank took a part of a deposit back, for a sale that a cardholder disputes
  'unknown-action', // a type of transaction that Closeout does not know
] as const;
export type ExceptionType = (typeof exceptionTypes)[number];

/** Business days since the item's date: under 1, 1 to 3, over 3 to 7, over 7. `undated`: it has no date. */
export const ageBuckets = ['under-1', '1-3', '3-7', 'over-7', 'undated'] as const;
export type AgeBucket = (typeof ageBuckets)[number];

/** What people decided of an exception. It holds for the amounts that were decided on: changed, it is open again. */
export const exceptionStates = ['open', 'resolved', 'written-off'] as const;
export type ExceptionState = (typeof exceptionStates)[number];

/** What has changed since the data that the last run saw. */
export const outOfDateCauses = [
  'closes',
  'settled',
  'windows',
  'early',
  'imports',
  'matches',
  'settings',
  'day',
] as const;
export type OutOfDateCause = (typeof outOfDateCauses)[number];

/** Why there is nothing to compare: one side has no data on this PC. */
export const comparisonStates = ['compared', 'not-run', 'no-ours', 'no-theirs'] as const;

export const runPhases = ['reading', ...comparisons, 'storing'] as const;
export type RunPhase = (typeof runPhases)[number];

/** Days of a week as ISO counts them: 1 is Monday, 7 is Sunday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** Where an item is found. */
type ItemSource =
  | {
      readonly kind: 'closed';
      readonly rowId: string;
      readonly closingId: string;
      readonly zNumber: number | null;
      /** The other PC that closed it. */
      readonly pc?: { readonly id: string; readonly name: string } | undefined;
    }
  | { readonly kind: 'settled'; readonly transactionId: string; readonly windowId: string | null }
  | { readonly kind: 'window'; readonly windowId: string }
  | { readonly kind: 'early'; readonly requestId: string }
  | { readonly kind: 'line'; readonly importId: string; readonly lineNo: number };

/** One thing of one side. What gives money back, or takes it out, has a negative amount. */
export type ReconcileItem = {
  readonly side: Side;
  readonly itemId: string;
  readonly orderId: string | null;
  readonly reference: string | null;
  /** What it adds to a sum. */
  readonly amount: Money;
  /** Its size, where it adds nothing: its kind is not known, or the sale that it undoes is not. */
  readonly notSummed: Money | null;
  /** 'YYYY-MM-DD'. */
  readonly date: string | null;
  readonly branchName: string | null;
  readonly terminalId: string | null;
  /** Payment type of a sale or settled transaction; description and counterparty of a line. */
  readonly text: string;
  readonly source: ItemSource;
};

/** Names an exception through all runs: the decisions of people hang on it. */
export const exceptionKey = (
  comparison: Comparison,
  side: Side,
  type: ExceptionType,
  itemId: string,
): string => `${comparison}:${side}:${type}:${itemId}`;

/** Why a row of a sheet that came back filled in is not applied. */
export const bulkProblems = [
  'key-unknown', // no such exception; it may be matched by now
  'key-twice', // an earlier row of the sheet is about the same one
  'changed-since', // its amounts are not those of the sheet any more
  'decided-already',
  'action-not-understood',
  'remark-missing',
  'nothing-to-write-off',
] as const;
export type BulkProblem = (typeof bulkProblems)[number];

/** Columns of that sheet that are read again, and what can be done by it. */
export const bulkColumns = ['key', 'version', 'action', 'remark'] as const;
export type BulkColumn = (typeof bulkColumns)[number];
export const bulkActions = ['resolve', 'write-off'] as const;
export type BulkAction = (typeof bulkActions)[number];
