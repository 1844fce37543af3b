/** The board as it is defined: computed from everything that was told, at once. What the product keeps must come to the same. */
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import {
  BOARD_DAYS,
  believedOf,
  branchNowOf,
  datesUpTo,
  daysOf,
  knownOf,
  leftOf,
  newerOf,
  nowOf,
  openBeforeOf,
  type KnownDay,
  type LastReading,
} from '#electron/head-office/board-branch.ts';
import { inOrder, judgedOf, sumOf } from '#electron/head-office/board-sum.ts';
import { closeOf, newerReadingOf, publishedZ, readingOf } from '#electron/head-office/published.ts';
import { STORE } from '#electron/head-office/store.ts';
import type { BoardBranch, HeadOfficePc } from '#shared/contract/head-office.ts';
import { defaultBranchSettings, netDifference } from '#shared/domain/closing.ts';
import { addDays, businessDateOf } from '#shared/time/business-date.ts';

type Told = {
  readonly days: readonly KnownDay[];
  /** Days with a Z that stands, however old, as "branch date". */
  readonly closed: ReadonlySet<string>;
  readonly readings: readonly LastReading[];
  readonly pcs: readonly HeadOfficePc[];
  readonly nowMs: number;
};

/** What the file of a PC holds, read beside it. */
export function toldIn(folder: string, nowMs: number): Omit<Told, 'pcs'> {
  const db = new Sqlite(join(folder, STORE), { readonly: true });
  try {
    const from = addDays(businessDateOf(nowMs, defaultBranchSettings), -BOARD_DAYS);
    const days = db
      .prepare(
        `SELECT c.pc, c.closing_id AS closingId, c.branch_key AS branchKey, c.branch_name AS branchName,
           c.business_date AS businessDate,
           CASE WHEN u.close IS NULL THEN c.state ELSE 'newer' END AS state, c.number, c.at_ms AS atMs, c.differing,
           (SELECT body FROM entry WHERE pc = c.pc AND seq = c.z_seq AND c.differing > 0) AS body
         FROM close AS c LEFT JOIN unread_close AS u ON u.pc = c.pc AND u.close = c.closing_id
         WHERE c.business_date >= ? ORDER BY c.business_date, c.at_ms, c.pc, c.closing_id`,
      )
      .all(from) as (Omit<KnownDay, 'difference'> & { body: string | null })[];
    const readings = db
      .prepare('SELECT pc, at_ms AS atMs, body FROM reading ORDER BY pc, branch_key')
      .all() as {
      pc: string;
      atMs: number;
      body: string;
    }[];
    const closed = db
      .prepare(
        `SELECT branch_key || ' ' || business_date FROM close AS c WHERE state = 'closed'
           AND (c.pc, c.closing_id) NOT IN (SELECT pc, close FROM unread_close)`,
      )
      .pluck()
      .all() as string[];
    return {
      nowMs,
      closed: new Set(closed),
      days: days.map(({ body, ...day }) => {
        const close = body === null ? null : closeOf({ kind: 'close', body });
        const content = close && publishedZ(close);
        return { ...day, difference: content ? netDifference(content.lines) : [] };
      }),
      readings: readings.flatMap(({ body, ...last }): LastReading[] => {
        const reading = readingOf({ kind: 'reading', body });
        if (reading) return [{ ...last, reading }];
        const newer = newerReadingOf({ kind: 'reading', body });
        return newer ? [{ ...last, reading, newer }] : [];
      }),
    };
  } finally {
    db.close();
  }
}

/** A terminal that two branches have told of is in the one that told last. */
function onceEach({ readings, pcs }: Told): LastReading[] {
  const home = new Set(pcs.flatMap(({ id, isHome }) => (isHome ? [id] : [])));
  const gone = new Set(pcs.flatMap(({ id, withdrawnAtMs }) => (withdrawnAtMs === null ? [] : [id])));
  const is = { isHome: (pc: string) => home.has(pc), isGone: (pc: string) => gone.has(pc) };
  const believed = [...Map.groupBy(readings, (last) => knownOf(last).branchKey).values()]
    .flatMap((some) => believedOf(some, is) ?? [])
    .sort((a, b) => b.atMs - a.atMs || (knownOf(a).branchKey < knownOf(b).branchKey ? -1 : 1));
  const taken = new Set<string>();
  return believed.flatMap((last) => {
    const left = leftOf(last, (terminalId) => taken.has(terminalId));
    for (const { terminalId } of knownOf(last).terminals) taken.add(terminalId);
    return left ?? [];
  });
}

