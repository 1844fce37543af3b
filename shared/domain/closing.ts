/** Closing the day of a branch: its states, its six steps and why one is blocked. Codes only; the window has the words. */

import { money, sumByCurrency, type Money } from '../money/money.ts';
import { typedMoney, typedNet } from '../money/typed-money.ts';
import { isReturn, kindOf, noVocabulary, type Kind } from './kinds/index.ts';
import type { Role } from './rights.ts';

/** `open`: begun, nothing numbered yet. `provisional`: numbered without a connection, waits to be finished. */
export const closingStates = ['open', 'provisional', 'closed', 'reopened', 'cancelled'] as const;
export type ClosingState = (typeof closingStates)[number];

/** In the order of the page. */
export const closingSteps = [
  'reads',
  'acknowledge',
  'operations',
  'count',
  'differences',
  'confirm',
] as const;
export type ClosingStep = (typeof closingSteps)[number];

export const closingBlocks = [
  'step-before', // an earlier step is not done
  'terminals-not-read', // reads: `count` terminals have neither a whole read in this close nor a reason to be left out
  'outstanding', // acknowledge: `count` transactions are neither acknowledged nor left with a reason
  'operations-not-known', // operations: `count` are open and not carried
  'unreadable-rows', // count: `count` rows cannot be read, so no total of their terminals can be confirmed
  'kinds-not-known', // count: of `count` rows it is not known what they are: a person says what their words mean
  'not-frozen', // count: the rows are not frozen yet
  'late-arrivals', // count: `count` rows arrived after the freeze: include or leave them
  'not-counted', // count: `count` lines have no counted amount
  'not-explained', // differences: `count` lines above the tolerance have no reason and note
] as const;
export type ClosingBlock = (typeof closingBlocks)[number];

/** Why counted and expected differ. Each wants a note. */
export const differenceReasons = [
  'counting-error',
  'terminal-error',
  'slip-missing',
  'slip-twice',
  'wrong-type',
  'late-sale',
  'test-sale',
  'other',
] as const;
export type DifferenceReason = (typeof differenceReasons)[number];

/** Why a terminal, or what is outstanding on it, stays out of a close. 'other' and 'unreadable-rows' want a note. */
export const leaveReasons = [
  'not-ours', // the gateway refuses it: another merchant's
  'unreachable',
  'not-in-use',
  'unreadable-rows',
  'disputed', // somebody is looking into a transaction
  'no-permission',
  'other',
] as const;
export type LeaveReason = (typeof leaveReasons)[number];

/** `differ`: explained, of course. `not-checked`: a provisional close, or a terminal that was left out. */
export const totalsVerdicts = ['agree', 'differ', 'not-checked'] as const;
export type TotalsVerdict = (typeof totalsVerdicts)[number];

/** What needs a second person (L3), by its word in the ladder (shared/domain/ladder.ts). */
export const approvedActs = ['close-over-unknown', 'close-with-large-difference', 'reopen-close'] as const;
export type ApprovedAct = (typeof approvedActs)[number];

/** No branch is told from another by what comes after it. A key without an end would keep the whole day from being shown. */
const MOST_OF_NAME = 195;
/** The key of terminals that belong to no branch. */
export const NO_BRANCH = 'none';
/** Where a branch is known by: the gateway's id, else the name that people gave, else nothing. */
export const branchKeyOf = (terminal: {
  readonly branchId: string | null;
  readonly branchName: string | null;
}): string =>
  terminal.branchId ??
  (terminal.branchName === null ? NO_BRANCH : `name:${terminal.branchName.slice(0, MOST_OF_NAME)}`);

/** A whole read of a terminal counts for a close this long: what was sold since is not in it. */
export const READ_COUNTS_MS = 15 * 60_000;

/** How a branch counts: each terminal by the totals that it prints, or all of them at once by payment type. */
export const countWays = ['terminal', 'type'] as const;
type CountWay = (typeof countWays)[number];
/** What a terminal prints: sales, and all that took money back. */
export const countSides = ['sales', 'returns'] as const;
export type CountSide = (typeof countSides)[number];

/** Settings of a branch until somebody sets them. */
export const defaultBranchSettings: {
  timeZone: string;
  cutOff: string;
  tolerance: Money[];
  largeDifference: Money[];
  blindRoles: Role[];
  countBy: CountWay;
  countSlips: boolean;
} = {
  timeZone: 'Africa/Cairo',
  cutOff: '04:00',
  tolerance: [],
  largeDifference: [money(50_000n, 'EGP')],
  blindRoles: ['cashier'],
  countBy: 'terminal',
  countSlips: false,
};

/** The limit of a currency; one that is not named has 0. */
export const limitOf = (limits: readonly Money[], currency: string): bigint =>
  limits.find((limit) => limit.currency === currency)?.minor ?? 0n;

/** What a line of a count is of: one side of a terminal, or one payment type of the whole branch. */
export type LineName = {
  readonly currency: string;
  readonly paymentType: string | null;
  readonly terminalId?: string | null | undefined;
  readonly side?: CountSide | null | undefined;
};
/** `<currency>/<payment type>`, or `<currency>/<side>/<terminal>`: as the errors of a count name a line. */
export const lineKey = ({ currency, paymentType, terminalId, side }: LineName): string =>
  side ? `${currency}/${side}/${terminalId ?? ''}` : `${currency}/${paymentType ?? ''}`;

type KindLine = Omit<LineName, 'currency'> & { readonly kind?: Kind | null };
/** A line of a Z of before kinds were known has the kind that its word is known for. */
export const kindOfLine = ({ paymentType, kind, side }: KindLine): Kind => {
  if (side) return side === 'sales' ? 'sale' : 'refund';
  return kind ?? kindOf(paymentType, 1n, noVocabulary);
};

/** `isBelowZero`: more was given back than sold under the payment type of this line. */
type CountedAs = LineName & { readonly isBelowZero?: boolean };
/**
 * As it is typed: what a terminal prints as returned may have a minus before or after it, or brackets around it, and is counted
 * without. A payment type that comes to less than nothing is counted with it.
 */
export const countedMoney = (
  typed: string,
  { currency, side, isBelowZero = false }: CountedAs,
): Money | null =>
  isBelowZero && !side
    ? typedNet(typed, currency)
    : typedMoney(side === 'returns' ? typed.replace(/[-−–()]/g, '') : typed, currency);

/** The amount of a line as it is shown. Money that goes back is stored and typed without a sign, and shown with a minus. */
export const shownOfLine = (line: KindLine, amount: Money): Money =>
  isReturn(kindOfLine(line)) ? { ...amount, minor: -amount.minor } : amount;

/** Counted − expected over lines, per currency: too much on a line that gives money back is too little in the day. */
export const netDifference = (
  lines: readonly (KindLine & { readonly difference: Money | null })[],
): Money[] =>
  sumByCurrency(
    lines.flatMap(({ difference, ...line }) => (difference === null ? [] : [shownOfLine(line, difference)])),
  );

/** Sales first, as people count them; then as they come. */
export const salesFirst = <T extends KindLine>(lines: readonly T[]): T[] => [
  ...lines.filter((line) => kindOfLine(line) === 'sale'),
  ...lines.filter((line) => kindOfLine(line) !== 'sale'),
];

/** How many transactions a close counts and leaves unacknowledged. */
export const leftIn = (
  terminals: readonly {
    readonly leftOut: unknown;
    readonly outstandingLeft: { readonly count: number } | null;
  }[],
): number =>
  terminals.reduce(
    (sum, { leftOut, outstandingLeft }) => sum + (leftOut ? 0 : (outstandingLeft?.count ?? 0)),
    0,
  );
