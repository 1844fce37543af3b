/** The board of the chain over the tables of `head-office.sqlite`. */
import type Sqlite from 'better-sqlite3';
import { z } from 'zod';
import type { HeadOfficePc } from '#shared/contract/head-office.ts';
import { defaultBranchSettings, netDifference } from '#shared/domain/closing.ts';
import { isKnownDay, type BusinessDay } from '#shared/time/business-date.ts';
import type { KnownDay, LastReading } from './board-branch.ts';
import { createKeptBoard } from './kept-board.ts';
import { publishedZ } from './published.ts';
import { NEWER, parsedClose, readingsIn } from './store-shown.ts';

const daySchema = z.object({
  pc: z.string(),
  closingId: z.string(),
  branchKey: z.string(),
  branchName: z.string().nullable(),
  businessDate: z.string(),
  state: z.enum(['closed', 'provisional', 'reopened', 'newer']),
  number: z.number(),
  atMs: z.number(),
  differing: z.number(),
  /** The entry with its last Z, where lines of it differ. */
  body: z.string().nullable(),
});

function differenceIn(body: string | null): KnownDay['difference'] {
  const close = parsedClose(body);
  const content = close && publishedZ(close);
  return content ? netDifference(content.lines) : [];
}

/** A day that this PC cannot tell, as another may say it, turns as days do by default. */
function soundDay<Day extends BusinessDay>(day: Day): Day {
  if (isKnownDay(day)) return day;
  const { timeZone, cutOff } = defaultBranchSettings;
  return { ...day, timeZone, cutOff };
}
const withSoundDay = (last: LastReading): LastReading =>
  last.reading ? { ...last, reading: soundDay(last.reading) } : { ...last, newer: soundDay(last.newer) };

type Pcs = { readonly pcs: () => HeadOfficePc[]; readonly pc: (id: string) => HeadOfficePc | null };

export function boardIn(db: Sqlite.Database, pcs: Pcs) {
  const branches = db
    .prepare('SELECT branch_key FROM close WHERE business_date >= ? UNION SELECT branch_key FROM reading')
    .pluck();
  const days = db.prepare(
    `SELECT c.pc, c.closing_id AS closingId, c.branch_key AS branchKey, c.branch_name AS branchName,
       c.business_date AS businessDate, iif(${NEWER}, 'newer', c.state) AS state, c.number, c.at_ms AS atMs, c.differing, z.body
     FROM close AS c LEFT JOIN entry AS z ON c.differing > 0 AND z.pc = c.pc AND z.seq = c.z_seq
     WHERE c.branch_key = ? AND c.business_date >= ? ORDER BY c.business_date, c.at_ms, c.pc, c.closing_id`,
  );
  const readings = db.prepare('SELECT pc, at_ms AS atMs, body FROM reading WHERE branch_key = ? ORDER BY pc');
  const closed = db
    .prepare(
      `SELECT 1 FROM close AS c WHERE branch_key = ? AND business_date = ? AND state = 'closed' AND NOT ${NEWER}`,
    )
    .pluck();
  return createKeptBoard({
    ...pcs,
    isClosed: (branchKey, date) => closed.get(branchKey, date) !== undefined,
    branches: (from) => branches.all(from) as string[],
    days: (branchKey, from) =>
      days.all(branchKey, from).map((row) => {
        const { body, ...day } = daySchema.parse(row);
        return { ...day, difference: differenceIn(body) };
      }),
    readings: (branchKey) => readingsIn(readings.all(branchKey)).map(withSoundDay),
  });
}
