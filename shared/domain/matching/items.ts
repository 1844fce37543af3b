/**
 * What is matched, and what comes of it. Items are in one order throughout, so that the order in which they came makes no
 * difference.
 */
import type { Money } from '../../money/money.ts';
import type { BankEntryKind } from '../bank-entry.ts';
import type { BusinessDays } from '../../time/business-days.ts';
import type {
  BookedKind,
  Comparison,
  ExceptionType,
  ExpectedReason,
  Grouping,
  MatchRule,
  ProposalGround,
  ReconcileItem,
  Side,
  WaitsFor,
} from '../reconciliation.ts';

export type MatchItem = ReconcileItem & {
  /** 'YYYY-MM-DD': the day of its close, or of the sale where it is known; else `date`. */
  readonly soldOn: string | null;
  /** The known kind: `undoing` is a void or a reversal, `unknown` is a word that nobody here knows. */
  readonly action: 'sale' | 'undoing' | 'other' | 'unknown';
  /** For a void or a reversal: the item of its own side that it undoes, if that is known. */
  readonly undoes: string | null;
  /** Ours: reversed by an operation of this PC. */
  readonly reversedHere: boolean;
  /** Theirs: what the gateway kept of it and when it settled it, and by which method it was paid. */
  readonly fee: { readonly minor: bigint; readonly method: string; readonly atMs: number } | null;
  /** Theirs: not made on a terminal, or money going out: in no close, and no window. */
  readonly foreign: boolean;
  /** For a bank's line: its other references, in which names are looked for. */
  readonly references?: string;
  /** For a bank's line: where its file comes from, whom it names as the other side, and its account. */
  readonly sourceId?: string;
  readonly payer?: string;
  readonly account?: string;
  /** For a bank's line that takes money out: what the bank says that it is. */
  readonly bankEntry?: BankEntryKind;
};

export type ManualMatch = {
  readonly matchId: string;
  readonly members: readonly { readonly side: Side; readonly itemId: string; readonly minor: bigint }[];
};
export type MatchOptions = {
  readonly comparison: Comparison;
  readonly days: BusinessDays;
  readonly settlementDays: number;
  /** The first day that is compared; null: all are. */
  readonly from: string | null;
  readonly today: string;
  readonly toleranceOf: (currency: string) => bigint;
  /** Theirs: the fee is as it was quoted, or else as it usually is. */
  readonly isFeeUsual: (item: MatchItem) => boolean;
  /** Whether there is data of the other side for this day. */
  readonly isCovered: (date: string | null) => boolean;
  readonly manual: readonly ManualMatch[];
  /** For a settled sale that no close has. Absent if every terminal was always read and every day is closed. */
  readonly standOf?: (item: MatchItem) => SaleStand;
  /** Ids of a bank's lines whose match a person took back. */
  readonly takenBack?: ReadonlySet<string>;
  /** What a bank's line is that settles nothing; null: nobody says. */
  readonly bookingOf?: (line: MatchItem) => BookedKind | null;
  /** What was learnt and a person forgot, by `learntKey`. */
  readonly forgotten?: ReadonlySet<string>;
};

export type SaleStand = {
  /** Sold before this PC first read its terminal, and acknowledged by then: no close here can have it. */
  readonly beforeFirstRead: boolean;
  /** The close that it will be in, if that is still to come. */
  readonly waitsFor: WaitsFor | null;
};

export type FoundMatch = {
  readonly rule: MatchRule;
  readonly grouping: Grouping | null;
  readonly ours: readonly MatchItem[];
  readonly theirs: readonly MatchItem[];
  /** Only for a manual match. */
  readonly matchId: string | null;
};
export type FoundException = {
  readonly type: ExceptionType;
  readonly ours: MatchItem | null;
  readonly theirs: readonly MatchItem[];
};
export type Waiting = {
  readonly item: MatchItem;
  readonly reason: ExpectedReason;
  /** The last business day on which nothing is wrong with it. */
  readonly expectedBy: string | null;
  readonly waitsFor: WaitsFor | null;
};
export type Booked = { readonly item: MatchItem; readonly kind: BookedKind };
export type Matched = {
  readonly matches: readonly FoundMatch[];
  readonly exceptions: readonly FoundException[];
  readonly expected: readonly Waiting[];
  /** With nothing on the other side, and of the days before `from`. */
  readonly before: readonly MatchItem[];
  readonly leftOut: readonly MatchItem[];
  /** At a bank: lines that settle nothing, and what they are. */
  readonly booked: readonly Booked[];
  /** Proposals between windows and the bank, for people to accept. Their items are still exceptions or expected. */
  readonly proposals: readonly Proposal[];
  readonly learnt: readonly Learnt[];
};