/** Its own by their names, and others that have told of it, in the order of all. */
function pcsOf(
  pcs: readonly HeadOfficePc[],
  names: readonly (string | null)[],
  tellers: readonly string[],
): BoardBranch['pcs'] {
  return pcs
    .filter(({ withdrawnAtMs }) => withdrawnAtMs === null)
    .filter(({ id, branch }) => tellers.includes(id) || (branch !== '' && names.includes(branch)))
    .map(({ id, name, lastEntryAtMs, broken }) => ({
      ...{ id, name, heardAtMs: lastEntryAtMs, broken: broken !== null },
    }));
}

export function plainBoard(told: Told) {
  const { pcs, nowMs } = told;
  const isLiving = (pc: string) => pcs.every(({ id, withdrawnAtMs }) => id !== pc || withdrawnAtMs === null);
  const tellsSomething = (last: LastReading) =>
    believedOf([last], { isHome: () => false, isGone: () => false }) !== null;
  const readings = onceEach(told);
  const readingOfBranch = (key: string) => readings.find((last) => knownOf(last).branchKey === key) ?? null;
  const dayOf = (last: LastReading | null) => (last ? knownOf(last) : defaultBranchSettings);
  const nameOfPc = (id: string) => pcs.find((pc) => pc.id === id)?.name ?? id;
  const todayOf = (last: LastReading | null) => businessDateOf(nowMs, dayOf(last));
  const names = new Map<string, string | null>();
  for (const { branchKey, branchName } of told.days) names.set(branchKey, branchName);
  for (const last of readings) {
    const { branchKey, branchName } = knownOf(last);
    // The name that a newer Closeout tells may be of no form that is known.
    if (last.reading || branchName !== null || !names.has(branchKey)) names.set(branchKey, branchName);
  }
  const last =
    [...names.keys()]
      .map((key) => todayOf(readingOfBranch(key)))
      .sort()
      .at(-1) ?? todayOf(null);
  const dates = datesUpTo(last);
  const branches = [...names].map(([branchKey, branchName]): BoardBranch => {
    const known = readingOfBranch(branchKey);
    const today = todayOf(known);
    const closes = told.days.filter((day) => day.branchKey === branchKey);
    const tellers = [...closes.map(({ pc }) => pc), ...(known ? [known.pc] : [])];
    const some = pcsOf(pcs, [branchKey, branchName], tellers);
    const isTold = told.readings.some(
      (one) => knownOf(one).branchKey === branchKey && isLiving(one.pc) && tellsSomething(one),
    );
    return {
      branchKey,
      branchName,
      today,
      days: daysOf(dates, today, closes, known, nameOfPc),
      openBefore: openBeforeOf(dates[0] ?? '', known, (date) => told.closed.has(`${branchKey} ${date}`)),
      now: nowOf(known, today, nameOfPc),
      newer: newerOf(known, nameOfPc),
      isGone: known === null && (isTold || some.length === 0),
      pcs: some,
    };
  });
  const order = inOrder(
    branches.map((branch) => {
      const day = dayOf(readingOfBranch(branch.branchKey));
      const isBroken = branch.pcs.some(({ broken }) => broken);
      return { ...branch, ...judgedOf(branch, { nowMs, day, isBroken }) };
    }),
  );
  const asShown = (rows: typeof order) =>
    rows.flatMap(({ branchKey }) => branches.find((branch) => branch.branchKey === branchKey) ?? []);
  return {
    dates,
    sum: sumOf(order),
    branches: asShown(order),
    late: asShown(order.filter(({ isLate }) => isLate)),
    attention: asShown(order.filter(({ urgency }) => urgency > 0)),
    branchNow: (key: string) => branchNowOf(readingOfBranch(key), nowMs),
  };
}
