/**
 * Whether a close that may have a sale is still to come. A close has what its terminal was seen to list before its day ended, and
 * leaves the rest to the next one: what was sold after its last read, on a terminal that was left out, or was seen too late.
 */
import type { Database } from 'better-sqlite3';
import { addDays } from '#shared/time/business-date.ts';
import type { ReadableDb } from '../../../db.ts';
import { reopenedDays } from '../../closing/branches.ts';
import { OTHER_STANDS, reopenedByOthers } from '../../closing/other-closes.ts';
import { placeOfClosing } from './rows-of-closes.ts';

/** A close that counts, with what it says of one terminal. `pc`: '' for this PC. */
type CloseOfTerminal = {
  readonly closingId: string;
  readonly pc: string;
  readonly branchKey: string;
  readonly date: string;
  readonly isFinal: number;
  readonly closedAtMs: number;
  readonly endsAtMs: number;
  readonly leftForNext: number;
  readonly readAtMs: number | null;
  readonly isLeftOut: number;
};
type Stored = CloseOfTerminal & { readonly terminalId: string };

/** What was left for the next close is on this PC's own lists, and waits as what was seen there. */
const OWN = `SELECT t.terminal_id AS terminalId, c.closing_id AS closingId, '' AS pc, c.branch_key AS branchKey, c.business_date AS date,
    c.state = 'closed' AS isFinal, COALESCE(c.closed_at_ms, c.provisional_at_ms, 0) AS closedAtMs, c.ends_at_ms AS endsAtMs, 0 AS leftForNext,
    t.read_at_ms AS readAtMs, t.out_reason IS NOT NULL AS isLeftOut
  FROM journal.closing AS c JOIN journal.closing_terminal AS t USING (closing_id) WHERE c.state IN ('closed', 'provisional')`;
const OTHERS = `SELECT t.terminal_id AS terminalId, c.closing_id AS closingId, c.pc, c.branch_key AS branchKey, c.business_date AS date,
    c.state = 'closed' AS isFinal, c.closed_at_ms AS closedAtMs, COALESCE(c.ends_at_ms, 0) AS endsAtMs, c.left_for_next AS leftForNext,
    t.read_at_ms AS readAtMs, t.left_out AS isLeftOut
  FROM main.other_terminal AS t JOIN main.other_close AS c USING (closing_id) WHERE t.terminal_id = ? AND ${OTHER_STANDS}`;

/** Of one terminal, in the order in which they read it. `lastFinal`: the last that was closed. `lastDate`: their latest day. */
type Terminal = {
  readonly closes: readonly CloseOfTerminal[];
  readonly lastFinal: CloseOfTerminal | null;
  readonly lastDate: string;
};

function terminalOf(all: CloseOfTerminal[]): Terminal {
  const closes = all.sort((a, b) => (a.readAtMs ?? 0) - (b.readAtMs ?? 0) || (a.date < b.date ? -1 : 1));
  let lastFinal: CloseOfTerminal | null = null;
  let lastDate = '';
  for (const close of closes) {
    if (close.isFinal === 1 && (lastFinal === null || close.closedAtMs > lastFinal.closedAtMs))
      lastFinal = close;
    if (close.date > lastDate) lastDate = close.date;
  }
  return { closes, lastFinal, lastDate };
}

function createTerminals(source: Database, others: boolean): (terminalId: string) => Terminal {
  const own = Map.groupBy(source.prepare(OWN).all() as Stored[], ({ terminalId }) => terminalId);
  const ofOthers = source.prepare(OTHERS);
  const known = new Map<string, Terminal>();
  return (terminalId) => {
    const before = known.get(terminalId);
    if (before) return before;
    const all = [...(own.get(terminalId) ?? []), ...(others ? (ofOthers.all(terminalId) as Stored[]) : [])];
    const terminal = terminalOf(all);
    known.set(terminalId, terminal);
    return terminal;
  };
}

type Final = {
  readonly closingId: string;
  readonly date: string;
  readonly closedAtMs: number;
  readonly pc: string;
};
type Days = {
  readonly finals: readonly Final[];
  readonly last: string;
  readonly reopened: readonly string[];
};

