/** Lists of exceptions, with what people decided of them. */
import { z } from 'zod';
import type { ExceptionFilter, ReconcileException } from '#shared/contract/reconciliation-items.ts';
import { ageInDays, bucketOf, datesOfBucket } from '#shared/domain/ageing.ts';
import {
  comparisons,
  exceptionStates,
  exceptionTypes,
  type Comparison,
} from '#shared/domain/reconciliation.ts';
import { searchText } from '#shared/text/digits.ts';
import type { BusinessDays } from '#shared/time/business-days.ts';
import type { ReadableDb } from '../../db.ts';
import { MATCHED_SINCE, type Current } from './current.ts';
import { decodeItem, decodeItems } from './stored.ts';

export type Today = { readonly today: string; readonly days: BusinessDays; readonly settlementDays: number };
type ExceptionSort = 'oldest' | 'newest' | 'largest';
type Cursor = { readonly by: string | bigint; readonly key: string };
export type ExceptionQuery = {
  readonly comparison: Comparison;
  readonly filter: ExceptionFilter;
  readonly sort: ExceptionSort;
  readonly after: Cursor | null;
};

export const COLUMNS = `e.key, e.comparison, e.type, e.date, e.size_minor, e.version, e.usual_share, e.fee_minor, e.quoted_minor, e.ours, e.theirs,
  COALESCE(n.owner, '') AS owner, COALESCE(n.due_on, '') AS due_on, COALESCE(n.remark, '') AS remark,
  COALESCE(n.state, 'open') AS state, COALESCE(n.version, '') AS decided_version`;
const rowSchema = z.object({
  key: z.string(),
  comparison: z.enum(comparisons),
  type: z.enum(exceptionTypes),
  date: z.string(),
  size_minor: z.bigint(),
  version: z.string(),
  usual_share: z.bigint().nullable(),
  fee_minor: z.bigint().nullable(),
  quoted_minor: z.bigint().nullable(),
  ours: z.string().nullable(),
  theirs: z.string(),
  owner: z.string(),
  due_on: z.string(),
  remark: z.string(),
  state: z.enum(exceptionStates),
  decided_version: z.string(),
});

/** A row that was read with safe integers. */
export function exceptionOf(row: unknown, { today, days }: Today): ReconcileException {
  const r = rowSchema.parse(row);
  const ours = r.ours === null ? null : decodeItem(r.ours);
  const theirs = decodeItems(r.theirs);
  const currencies = new Set([...(ours ? [ours] : []), ...theirs].map(({ amount }) => amount.currency));
  const [currency = ''] = currencies;
  const date = r.date === '' ? null : r.date;
  const ageDays = ageInDays(date, today, days);
  const holds = r.state === 'open' || r.decided_version === r.version;
  const state = holds ? r.state : 'open';
  const dueOn = r.due_on === '' ? null : r.due_on;
  const chargedIn = theirs[0]?.amount.currency ?? currency;
  const minor = theirs.reduce((sum, { amount }) => sum + amount.minor, 0n) - (ours?.amount.minor ?? 0n);
  return {
    key: r.key,
    version: r.version,
    comparison: r.comparison,
    type: r.type,
    ours,
    theirs,
    difference: currencies.size === 1 ? { minor, currency } : null,
    fee:
      r.fee_minor === null
        ? null
        : {
            taken: { minor: r.fee_minor, currency: chargedIn },
            quoted: r.quoted_minor === null ? null : { minor: r.quoted_minor, currency: chargedIn },
            usualShare: r.usual_share === null ? null : Number(r.usual_share),
          },
    date,
    age: bucketOf(ageDays),
    ageDays,
    state,
    reopenedByChange: !holds,
    owner: r.owner === '' ? null : r.owner,
    dueOn,
    overdue: state === 'open' && dueOn !== null && dueOn < today,
    remark: r.remark,
  };
}

const list = (values: readonly string[]) => JSON.stringify(values);
const IN = (name: string) => `IN (SELECT value FROM json_each(@${name}))`;

