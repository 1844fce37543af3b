/**
 * The board of the chain, kept: a row of each branch, their sums and their order. Only rows of branches of which something has
 * changed are made again; all of them when a day turns, and when a PC comes, goes or is renamed. A question is answered with a page
 * of rows.
 */
import type { Board, BoardBranch, BoardFigures, BranchNow } from '#shared/contract/head-office.ts';
import { defaultBranchSettings, NO_BRANCH } from '#shared/domain/closing.ts';
import { BOARD_PAGE, BOARD_WHOLE, type BoardFilter } from '#shared/domain/head-office.ts';
import { waitsTooLongFrom } from '#shared/domain/waiting.ts';
import { searchText } from '#shared/text/digits.ts';
import {
  addDays,
  businessDateOf,
  endOfBusinessDate,
  startOfBusinessDate,
  type BusinessDay,
} from '#shared/time/business-date.ts';
import {
  BOARD_DAYS,
  branchNowOf,
  datesUpTo,
  daysOf,
  knownOf,
  newerOf,
  nowOf,
  openBeforeOf,
  type KnownDay,
  type LastReading,
} from './board-branch.ts';
import {
  branchNameOf,
  figuresOf,
  inOrder,
  judgedOf,
  leftBy,
  moneyWaits,
  placeOf,
  sumOf,
  type Judged,
} from './board-sum.ts';
import { createKeptFacts, type BoardSource, type KeptFacts } from './kept-facts.ts';

/** `unnamed`: what the window calls terminals of no branch. `from`: how many branches come before the page. */
export type BoardQuery = {
  readonly text: string;
  readonly unnamed: string;
  readonly only: BoardFilter;
  readonly from: number;
};

type Row = Omit<BoardBranch, 'pcs'> & {
  readonly known: LastReading | null;
  /** Its PCs, in their order. */
  readonly pcs: readonly string[];
  /** Its name, to be searched in. */
  readonly text: string;
} & Judged;
const notJudged: Judged = {
  urgency: 0,
  ...{ isLate: false, isUnheard: false, isNewer: false },
  ...{ isClosedToday: false, isIdleToday: false, waitsSince: null },
};

/** The dates of now in the zones of the branches. Branches share their zones, and a zone is slow to ask. */
function createDates() {
  const spans = new Map<string, { date: string; fromMs: number; toMs: number }>();
  return {
    at(nowMs: number, { timeZone, cutOff }: BusinessDay): string {
      const key = `${timeZone} ${cutOff}`;
      const found = spans.get(key);
      if (found) return found.date;
      const day = { timeZone, cutOff };
      const date = businessDateOf(nowMs, day);
      spans.set(key, {
        date,
        fromMs: startOfBusinessDate(date, day),
        toMs: endOfBusinessDate(date, day),
      });
      return date;
    },
    /** No day has turned anywhere. */
    hold: (nowMs: number): boolean =>
      spans.size > 0 && [...spans.values()].every(({ fromMs, toMs }) => nowMs >= fromMs && nowMs < toMs),
    forget: () => spans.clear(),
  };
}
type Dates = ReturnType<typeof createDates>;

const zoneOf = (known: LastReading | null): BusinessDay => (known ? knownOf(known) : defaultBranchSettings);

/** Its own by their names, and others that have told of it. */
function pcsOf(facts: KeptFacts, key: string, name: string | null, known: LastReading | null): string[] {
  const { living, order } = facts.pcs();
  const named = [key, name ?? ''].flatMap((branch) => (branch === '' ? [] : (living.get(branch) ?? [])));
  const told = [known?.pc ?? [], facts.daysOf(key).map(({ pc }) => pc)].flat();
  const ids = new Set([...named.map(({ id }) => id), ...told].filter((id) => order.has(id)));
  return [...ids].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
}

/** As it was told last with a name that can be read. */
function nameOf(known: LastReading | null, ofBranch: readonly KnownDay[]): string | null {
  const before = ofBranch.at(-1)?.branchName ?? null;
  if (!known) return before;
  return known.reading ? known.reading.branchName : (known.newer.branchName ?? before);
}

