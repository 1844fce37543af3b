/** The state of everything that reconciliation is computed from. Only small reads: it is asked for with every look at the page. */
import { createHash } from 'node:crypto';
import type { OutOfDateCause } from '#shared/domain/reconciliation.ts';
import type { ReadableDb } from '../../db.ts';
import { branchNames } from '../branch-names.ts';
import { OTHER_STANDS } from '../closing/other-closes.ts';
import type { Basis } from './stored.ts';

/** Where the tables are: each in a file of its own, or attached to one. */
type Files = { readonly cache: ReadableDb; readonly journal: ReadableDb };

const one = <T>(db: ReadableDb, sql: string): T | null =>
  db.prepare<{ value: T | null }>(sql).get()?.value ?? null;

const digestOf = (lines: readonly string[]): string => {
  const digest = createHash('sha256');
  for (const line of lines) digest.update(`${line}\n`);
  return digest.digest('hex').slice(0, 20);
};

/** Closes by number: a close, a reopening and a correction change it, and so does whatever rows of other PCs have become. */
function closesState({ cache, journal }: Files): string {
  const rows = journal
    .prepare<{ closing_id: string; state: string; revision: number | null }>(
      'SELECT closing_id, state, revision FROM closing WHERE number IS NOT NULL ORDER BY closing_id',
    )
    .all();
  const others = cache
    .prepare<{ closing_id: string; state: string; revision: number }>(
      'SELECT closing_id, state, revision FROM other_close ORDER BY closing_id',
    )
    .all();
  const times = one<number>(cache, 'SELECT times AS value FROM others_changed') ?? 0;
  const lines = [...rows, ...others].map(
    ({ closing_id, state, revision }) => `${closing_id} ${state} ${revision}`,
  );
  return digestOf([...lines, ...(times > 0 ? [`changed ${times}`] : [])]);
}

/** Early payouts, and how far each has come. */
function earlyState(cache: ReadableDb): string {
  const rows = cache
    .prepare<{ id: string; status: string }>(
      `SELECT request_id AS id, json_extract(value, '$.status') AS status FROM instant_request ORDER BY request_id`,
    )
    .all();
  return digestOf(rows.map(({ id, status }) => `${id} ${status}`));
}

export function readBasis(
  { cache, journal }: Files,
  { importIds, today }: { importIds: readonly string[]; today: string },
): Basis {
  const listRead = (name: string) =>
    one<number>(cache, `SELECT read_at_ms AS value FROM list_read WHERE name = '${name}'`);
  return {
    settledReadAtMs: listRead('settled'),
    settledState: String(
      one(
        cache,
        `SELECT COALESCE(SUM(count), 0) || ' ' || COALESCE(SUM(minor), 0) || ' ' || COALESCE(MAX(run), 0) AS value FROM settled_sync_sum`,
      ),
    ),
    windowsReadAtMs: listRead('windows'),
    requestsReadAtMs: listRead('requests'),
    earlyState: earlyState(cache),
    lastClosedAtMs: lastClosedAt({ cache, journal }),
    closesState: closesState({ cache, journal }),
    importIds: [...importIds],
    matchesState: String(
      one(
        journal,
        "SELECT (SELECT COUNT(*) FROM manual_match) || ' ' || (SELECT COUNT(*) FROM manual_match_taken_back) AS value",
      ),
    ),
    settings: settingsState(journal),
    today,
    branchNames: namesOf(journal, cache),
  };
}

function lastClosedAt({ cache, journal }: Files): number | null {
  const own = one<number>(journal, 'SELECT MAX(closed_at_ms) AS value FROM closing WHERE number IS NOT NULL');
  const other = one<number>(
    cache,
    `SELECT MAX(closed_at_ms) AS value FROM other_close AS c WHERE ${OTHER_STANDS}`,
  );
  return other === null ? own : Math.max(own ?? other, other);
}

/** The settings, how often people said what may be used of what was learnt, and how often they changed rules. */
const settingsState = (journal: ReadableDb): string =>
  [
    one<string>(journal, 'SELECT value FROM reconciliation_settings') ?? '',
    one<number>(journal, 'SELECT COUNT(*) AS value FROM learnt_decision'),
    one<number>(journal, 'SELECT COUNT(*) AS value FROM bank_rule'),
  ].join(' ');

function namesOf(journal: ReadableDb, cache: ReadableDb): string[] {
  const closed = journal
    .prepare<{ name: string }>(
      'SELECT DISTINCT branch_name AS name FROM closing WHERE number IS NOT NULL AND branch_name IS NOT NULL',
    )
    .all();
  const others = cache
    .prepare<{ name: string }>(
      `SELECT DISTINCT branch_name AS name FROM other_close AS c WHERE branch_name IS NOT NULL AND ${OTHER_STANDS}`,
    )
    .all();
  const names = [...closed, ...others].map(({ name }) => name);
  return [...new Set([...names, ...branchNames(cache).values()])].sort();
}

const differs = (a: Basis, b: Basis, ...names: (keyof Basis)[]) =>
  names.some((name) => JSON.stringify(a[name]) !== JSON.stringify(b[name]));

/** What has changed since. */
export function changedSince(then: Basis, now: Basis): OutOfDateCause[] {
  const causes: [OutOfDateCause, boolean][] = [
    ['closes', differs(then, now, 'closesState', 'lastClosedAtMs')],
    ['settled', differs(then, now, 'settledReadAtMs', 'settledState')],
    ['windows', differs(then, now, 'windowsReadAtMs')],
    ['early', differs(then, now, 'earlyState')],
    ['imports', differs(then, now, 'importIds')],
    ['matches', differs(then, now, 'matchesState')],
    ['settings', differs(then, now, 'settings')],
    ['day', differs(then, now, 'today')],
  ];
  return causes.filter(([, changed]) => changed).map(([cause]) => cause);
}
