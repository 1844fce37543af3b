/** Defects that a reader of the whole repository once found: each is put back as it was, and the test that holds it has to fail. */
import { tool, underMutation, type Mutation } from './mutate.ts';

type Defect = Mutation & {
  readonly defect: number;
  readonly is: string;
  /** The file of tests and the beginning of the name of the one that has to fail; `lint` asks the rules of eslint.config.js. */
  readonly heldBy: readonly [file: string, name: string] | 'lint';
};

const SERVICES = 'electron/services';
const CLAIMS = 'test/electron/services/head-office/claims.test.ts';
const STATEMENT = 'test/electron/services/bridge/statement.test.ts';
export const defects: readonly Defect[] = [
  {
    defect: 1,
    is: 'the refusal to remove a terminal is shown nowhere',
    file: 'renderer/features/terminals/index.tsx',
    from: "void orTell(call('terminals.remove', { terminalId: terminal.terminalId }))",
    to: "void call('terminals.remove', { terminalId: terminal.terminalId })",
    heldBy: 'lint',
  },
  {
    defect: 2,
    is: 'a file that is narrowed to early or odd rows says that it holds everything',
    file: 'renderer/features/settlement/filter-texts.ts',
    from: 'narrowing(settledFilterFields, filter).map(wordOf)',
    to: "narrowing(settledFilterFields, filter).filter((field) => field !== 'early' && field !== 'odd').map(wordOf)",
    heldBy: ['test/renderer/settlement/filter-texts.test.ts', 'a file says each thing'],
  },
  {
    defect: 3,
    is: 'pageSize of gateway-profile.json is parsed and never read',
    file: 'electron/gateway/endpoint-overrides.ts',
    from: "reversalOrderIdField: z.enum(['merchant_order_id', 'ref_number']).optional(),",
    to: "reversalOrderIdField: z.enum(['merchant_order_id', 'ref_number']).optional(), pageSize: z.number().optional(),",
    heldBy: ['test/electron/gateway/endpoint-overrides.test.ts', 'a field that nothing reads is refused'],
  },
  {
    defect: 4,
    is: 'what was never sent ends as not known',
    file: 'shared/domain/operation.ts',
    from: "    case 'EXPIRED':\n    case 'RESOLVED_NOT_DONE':",
    to: "    case 'RESOLVED_NOT_DONE':",
    heldBy: ['test/renderer/components/endings.test.tsx', 'a movement that is EXPIRED'],
  },
  {
    defect: 5,
    is: 'a machine in Arabic gets errors of the start and of the HTTP host in English',
    file: 'electron/core/machine-language.ts',
    from: 'isArabic(locale) ? ar : en;',
    to: 'isArabic(locale) ? (ar && en) : en;',
    heldBy: ['test/electron/core/machine-language.test.ts', 'a start that fails says so'],
  },
  {
    defect: 6,
    is: 'a tenth place has the key Alt and Digit10',
    file: 'renderer/frame/places.tsx',
    from: "code: 'KeyP'",
    to: "code: 'Digit10'",
    heldBy: ['test/renderer/frame/places.test.ts', 'the first nine places keep'],
  },
  {
    defect: 7,
    is: 'a terminal that was read half an hour ago was not read today',
    file: `${SERVICES}/terminals/terminal-view.ts`,
    from: 'startOfBusinessDate(businessDateOf(nowMs, day), day)',
    to: 'new Date(nowMs).setHours(0, 0, 0, 0)',
    heldBy: ['test/electron/services/terminals/terminals.test.ts', 'our state of a terminal'],
  },
  {
    defect: 7,
    is: 'the head does not say that its time is that of the oldest read',
    file: 'renderer/components/page.tsx',
    from: "oldest ? 'app.asOf.oldest' : 'app.asOf.at'",
    to: "oldest ? 'app.asOf.at' : 'app.asOf.at'",
    heldBy: ['test/renderer/terminals/state.test.tsx', 'the head says so of several reads'],
  },
  {
    defect: 8,
    is: 'the grid tells its keys in English words of its library',
    file: 'renderer/components/grid-texts.ts',
    from: 'isWord(key) ? t(`grid.${key}`) : defaultValue',
    to: 'isWord(key) ? defaultValue : t(`grid.${key}`)',
    heldBy: ['test/renderer/components/grid-texts.test.ts', 'what the grid tells'],
  },
  {
    defect: 9,
    is: 'a stored row that lacks a newer key is not read',
    file: 'electron/database/repositories/stored-row.ts',
    from: "typeof value === 'object' && value !== null ? filled(schema, value) : value",
    to: 'typeof value === "object" && value === null ? filled(schema, {}) : value',
    heldBy: ['test/electron/database/stored-row.test.ts', 'so is a settlement window'],
  },
  {
    defect: 9,
    is: 'a sum takes the index of the sums for a column that is not in it',
    file: 'electron/database/repositories/settled-recount.ts',
    from: "if (summed) return 'settled INDEXED BY settled_amounts';",
    to: "if (summed || early === false) return 'settled INDEXED BY settled_amounts';",
    heldBy: ['test/electron/services/settlement/downloads.test.ts', 'sums of rows that were not paid early'],
  },
  {
    defect: 10,
    is: 'the connection check stands on the list of terminals, which is assumed',
    file: `${SERVICES}/profiles/check-connection.ts`,
    from: 'gateway.listSettled({ page: 1, limit: 1, branchIds: [] }),\n    gateway.listWindows(1, 1),',
    to: 'gateway.listTerminals(),\n    gateway.listTerminals(),',
    heldBy: ['test/electron/gateway/independent/connection.test.ts', 'a gateway that answers a web page'],
  },
  {
    defect: 11,
    is: 'a page of HTML for a missing path says that the address is no gateway',
    file: 'electron/gateway/errors.ts',
    from: "error.code === 'not-a-gateway' || (error.code === 'not-found' && !namesRecord)",
    to: "error.code === 'not-found' && !namesRecord",
    heldBy: ['test/electron/services/terminals/terminals.test.ts', 'a gateway without a list of terminals'],
  },
  {
    defect: 11,
    is: 'Read all does nothing that a person sees while there is no terminal',
    file: 'renderer/features/today/store.ts',
    from: 'if (get().today?.terminalCount === 0) return get().begin();',
    to: '',
    heldBy: ['test/renderer/today/read-all.test.ts', 'without a terminal it asks for the list'],
  },
  {
    defect: 12,
    is: 'what was never read is shown as 0 sales',
    file: 'renderer/features/instant-settlement/head.tsx',
    from: 'read.readAtMs !== null && unavailable === null',
    to: 'read.readAtMs !== undefined && unavailable !== undefined',
    heldBy: ['test/renderer/not-known.test.tsx', 'instant settlement'],
  },
  {
    defect: 13,
    is: 'a sale of before its terminal was first read is missing in our closes',
    file: 'electron/database/repositories/reconciliation/run/sale-stands.ts',
    from: 'return { beforeFirstRead: true, waitsFor: null };',
    to: 'return { beforeFirstRead: false, waitsFor: null };',
    heldBy: ['test/electron/services/reconciliation/run.test.ts', 'a settled sale waits for the close'],
  },
  {
    defect: 13,
    is: 'a sale of a branch whose day is open is missing in our closes',
    file: 'electron/database/repositories/reconciliation/run/sale-stands.ts',
    from: "waits ? { kind: 'close', branchKey, branchName, date } : null",
    to: "waits && date === '' ? { kind: 'close', branchKey, branchName, date } : null",
    heldBy: ['test/electron/services/reconciliation/run.test.ts', 'a settled sale waits for the close'],
  },
  {
    defect: 14,
    is: 'a payout is missing at the bank if a statement covers one of its days',
    file: 'shared/domain/matching/index.ts',
    from: 'const isOpen = item.date === null ? !isCovered(null) : waitsFor !== null;',
    to: 'const isOpen = !isCovered(expectedBy);',
    heldBy: ['test/shared/domain/matching/rules.test.ts', 'what is not matched'],
  },
  {
    defect: 14,
    is: 'the list of windows says missing of days that no statement covers',
    file: 'electron/database/repositories/no-deposit.ts',
    from: "if (noStatement) return { state: 'no-statement', noStatement };",
    to: "if (noStatement) return { state: 'missing', noStatement: null };",
    heldBy: [STATEMENT, 'a deposit is missing only if'],
  },
  {
    defect: 15,
    is: 'Import asks for a currency that only can be the merchant’s',
    file: `${SERVICES}/imports/inspect.ts`,
    from: 'if (code === null || table.guess',
    to: 'if (code !== null || table.guess',
    heldBy: [STATEMENT, 'a file that names no currency'],
  },
  {
    defect: 15,
    is: 'a deposit beside the only payout of almost its amount is an unrelated fact',
    file: 'electron/database/repositories/reconciliation/open-items.ts',
    from: 'isOnlyNear: one.item.itemId === only',
    to: 'isOnlyNear: one.item.itemId === only && only === null',
    heldBy: [STATEMENT, 'the only payout of almost the amount'],
  },
  {
    defect: 16,
    is: 'record.continued stands as a code in the last events of Today',
    file: 'renderer/features/today/recent.tsx',
    from: '{actionText(t, event.action)}',
    to: '{t(`today.record.${event.action}`, { defaultValue: event.action })}',
    heldBy: ['test/renderer/today/recent.test.tsx', 'an entry of the record has words'],
  },
  {
    defect: 17,
    is: 'an open operation whose claim is refused asks head office with every answer, without a pause',
    file: `${SERVICES}/head-office/claim-settling.ts`,
    from: 'refused.set(opId, clock.nowMs());',
    to: '',
    heldBy: [CLAIMS, 'an open operation whose claim is refused'],
  },
  {
    defect: 18,
    is: 'a PC that was told that it is withdrawn moves money once head office is not reached',
    file: `${SERVICES}/head-office/claims.ts`,
    from: 'const failure = apart.now(now.standing);',
    to: 'const failure = apart.now(null) && null;',
    heldBy: [CLAIMS, 'a PC that was told'],
  },
  {
    defect: 19,
    is: 'where a disk was copied, one computer gives back the claims of the other',
    file: `${SERVICES}/head-office/claim-settling.ts`,
    from: 'isDoubtful || !unbegun.mayBe(opId)',
    to: 'isDoubtful',
    heldBy: [CLAIMS, 'a claim from before this process'],
  },
];

