/** Removes or flips a sign in one place at a time, runs a share of days, and prints which difference gave it away. */
import { tool, underMutation, type Mutation } from './mutate.ts';

const DB = 'electron/database/repositories';
const KINDS = 'shared/domain/kinds';
const mutations: readonly (readonly [file: string, from: string, to: string])[] = [
  [`${KINDS}/kind.ts`, 'return -size;', 'return size;'],
  [`${KINDS}/kind.ts`, 'return undoes ? -size : 0n;', 'return undoes ? size : 0n;'],
  [`${KINDS}/kind.ts`, 'return undoes ? -size : 0n;', 'return -size;'],
  [`${KINDS}/kind.ts`, 'const size = sizeOf(minor);', 'const size = minor;'],
  [`${KINDS}/sums.ts`, 'minor: addsOf(kind, amount.minor, undoes !== null)', 'minor: amount.minor'],
  [`${KINDS}/pairs.ts`, 'size === sizeOf(sale.minor)', 'size !== sizeOf(sale.minor)'],
  [`${KINDS}/sums.ts`, 'minor: -absolute(amount).minor', 'minor: absolute(amount).minor'],
  [`${DB}/closing/lines.ts`, "side === 'sales' ? adds.minor : -adds.minor", 'adds.minor'],
  [`${DB}/closing/lines.ts`, "side === 'sales' ? adds.minor : -adds.minor", 'row.amount.minor'],
  [`${DB}/closing/lines.ts`, 'isSale ? addsOfRow(row).minor : sizeOf(row.amount.minor)', 'row.amount.minor'],
  [`${DB}/closing/lines.ts`, ': sizeOf(row.amount.minor)', ': addsOfRow(row).minor'],
  [`${DB}/closing/report-sums.ts`, 'addsOfRow(row).minor', 'row.amount.minor'],
  [`${DB}/closing/closed-sales.ts`, 'minor: r.adds_minor', 'minor: -r.adds_minor'],
  [`${DB}/transaction-rows.ts`, 'addsOfRow({ kind: row.kind, amount, undoes: row.undoes })', 'amount'],
  [`${DB}/settled-listed.ts`, 'addsOfRow({ kind, undoes, amount: settled.amount })', 'settled.amount'],
  [`${DB}/windows.ts`, 'SUM(adds_minor)', 'SUM(ABS(adds_minor))'],
  [`${DB}/settled-sums.ts`, 'THEN -ABS(amount_minor) ELSE 0', 'THEN ABS(amount_minor) ELSE 0'],
  [`${DB}/settled-sums.ts`, 'THEN 0 ELSE adds_minor -', 'THEN 0 ELSE ABS(adds_minor) -'],
  [
    `${DB}/closing/report-sums.ts`,
    "reversals: netOf(ofKind(rows, 'reversal'))",
    "reversals: netOf(ofKind(rows, 'sale'))",
  ],
  [
    `${DB}/reconciliation/items.ts`,
    'amount: { minor: adds_minor, currency }',
    'amount: { minor: amount_minor, currency }',
  ],
];

export const sumMutations: readonly Mutation[] = mutations.map(([file, from, to]) => ({ file, from, to }));

/** The first difference that the share of days finds; null where it finds none. */
function caught(): string | null {
  const services = 'test/electron/services';
  const tests = [
    'test/one-truth/one-truth.test.ts',
    `${services}/reconciliation/run.test.ts`,
    `${services}/bridge/bridge.test.ts`,
  ];
  const { ok, said } = tool('vitest/vitest.mjs', ['run', ...tests], { CLOSEOUT_DAYS: '20' });
  if (ok) return null;
  return (
    /"((?:day \d+|reconciliation)[^"]*)"/.exec(said)?.[1] ?? /\w*Error: .*/.exec(said)?.[0] ?? 'no reason'
  );
}

/** Returns how many mutations no test caught. */
export function mutateSums(): number {
  let missed = 0;
  for (const mutation of sumMutations) {
    const { file, from, to } = mutation;
    const by = underMutation(mutation, caught);
    if (by === null) missed += 1;
    console.log(`| ${file} | ${from} → ${to} | ${by ?? 'NOT CAUGHT'} |`);
  }
  console.log(`${mutations.length} mutations of sums, ${missed} not caught`);
  return missed;
}