/** Final closes of a branch, the last one first, and its days that were opened again and are not closed since. */
function createDaysOf(source: Database, others: boolean): (branchKey: string) => Days {
  const readable = source as unknown as ReadableDb;
  const closes = (states: string) =>
    source.prepare(
      `SELECT closing_id AS closingId, business_date AS date, closed_at_ms AS closedAtMs, '' AS pc FROM journal.closing WHERE branch_key = @key AND state IN (${states})
       ${others ? `UNION ALL SELECT closing_id, business_date, closed_at_ms, pc FROM main.other_close WHERE branch_key = @key AND state IN (${states})` : ''}
       ORDER BY closedAtMs DESC`,
    );
  const [final, standing] = [closes(`'closed'`), closes(`'closed', 'provisional'`)];
  const known = new Map<string, Days>();
  return (key) => {
    const before = known.get(key);
    if (before) return before;
    const closed = new Set((standing.all({ key }) as Final[]).map(({ date }) => date));
    const finals = final.all({ key }) as Final[];
    const reopened = [
      ...reopenedDays(readable, key).map(({ business_date }) => business_date),
      ...(others ? reopenedByOthers(readable, key) : []),
    ].filter((day) => !closed.has(day));
    const last = finals.reduce((latest, { date }) => (date > latest ? date : latest), '');
    const days = { finals, last, reopened: reopened.sort() };
    known.set(key, days);
    return days;
  };
}

/** If a branch was closed without a terminal for so many days, by whichever PC, no close of the terminal is waited for. */
const DAYS_WITHOUT = 3;

type Sold = { readonly terminalId: string; readonly branchKey: string; readonly date: string };

export function createClosesToCome(source: Database, others: boolean) {
  const terminal = createTerminals(source, others);
  const daysOf = createDaysOf(source, others);
  const lastSeen = (isOther: boolean) =>
    source
      .prepare(
        `SELECT MAX(first_seen_at_ms) FROM ${placeOfClosing({ isOther }).rows} WHERE closing_id = ? AND terminal_id = ? AND standing = 1`,
      )
      .pluck();
  const [ownSeen, othersSeen] = [lastSeen(false), lastSeen(true)];
  /** When its terminal was read last before its day ended, as far as that is known. */
  function reachOf({ closingId, pc, readAtMs, endsAtMs }: CloseOfTerminal, terminalId: string): number {
    if (readAtMs !== null && readAtMs < endsAtMs) return readAtMs;
    return ((pc === '' ? ownSeen : othersSeen).get(closingId, terminalId) as number | null) ?? 0;
  }
  /**
   * The PC that closed it last has closed its branch without it since, or any PC has for days; or a later day was closed and none
   * ever had it.
   */
  function isGivenUp({ terminalId, branchKey, date }: Sold, soldAtMs: number): boolean {
    const { closes, lastFinal, lastDate } = terminal(terminalId);
    if (!lastFinal) return daysOf(branchKey).last > date;
    const nextDay = lastDate >= date ? addDays(lastDate, 1) : date;
    const until = addDays(nextDay, DAYS_WITHOUT);
    if ([branchKey, lastFinal.branchKey].some((key) => daysOf(key).last >= until)) return true;
    const newest = daysOf(lastFinal.branchKey).finals.find(({ pc }) => pc === lastFinal.pc);
    return (
      newest !== undefined &&
      newest.closedAtMs > soldAtMs &&
      !closes.some(({ closingId }) => closingId === newest.closingId)
    );
  }
  const keysOf = ({ terminalId, branchKey }: Sold) => [
    ...new Set([branchKey, ...terminal(terminalId).closes.map((close) => close.branchKey)]),
  ];
  /** A row of a day that is closed goes into the next one. */
  function dayFor(sold: Sold): string {
    const days = keysOf(sold).map(daysOf);
    const last = days.reduce((latest, one) => (one.last > latest ? one.last : latest), '');
    const isOpen = sold.date > last || days.some(({ reopened }) => reopened.includes(sold.date));
    return isOpen ? sold.date : addDays(last, 1);
  }
  return {
    dayFor,
    /** The day whose close may have what was sold then; null: every close that may is there. */
    dayToCome(sold: Sold, soldAtMs: number): string | null {
      const read = terminal(sold.terminalId).closes.filter(
        (one) => one.isLeftOut === 0 && one.readAtMs !== null && one.readAtMs >= soldAtMs,
      );
      const [first] = read;
      const reopened = keysOf(sold)
        .flatMap((key) => daysOf(key).reopened)
        .filter((day) => day >= sold.date && (!first || day < first.date))
        .sort();
      if (reopened[0] !== undefined) return reopened[0];
      const isSure = first?.leftForNext === 0 && reachOf(first, sold.terminalId) >= soldAtMs;
      const isCovered = first !== undefined && (isSure || read.some(({ date }) => date > first.date));
      return isCovered || isGivenUp(sold, soldAtMs) ? null : dayFor(sold);
    },
  };
}