/** The first line with which the check fails; null if it passes. */
function caught({ file, heldBy }: Defect): string | null {
  if (heldBy === 'lint') {
    const { ok, said } = tool('eslint/bin/eslint.js', [file]);
    return ok ? null : (/error .*/.exec(said)?.[0] ?? said);
  }
  const [tests, name] = heldBy;
  const { ok, said } = tool('vitest/vitest.mjs', ['run', tests, '-t', name]);
  if (ok) return null;
  const failed = /FAIL .*/.exec(said)?.[0] ?? '';
  return failed.includes(name) ? (/\w*Error: .*/.exec(said)?.[0] ?? failed) : null;
}

/** Puts the defects with these numbers back, one by one; all of them if `numbers` is empty. Returns how many no test caught. */
export function mutateDefects(numbers: readonly number[]): number {
  const asked = defects.filter(({ defect }) => numbers.length === 0 || numbers.includes(defect));
  let missed = 0;
  for (const one of asked) {
    const by = underMutation(one, () => caught(one));
    if (by === null) missed += 1;
    const test = one.heldBy === 'lint' ? 'lint' : one.heldBy.join(': ');
    console.log(`| ${one.defect} | ${one.is} | ${test} | ${by ?? 'NOT CAUGHT'} |`);
  }
  console.log(`${asked.length} defects put back, ${missed} not caught`);
  return missed;
}