/** The span of time in which no branch begins or ceases to have money that waits too long. */
function stillOf(rows: Iterable<Row>): { fromMs: number; beforeMs: number } {
  const still = { fromMs: -Infinity, beforeMs: Infinity };
  for (const { now, waitsSince } of rows) {
    const oldestAtMs = now?.oldestAtMs ?? null;
    if (oldestAtMs === null) continue;
    const turnMs = waitsTooLongFrom(oldestAtMs);
    if (waitsSince === null) still.beforeMs = Math.min(still.beforeMs, turnMs);
    else still.fromMs = Math.max(still.fromMs, turnMs);
  }
  return still;
}

function createRows(facts: KeptFacts, dates: Dates) {
  const rows = new Map<string, Row>();
  let shown: string[] = [];
  let still = stillOf([]);
  const nameOfPc = (id: string): string => facts.pcs().byId.get(id)?.name ?? id;

  /** Without its days: the dates of the board are known when every branch has its own. */
  function rowOf(branchKey: string, nowMs: number): Row | null {
    const known = facts.readingOf(branchKey);
    const ofBranch = facts.daysOf(branchKey);
    if (!known && ofBranch.length === 0) return null;
    const branchName = nameOf(known, ofBranch);
    const today = dates.at(nowMs, zoneOf(known));
    const newer = newerOf(known, nameOfPc);
    const now = nowOf(known, today, nameOfPc);
    const pcs = pcsOf(facts, branchKey, branchName, known);
    const isGone = known === null && (pcs.length === 0 || facts.isBelieved(branchKey));
    const text = searchText(branchNameOf({ branchKey, branchName }));
    const row = { branchKey, branchName, today, days: [], openBefore: [], now, newer, isGone };
    return { ...row, pcs, known, text, ...notJudged };
  }
  function makeAgain(keys: Iterable<string>, nowMs: number): void {
    for (const key of keys) {
      const row = rowOf(key, nowMs);
      if (row) rows.set(key, row);
      else rows.delete(key);
    }
  }
  function putDays(keys: Iterable<string>, nowMs: number): void {
    const { byId } = facts.pcs();
    const isBroken = (id: string) => (byId.get(id)?.broken ?? null) !== null;
    for (const key of keys) {
      const row = rows.get(key);
      if (!row) continue;
      const days = daysOf(shown, row.today, facts.daysOf(key), row.known, nameOfPc);
      const isClosed = (date: string) => facts.isClosed(key, date);
      const openBefore = openBeforeOf(shown[0] ?? '', row.known, isClosed);
      const judging = { nowMs, day: zoneOf(row.known), isBroken: row.pcs.some(isBroken) };
      rows.set(key, { ...row, days, openBefore, ...judgedOf({ ...row, days, openBefore }, judging) });
    }
  }
  return {
    rows,
    dates: () => shown,
    /** The branches whose money waits too long since the last look, or no longer does because the clock was set back. */
    turned(nowMs: number): string[] {
      if (nowMs >= still.fromMs && nowMs < still.beforeMs) return [];
      const hasTurned = (row: Row) => moneyWaits(row, nowMs) !== (row.waitsSince !== null);
      return [...rows.values()].filter(hasTurned).map(({ branchKey }) => branchKey);
    },
    /** The dates of the board are those up to the last that has begun anywhere. True: they are others now, and all rows are new. */
    follow(touched: ReadonlySet<string>, nowMs: number): boolean {
      makeAgain(touched, nowMs);
      let last = rows.size === 0 ? dates.at(nowMs, defaultBranchSettings) : '';
      for (const { today } of rows.values()) if (today > last) last = today;
      const isSame = shown.at(-1) === last;
      if (!isSame) shown = datesUpTo(last);
      putDays(isSame ? touched : rows.keys(), nowMs);
      still = stillOf(rows.values());
      return !isSame;
    },
  };
}

