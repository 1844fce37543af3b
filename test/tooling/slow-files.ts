/**
 * Test files that take more than 5 s beside the static checks: `npm run quick` leaves them out, every other lane runs them. A new test
 * file needs no entry. `npm test` says which entries are missing or no longer needed.
 */
import { seconds, type Timing } from './counts.ts';

const LIMIT_MS = 5_000;

export const slowFiles: readonly string[] = [
  'test/attack/shares.test.ts',
  'test/electron/audit/open-audit.test.ts',
  'test/electron/backup/backup.test.ts',
  'test/electron/conformance/built-in.test.ts',
  'test/electron/core/practice-story.test.ts',
  'test/electron/core/upkeep.test.ts',
  'test/electron/database/other-closes.property.test.ts',
  'test/electron/database/repositories/settled-fast.test.ts',
  'test/electron/gateway/shapes/learn.test.ts',
  'test/electron/gateway/shapes/learnt-fuzz.test.ts',
  'test/electron/head-office/approvals.test.ts',
  'test/electron/head-office/chain-histories.test.ts',
  'test/electron/head-office/chain-people.test.ts',
  'test/electron/head-office/claims.test.ts',
  'test/electron/head-office/kept-board.test.ts',
  'test/electron/head-office/two-cores.test.ts',
  'test/electron/hosts/launch/one-core.test.ts',
  'test/electron/key-process/key-process.test.ts',
  'test/electron/rights/approved-at-once.test.ts',
  'test/electron/rights/through-the-contract.test.ts',
  'test/electron/sandbox/properties/money.test.ts',
  'test/electron/sandbox/properties/requests.test.ts',
  'test/electron/services/bills/bills.test.ts',
  'test/electron/services/bridge/statement.test.ts',
  'test/electron/services/checkouts/checkouts.test.ts',
  'test/electron/services/closing/closes.property.test.ts',
  'test/electron/services/closing/days.test.ts',
  'test/electron/services/closing/lost-numbers.test.ts',
  'test/electron/services/closing/steps.test.ts',
  'test/electron/services/deliveries/deliveries.test.ts',
  'test/electron/services/imports/imports.test.ts',
  'test/electron/services/making/lost-answers.test.ts',
  'test/electron/services/making/lost-writes.test.ts',
  'test/electron/services/operations/acknowledgement.test.ts',
  'test/electron/services/operations/early-payouts.test.ts',
  'test/electron/services/operations/order-movements.test.ts',
  'test/electron/services/operations/reversal.test.ts',
  'test/electron/services/operations/unreadable-rows.test.ts',
  'test/electron/services/other-closes/other-closes.test.ts',
  'test/electron/services/reconciliation/acts.test.ts',
  'test/electron/services/reconciliation/run.test.ts',
  'test/electron/services/settlement/downloads.test.ts',
  'test/electron/services/settlement/settlement.test.ts',
  'test/electron/services/settlement/sync-settled.property.test.ts',
  'test/electron/services/terminals/terminals.test.ts',
  'test/faults/clock.test.ts',
  'test/faults/close-kill.test.ts',
  'test/faults/disk/power-cut.test.ts',
  'test/faults/disk/storage.test.ts',
  'test/faults/head-office.test.ts',
  'test/faults/journal/journal-damage.test.ts',
  'test/faults/kill.test.ts',
  'test/faults/one-request.test.ts',
  'test/faults/settled-sync.test.ts',
  'test/faults/simulation.test.ts',
  'test/faults/simulation/chain/office.test.ts',
  'test/faults/wire.test.ts',
  'test/one-truth/first-connection.test.ts',
  'test/one-truth/one-truth.test.ts',
  'test/renderer/components/endings.test.tsx',
  'test/renderer/reports/pdf.test.tsx',
];

/** Set for a run of Vitest that leaves them out. */
export const WITHOUT_SLOW_FILES = 'CLOSEOUT_TEST_WITHOUT_SLOW_FILES';

/** What this list does not say yet, or says no longer. Twice the limit and half of it: a busy machine is slower. */
export function adviceOnSlowFiles(files: readonly Timing[]): string[] {
  const listed = new Set(slowFiles);
  const told = ({ name, ms }: Timing) => `${seconds(ms).padStart(8)}  ${name}`;
  const missing = files.filter(({ name, ms }) => !listed.has(name) && ms > 2 * LIMIT_MS).map(told);
  const quick = files.filter(({ name, ms }) => listed.has(name) && ms < LIMIT_MS / 2).map(told);
  return [
    ...(missing.length > 0 ? ['slow, but not in test/tooling/slow-files.ts:', ...missing] : []),
    ...(quick.length > 0 ? ['in test/tooling/slow-files.ts, but quick:', ...quick] : []),
  ];
}