/** FROM and WHERE; exported so that a test can read the plan. Whoever has few decisions to look at begins with those. */
function exceptionWhere(
  { comparison, filter }: Pick<ExceptionQuery, 'comparison' | 'filter'>,
  { run, startedAtMs }: Pick<Current, 'run' | 'startedAtMs'>,
  { today, days }: Today,
): { sql: string; args: Record<string, unknown>; fromDecisions: boolean } {
  const { types, ages, states, owner, branchNames, text } = filter;
  const args: Record<string, unknown> = { run, comparison, startedAtMs };
  const parts = ['e.run = @run', 'e.comparison = @comparison', `e.key NOT IN (${MATCHED_SINCE})`];
  const add = (part: string, named: Record<string, unknown> = {}) => {
    parts.push(part);
    Object.assign(args, named);
  };
  if (types.length > 0) add(`e.type ${IN('types')}`, { types: list(types) });
  if (ages.length > 0) {
    const ranges = ages.map((age, at) => {
      const range = datesOfBucket(age, today, days);
      Object.assign(args, { [`from${at}`]: range?.from ?? '0', [`to${at}`]: range?.to ?? '9' });
      return range === null ? `e.date = ''` : `e.date BETWEEN @from${at} AND @to${at}`;
    });
    add(`(${ranges.join(' OR ')})`);
  }
  if (states.length > 0 && states.length < exceptionStates.length) {
    const decided = states.filter((state) => state !== 'open');
    const isDecided = `(n.state ${IN('states')} AND n.version = e.version)`;
    const isOpen = `(n.key IS NULL OR n.state = 'open' OR n.version <> e.version)`;
    add(states.includes('open') ? `(${isOpen} OR ${isDecided})` : isDecided, { states: list(decided) });
  }
  if (owner !== null)
    add(owner === '' ? 'n.owner IS NULL' : 'n.owner = @owner', owner === '' ? {} : { owner });
  if (branchNames.length > 0) add(`e.branch ${IN('branches')}`, { branches: list(branchNames) });
  if (text.trim() !== '') add('instr(e.search, @text) > 0', { text: searchText(text) });
  const fromDecisions = (owner !== null && owner !== '') || (states.length > 0 && !states.includes('open'));
  const from = fromDecisions
    ? 'journal.exception_now AS n CROSS JOIN exception AS e ON e.key = n.key'
    : 'exception AS e LEFT JOIN journal.exception_now AS n ON n.key = e.key';
  return { sql: `FROM ${from} WHERE ${parts.join(' AND ')}`, args, fromDecisions };
}

const ORDER: Record<ExceptionSort, { by: string; direction: 'ASC' | 'DESC'; after: '>' | '<' }> = {
  oldest: { by: 'e.date', direction: 'ASC', after: '>' },
  newest: { by: 'e.date', direction: 'DESC', after: '<' },
  largest: { by: 'e.size_minor', direction: 'DESC', after: '<' },
};

/** One keyset page; exported so that a test can read its plan. */
export function exceptionPageSql(query: ExceptionQuery, current: Current, today: Today) {
  const { sql, args } = exceptionWhere(query, current, today);
  const { by, direction, after } = ORDER[query.sort];
  const from = query.after ? ` AND (${by}, e.key) ${after} (@afterBy, @afterKey)` : '';
  return {
    sql: `SELECT ${COLUMNS} ${sql}${from} ORDER BY ${by} ${direction}, e.key ${direction} LIMIT @limit`,
    args: { ...args, ...(query.after && { afterBy: query.after.by, afterKey: query.after.key }) },
  };
}

export function exceptionPage(
  results: ReadableDb,
  query: ExceptionQuery & { limit: number },
  current: Current,
  today: Today,
) {
  const { sql, args } = exceptionPageSql(query, current, today);
  const found = results
    .prepare(sql)
    .safeIntegers()
    .all({ ...args, limit: query.limit + 1 });
  const shown = found.slice(0, query.limit);
  const last = found.length > query.limit ? rowSchema.parse(shown.at(-1)) : null;
  return {
    rows: shown.map((row) => exceptionOf(row, today)),
    next: last && { by: query.sort === 'largest' ? last.size_minor : last.date, key: last.key },
  };
}

/** These of the result that stands, in no order; keys that are gone are left out. */
export function exceptionsOf(
  results: ReadableDb,
  keys: readonly string[],
  current: Current,
  today: Today,
): ReconcileException[] {
  const get = results
    .prepare(
      `SELECT ${COLUMNS} FROM exception AS e LEFT JOIN journal.exception_now AS n ON n.key = e.key
       WHERE e.run = @run AND e.key = @key AND e.key NOT IN (${MATCHED_SINCE})`,
    )
    .safeIntegers();
  return keys.flatMap((key) => {
    const [comparison = ''] = key.split(':');
    const row = get.get({ run: current.run, startedAtMs: current.startedAtMs, comparison, key });
    return row === undefined ? [] : [exceptionOf(row, today)];
  });
}

const totalSchema = z.object({
  count: z.bigint(),
  ours_count: z.bigint(),
  ours_currency: z.string().nullable(),
  ours: z.bigint().nullable(),
  theirs_count: z.bigint(),
  theirs_currency: z.string().nullable(),
  theirs: z.bigint().nullable(),
});
type ExceptionSum = z.output<typeof totalSchema>;

/** Sums under one filter, by the currencies of both sides. */
export function exceptionSums(
  results: ReadableDb,
  query: Pick<ExceptionQuery, 'comparison' | 'filter'>,
  current: Current,
  today: Today,
): ExceptionSum[] {
  const { sql, args } = exceptionWhere(query, current, today);
  return results
    .prepare(
      `SELECT COUNT(*) AS count, COUNT(e.ours) AS ours_count, e.ours_currency, SUM(e.ours_minor) AS ours,
         SUM(e.theirs_count) AS theirs_count, e.theirs_currency, SUM(e.theirs_minor) AS theirs
       ${sql} GROUP BY e.ours_currency, e.theirs_currency`,
    )
    .safeIntegers()
    .all(args)
    .map((row) => totalSchema.parse(row));
}