/** The rows in their order, and their sums. */
function createOrder(rows: ReadonlyMap<string, Row>) {
  const places = new Map<string, string>();
  let order: readonly Row[] = [];
  let sum = sumOf([]);
  /** Worked out when somebody asks. */
  const filtered = new Map<BoardFilter, { rows: readonly Row[]; figures: BoardFigures }>();
  const stays = (key: string): boolean => {
    const row = rows.get(key);
    return places.get(key) === (row && placeOf(row));
  };
  return {
    order: () => order,
    sum: () => sum,
    filteredBy(only: BoardFilter) {
      const known = filtered.get(only);
      if (known) return known;
      const left = leftBy(only, order);
      const made = { rows: left, figures: only === 'all' ? sum : figuresOf(left) };
      filtered.set(only, made);
      return made;
    },
    /** Most of what is told moves no branch to another place. */
    follow(touched: ReadonlySet<string>, isAllNew: boolean): void {
      if (isAllNew || ![...touched].every(stays)) {
        order = inOrder([...rows.values()]);
        places.clear();
        for (const row of order) places.set(row.branchKey, placeOf(row));
      } else order = order.flatMap(({ branchKey }) => rows.get(branchKey) ?? []);
      sum = sumOf(order);
      filtered.clear();
    },
  };
}

/** Of a PC that sees no other branch. */
export const emptyBoard = (nowMs: number, only: BoardFilter): Board => {
  const dates = datesUpTo(businessDateOf(nowMs, defaultBranchSettings));
  const sum = sumOf([]);
  return { dates, sum, only, filtered: sum, found: 0, from: 0, branches: [] };
};

export function createKeptBoard(source: BoardSource) {
  const facts = createKeptFacts(source);
  const dates = createDates();
  const { rows, ...made } = createRows(facts, dates);
  const { order, sum, ...ordered } = createOrder(rows);
  let from = '';
  let hasTurned = true;

  /** Of so many changed branches at most. True: there is more to do. */
  function keepUp(nowMs: number, most = Infinity): boolean {
    if (!dates.hold(nowMs)) {
      dates.forget();
      hasTurned = true;
    }
    const since = hasTurned ? addDays(dates.at(nowMs, defaultBranchSettings), -BOARD_DAYS) : from;
    if (since !== from) facts.marks.all();
    from = since;
    if (facts.read(from, most)) return true;
    for (const key of hasTurned ? facts.keys() : made.turned(nowMs)) facts.touched.add(key);
    if (facts.touched.size === 0 && !hasTurned) return false;
    ordered.follow(facts.touched, made.follow(facts.touched, nowMs));
    facts.touched.clear();
    hasTurned = false;
    return false;
  }

  /** When a PC was heard of last changes all the time. */
  function shownRow({ pcs, ...row }: Row): BoardBranch {
    const { branchKey, branchName, today, days, openBefore, now, newer, isGone } = row;
    const { byId } = facts.pcs();
    const shown = pcs.flatMap((id) => {
      const pc = byId.get(id);
      if (!pc) return [];
      return { id, name: pc.name, heardAtMs: pc.lastEntryAtMs, broken: pc.broken !== null };
    });
    return { branchKey, branchName, today, days, openBefore, now, newer, isGone, pcs: shown };
  }
  return {
    marks: facts.marks,
    keepUp,
    page: ({ text, unnamed, only, from: asked }: BoardQuery, nowMs: number): Board => {
      keepUp(nowMs);
      const { rows: left, figures } = ordered.filteredBy(only);
      const wanted = searchText(text);
      const isFound = (row: Row) =>
        (row.branchKey === NO_BRANCH ? searchText(unnamed) : row.text).includes(wanted);
      const found = wanted === '' ? left : left.filter(isFound);
      const most = order().length > BOARD_WHOLE ? BOARD_PAGE : BOARD_WHOLE;
      // Branches may have gone since the page was turned.
      const last = Math.max(0, Math.ceil(found.length / most) - 1) * most;
      const first = Math.min(asked, last);
      const branches = found.slice(first, first + most).map(shownRow);
      const answers = { sum: sum(), only, filtered: figures };
      return { dates: [...made.dates()], ...answers, found: found.length, from: first, branches };
    },
    /** Of one branch what the figures of its row are made of. */
    branchNow: (branchKey: string, nowMs: number): BranchNow => {
      keepUp(nowMs);
      return branchNowOf(rows.get(branchKey)?.known ?? null, nowMs);
    },
  };
}
