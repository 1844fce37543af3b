/** What the gateway settles and what reconciliation finds: every sum of it beside the reference. */
import { settledFilterSchema, type SettledTransaction } from '#shared/contract/settlement.ts';
import { must, type Shop } from '../electron/services/closing/shop.ts';
import { reconcile, windowOf as aWindow } from '../electron/services/reconciliation/settled.ts';
import { total, type Judged, type Line, type Row } from './reference.ts';
import { comparing, isAny, toLines, written, type Found, type Lived } from './comparing.ts';

const windowOf = (seed: number, currency: string) => `W-${seed}-${currency}`;

const settledRow = (seed: number, branch: string, row: Row, atMs: number): SettledTransaction => ({
  transactionId: `TX-${row.id}`,
  merchantOrderId: row.order,
  refNumber: row.reference,
  terminalId: row.till,
  branchId: branch,
  branchName: null,
  channel: 'pos',
  method: 'card',
  paymentType: row.word,
  entryMode: 'CHIP',
  amount: { minor: row.minor, currency: row.currency },
  fee: null,
  vat: null,
  net: null,
  settlementDate: { kind: 'instant', atMs, raw: String(atMs) },
  createdAt: null,
  windowId: windowOf(seed, row.currency),
  batchId: null,
  raw: '{}',
});

/** The gateway settles every day whole, in one window for each of its currencies. */
export async function settle(shop: Shop, lived: readonly Lived[], found: Found): Promise<void> {
  const { context, settlement, figures } = shop.session();
  const atMs = shop.clock.nowMs();
  const rows = lived.flatMap(({ seed, branch, day }) =>
    day.rows.map((row) => settledRow(seed, branch, row, atMs)),
  );
  const begin = { branchIds: [], anew: false, atMs, anewAfterMs: Number.MAX_SAFE_INTEGER };
  const { run } = await context.db.call('settlement.beginSync', begin);
  await context.db.call('settlement.storePage', { run, rows, pagesDone: 0, total: null });
  await compareWindows(shop, lived, found);
  const summary = async (more: object) =>
    must(await settlement.settledSummary({ filter: settledFilterSchema.parse(more) })).recount.gross;
  for (const { seed, all } of lived) {
    const { same } = comparing(found, `day ${seed}`);
    for (const { currency, ...line } of total(all, 'adds', isAny))
      same('settled, of a window', await summary({ windowId: windowOf(seed, currency) }), [
        { currency, ...line },
      ]);
  }
  const everything = total(
    lived.flatMap(({ all }) => all),
    'adds',
    isAny,
  );
  const { same } = comparing(found, `round of day ${lived[0]?.seed}`);
  same('settled, of a day', await summary({ fromMs: atMs, toMs: atMs + 1 }), everything);
  for (const { seed, branch, all } of lived)
    comparing(found, `day ${seed}`).same(
      'settled, of a branch',
      await summary({ fromMs: atMs, toMs: atMs + 1, branchIds: [branch] }),
      total(all, 'adds', isAny),
    );
  const { currencies } = must(await figures.get({ span: 'days' }));
  const ofToday = currencies.flatMap(({ settled }) => {
    const last = settled.at(-1);
    return last && last.count > 0 ? [{ count: last.count, amount: last.gross }] : [];
  });
  same('figures', ofToday, everything);
}

/** Windows whose own figures are the reference's: nothing differs from them, and the bridge of each expects them. */
async function compareWindows(shop: Shop, lived: readonly Lived[], found: Found): Promise<void> {
  const { context, settlement, bridge } = shop.session();
  const expected = lived.flatMap(({ seed, all }) =>
    total(all, 'adds', isAny).map((line) => ({ seed, line })),
  );
  const windows = expected.map(({ seed, line: { currency, count, minor } }) => {
    const amount = { minor, currency };
    const figures = { gross: amount, net: amount, adjustments: null, transactionsCount: count };
    return aWindow(windowOf(seed, currency), minor, figures);
  });
  await context.db.call('settlement.replaceWindows', { windows, readAtMs: shop.clock.nowMs() });
  await context.db.call('settlement.sumWindows', null);
  const { same } = comparing(found, `round of day ${lived[0]?.seed}`);
  for (const { windowId, differs } of must(await settlement.windows()).windows)
    for (const one of differs)
      if (one.figure === 'gross' || one.figure === 'net')
        same(`window ${windowId}`, [{ count: 0, amount: one.rows }], []);
  for (const { seed, line } of expected) {
    const view = must(await bridge.get({ subject: windowOf(seed, line.currency) }));
    comparing(found, `day ${seed}`).same('bridge', [{ count: line.count, amount: view.expected }], [line]);
  }
}

/** What reconciliation has on both sides of the sales, after all days of a shop. It does not count rows that add nothing: amounts only. */
export async function compareReconciled(shop: Shop, days: readonly Judged[], found: Found): Promise<void> {
  const { comparisons } = await reconcile(shop);
  const sales = comparisons.find(({ comparison }) => comparison === 'sales');
  const amounts = (lines: readonly Line[]) => written(lines.map((line) => ({ ...line, count: 0 })));
  const ours = amounts(total(days.flat(), 'adds', isAny));
  for (const [side, told] of Object.entries({
    ours: sales?.all.ours ?? [],
    theirs: sales?.all.theirs ?? [],
  })) {
    found.compared += 1;
    found.places.add(`reconciliation ${side}`);
    if (amounts(toLines(told)) !== ours)
      found.differences.push(`reconciliation ${side}: ${amounts(toLines(told))}, not ${ours}`);
  }
}
