/** The sums of the last run, as decisions are now, and whether it is still of the data as it is. */
import type { ComparisonSummary } from '#shared/contract/reconciliation-overview.ts';
import type { Total } from '#shared/contract/terminals.ts';
import { ageInDays, bucketOf } from '#shared/domain/ageing.ts';
import {
  ageBuckets,
  comparisons,
  exceptionStates,
  exceptionTypes,
  type AgeBucket,
  type Comparison,
  type ExceptionState,
  type ExceptionType,
} from '#shared/domain/reconciliation.ts';
import type { ReadableDb } from '../../db.ts';
import { currentSummaries, type Current } from './current.ts';
import { COLUMNS, exceptionOf, type Today } from './exceptions.ts';
import { createSums, type Sums } from './run/sums.ts';
import type { StoredSummary } from './stored.ts';

type Cell = { count: number; readonly ours: Sums; readonly theirs: Sums };

function createTable() {
  const cells = new Map<string, Cell>();
  return {
    add(
      place: { type: ExceptionType; age: AgeBucket; state: ExceptionState },
      count: number,
      both: { ours: readonly Total[]; theirs: readonly Total[] },
      sign: 1 | -1 = 1,
    ): void {
      const name = `${place.type} ${place.age} ${place.state}`;
      const cell = cells.get(name) ?? { count: 0, ours: createSums(), theirs: createSums() };
      cells.set(name, cell);
      cell.count += sign * count;
      for (const side of ['ours', 'theirs'] as const)
        for (const { amount, count: items } of both[side])
          cell[side].addMany({ ...amount, minor: BigInt(sign) * amount.minor }, sign * items);
    },
    rows: (): ComparisonSummary['exceptions'] =>
      exceptionTypes.flatMap((type) =>
        ageBuckets.flatMap((age) =>
          exceptionStates.flatMap((state) => {
            const cell = cells.get(`${type} ${age} ${state}`);
            if (!cell || cell.count === 0) return [];
            return [
              { type, age, state, count: cell.count, ours: cell.ours.totals(), theirs: cell.theirs.totals() },
            ];
          }),
        ),
      ),
  };
}

/** The exceptions that somebody decided on, with the amounts they have now. They are few. */
const DECIDED = `SELECT ${COLUMNS} FROM journal.exception_now AS n CROSS JOIN exception AS e ON e.key = n.key
  WHERE n.state <> 'open' AND n.version = e.version AND e.run = ? AND e.comparison = ?`;

function exceptionsOf(
  results: ReadableDb,
  { comparison, groups }: StoredSummary,
  { run }: Current,
  today: Today,
): ComparisonSummary['exceptions'] {
  const table = createTable();
  const ageOf = (date: string) => bucketOf(ageInDays(date === '' ? null : date, today.today, today.days));
  for (const { type, date, count, ours, theirs } of groups)
    table.add({ type, age: ageOf(date), state: 'open' }, count, { ours, theirs });
  for (const row of results.prepare(DECIDED).safeIntegers().iterate(run, comparison)) {
    const { type, age, state, ours, theirs } = exceptionOf(row, today);
    const both = { ours: createSums(ours ? [ours] : []).totals(), theirs: createSums(theirs).totals() };
    table.add({ type, age, state: 'open' }, 1, both, -1);
    table.add({ type, age, state }, 1, both);
  }
  return table.rows();
}

const notRun = (comparison: Comparison): ComparisonSummary => ({
  comparison,
  state: 'not-run',
  all: { ours: [], theirs: [] },
  matched: [],
  expected: [],
  exceptions: [],
  before: { from: null, ours: [], theirs: [] },
  leftOut: [],
  held: 0,
  booked: [],
  covered: null,
});

export function summariesOf(results: ReadableDb, current: Current | null, today: Today): ComparisonSummary[] {
  const stored = current ? currentSummaries(results) : [];
  return comparisons.map((comparison) => {
    const found = stored.find((one) => one.comparison === comparison);
    if (!found || !current) return notRun(comparison);
    const { groups: _groups, ...summary } = found;
    return { ...summary, exceptions: exceptionsOf(results, found, current, today) };
  });
}

/** What lists can be filtered on. */
export function filtersOf(results: ReadableDb, current: Current | null) {
  const owners = results
    .prepare<{ owner: string }>(
      'SELECT DISTINCT owner FROM journal.exception_now WHERE owner IS NOT NULL ORDER BY owner',
    )
    .all();
  return { owners: owners.map(({ owner }) => owner), branchNames: current?.basis.branchNames ?? [] };
}