/** Why two sides may belong together; `count` is a number of days, deposits or items. */
export type Ground = { readonly kind: ProposalGround; readonly count: number };
export type Proposal = {
  readonly ours: readonly MatchItem[];
  readonly theirs: readonly MatchItem[];
  /** Among those of the same line, from 1. */
  readonly rank: number;
  readonly grounds: readonly Ground[];
  /** Proposals with the same text are alike, and share no item. Null if this one has a rival. */
  readonly alike: string | null;
};

/** Of so many deposits: `deposits` of `of` are so. */
export type Often = { readonly deposits: number; readonly of: number };
export type LearntFee =
  | { readonly kind: 'share'; readonly basisPoints: number }
  | { readonly kind: 'fixed'; readonly amount: Money };
export type Learnt = {
  readonly sourceId: string;
  readonly payers: readonly { readonly name: string; readonly deposits: number; readonly lastOn: string }[];
  readonly delay: (Often & { readonly days: number }) | null;
  readonly fee: (Often & { readonly fee: LearntFee }) | null;
};

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
export const byMinor = (a: MatchItem, b: MatchItem): number =>
  a.amount.minor < b.amount.minor ? -1 : a.amount.minor > b.amount.minor ? 1 : byText(a.itemId, b.itemId);
const byDay = (a: MatchItem, b: MatchItem): number =>
  byText(a.date ?? '', b.date ?? '') || byText(a.itemId, b.itemId);
export const sumOf = (items: readonly MatchItem[]): bigint =>
  items.reduce((sum, { amount }) => sum + amount.minor, 0n);

export type Pool = ReturnType<typeof createPool>;

/** The items that nothing is known of yet, and what was found of the others. Each item is taken once. */
export function createPool(ours: readonly MatchItem[], theirs: readonly MatchItem[], options: MatchOptions) {
  const all = { ours: [...ours].sort(byDay), theirs: [...theirs].sort(byDay) };
  const taken = { ours: new Set<string>(), theirs: new Set<string>() };
  /** The open items, kept because the rules ask for them often and take few. Stale once one was taken. */
  const left: Record<Side, readonly MatchItem[]> = { ...all };
  const isStale: Record<Side, boolean> = { ours: false, theirs: false };
  const matches: FoundMatch[] = [];
  const exceptions: FoundException[] = [];
  const held = new Set<MatchItem>();
  const isOpen = ({ side, itemId }: MatchItem) => !taken[side].has(itemId);
  function take(items: readonly MatchItem[]): void {
    for (const item of items) {
      if (!isOpen(item)) throw new Error(`${item.side} ${item.itemId} is matched twice`);
      taken[item.side].add(item.itemId);
      isStale[item.side] = true;
    }
  }
  function open(side: Side): readonly MatchItem[] {
    if (isStale[side]) left[side] = left[side].filter(isOpen);
    isStale[side] = false;
    return left[side];
  }
  return {
    options,
    all,
    matches,
    exceptions,
    isOpen,
    open,
    take,
    /** It says itself what it is: no rule that goes by amounts alone takes it. */
    isHeld: (item: MatchItem): boolean => held.has(item),
    hold(items: readonly MatchItem[]): void {
      for (const item of items) held.add(item);
    },
    match(match: Omit<FoundMatch, 'matchId'> & { matchId?: string }): void {
      take([...match.ours, ...match.theirs]);
      matches.push({ matchId: null, ...match });
    },
    except(exception: FoundException): void {
      take([...(exception.ours ? [exception.ours] : []), ...exception.theirs]);
      exceptions.push(exception);
    },
  };
}

/**
 * Of sales both sides have the gateway's own ids: two that differ are two sales, whatever else they have in common. Books and
 * banks number as they like.
 */
export function mayBeOne(comparison: Comparison, a: MatchItem, b: MatchItem): boolean {
  if (comparison !== 'sales') return true;
  const differ = (x: string | null, y: string | null) => x !== null && y !== null && x !== y;
  return !differ(a.orderId, b.orderId);
}

/** The gateway transfers each early payout by itself: it is one side of a match alone. */
export const isPaidAlone = ({ source }: MatchItem): boolean => source.kind === 'early';

/** Not sold on a terminal: only its order id can say that it is a sale of ours all the same. */
export const isOnlyByOrder = ({ comparison }: MatchOptions, { foreign }: MatchItem): boolean =>
  comparison === 'sales' && foreign;
