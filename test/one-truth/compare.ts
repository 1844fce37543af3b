/** A day through the services, and every sum that they give of it beside the reference. */
import { transactionFilterSchema } from '#shared/contract/terminals.ts';
import { settledFilterSchema, type SettledTransaction } from '#shared/contract/settlement.ts';
import { toDecimal, type Money } from '#shared/money/money.ts';
import { DAY, must, type Shop } from '../electron/services/closing/shop.ts';
import { reconcile, windowOf as aWindow } from '../electron/services/reconciliation/settled.ts';
import { dayOf, TILLS, type Day } from './days.ts';
import { judge, plain, total, type Judged, type Kind, type Line, type Row } from './reference.ts';

type Told = readonly { readonly count: number; readonly amount: Money }[];
type Sums = { net: Told; sales: Told; returns: Told; notSummed: Told; undone: Told } & Partial<
  Record<'refunds' | 'voids' | 'reversals', Told>
>;
export type Found = { compared: number; differences: string[]; places: Set<string> };

const written = (lines: readonly Line[]) =>
  lines.map((line) => `${line.count} ${line.currency} ${line.minor}`).join(', ');
const toLines = (told: Told): Line[] =>
  told
    .map(({ count, amount }) => ({ count, currency: amount.currency, minor: amount.minor }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));
const isAny = () => true;
const isBack = ({ kind }: Judged[number]) => kind === 'refund' || kind === 'void' || kind === 'reversal';
const isUnknown = ({ kind }: Judged[number]) => kind === 'unknown';

export async function oneDay(
  shop: Shop,
  seed: number,
  said: Map<string, Kind>,
  found: Found,
): Promise<Judged> {
  const day = dayOf(seed);
  const same = (place: string, told: Told, lines: readonly Line[]) => {
    found.compared += 1;
    found.places.add(place);
    const [ours, theirs] = [written(lines), written(toLines(told))];
    if (ours !== theirs)
      found.differences.push(`day ${seed}, ${place}: ${theirs || 'nothing'}, not ${ours || 'nothing'}`);
  };
  const sameSums = (place: string, told: Sums, all: Judged) => {
    same(`${place} net`, told.net, total(all, 'adds', isAny));
    same(
      `${place} sales`,
      told.sales,
      total(all, 'adds', ({ kind }) => kind === 'sale'),
    );
    same(`${place} returns`, told.returns, total(all, 'adds', isBack));
    same(`${place} not summed`, told.notSummed, total(all, 'size', isUnknown));
    for (const is of ['refund', 'void', 'reversal'] as const) {
      const ofKind = told[`${is}s`];
      if (ofKind)
        same(
          `${place} ${is}s`,
          ofKind,
          total(all, 'adds', ({ kind }) => kind === is),
        );
    }
    const ids = new Set(all.map(({ row }) => row.id));
    const isPair = ({ kind, undoes }: Judged[number]) =>
      (kind === 'void' || kind === 'reversal') && undoes !== null && ids.has(undoes);
    same(`${place} undone`, told.undone, total(all, 'size', isPair));
  };
  for (const row of day.rows) list(shop, row);
  for (const till of TILLS) await shop.read(till);
  const open = async () => {
    const all = judge(day.rows, said);
    await compareOpen(shop, all, same, sameSums);
    return all;
  };
  let all = await open();
  if (all.some(isUnknown)) {
    await say(shop, day, all, said);
    all = await open();
  }
  await close(shop, all, sameSums);
  await settle(shop, seed, all, same);
  shop.clock.forward(DAY);
  return all;
}

function list(shop: Shop, row: Row): void {
  const facts = {
    merchant_order_id: row.order,
    ref_number: row.reference,
    payment_type: row.word,
    entry_mode: 'CHIP',
  };
  const amount = { minor: row.minor, currency: row.currency };
  const raw = JSON.stringify({ ...facts, amount: toDecimal(amount), currency: row.currency });
  const names = { rowId: row.id, terminalId: row.till, merchantOrderId: row.order, refNumber: row.reference };
  const rest = { paymentType: row.word, entryMode: 'CHIP', raw, isNoisy: false };
  shop.tills.get(row.till)?.rows.push({ ...names, amount, ...rest });
}

type Same = (place: string, told: Told, lines: readonly Line[]) => void;
type SameSums = (place: string, told: Sums, all: Judged) => void;

async function compareOpen(shop: Shop, all: Judged, same: Same, sameSums: SameSums): Promise<void> {
  const { terminals, operations, today, closing } = shop.session();
  const listed = must(await terminals.list());
  for (const till of TILLS) {
    const ours = all.filter(({ row }) => row.till === till);
    const view = listed.terminals.find(({ terminalId }) => terminalId === till);
    same('terminal list', view?.outstanding ?? [], total(ours, 'adds', isAny));
    same('terminal list, not summed', view?.notSummed ?? [], total(ours, 'size', isUnknown));
    const summary = async (more: object) => {
      const filter = transactionFilterSchema.parse(more);
      return must(await terminals.summary({ terminalId: till, filter })).sums;
    };
    sameSums('terminal head', await summary({}), ours);
    const [first] = ours;
    if (first) {
      const { word } = first.row;
      const some = ours.filter(({ row }) => row.word === word);
      sameSums('terminal head, filtered', await summary({ paymentTypes: [word] }), some);
    }
    const prepared = must(await operations.prepareAcknowledgement({ terminalId: till, seenReadAtMs: null }));
    sameSums('acknowledge', prepared.sums, ours);
    for (const { sums } of prepared.days) sameSums('acknowledge, by day', sums, ours);
  }
  const now = must(await today.get());
  same('today', now.outstanding, total(all, 'adds', isAny));
  same('today, not summed', now.notSummed, total(all, 'size', isUnknown));
  for (const branch of now.branches) same('today, branch', branch.outstanding, total(all, 'adds', isAny));
  const x = must(await closing.x({ branchKey: 'B1' }));
  if (x.sums) sameSums('X', x.sums, all);
}

/** Every word that is not known, with its sign: the answers of the day; a sale with both signs is a sale and a refund. */
async function say(shop: Shop, day: Day, all: Judged, said: Map<string, Kind>): Promise<void> {
  const asked = must(await shop.session().words.list()).words.filter(({ kind }) => kind === 'unknown');
  const answers = asked.map(({ folded, sign }) => {
    const told = day.answers.find(({ word }) => plain(word) === folded);
    const kind = told?.kind ?? (sign === 'minus' ? 'refund' : 'sale');
    if (kind === 'unknown') throw new Error('nobody says that');
    said.set(`${folded} ${sign}`, kind);
    return { folded, sign, kind };
  });
  if (answers.length === 0) throw new Error(`${all.length} rows, and nothing is asked`);
  must(await shop.session().words.say({ words: answers }));
}

async function close(shop: Shop, all: Judged, sameSums: SameSums): Promise<void> {
  const { closing } = shop.session();
  const { closingId } = must(await closing.begin({ branchKey: 'B1', businessDate: null })).closing;
  const begun = must(await closing.detail({ closingId }));
  if (begun.sums) sameSums('close begun', begun.sums, all);
  must(await closing.read({ closingId, terminalIds: null }));
  for (const till of TILLS) await shop.acknowledge(till);
  for (const till of TILLS) await shop.read(till);
  const frozen = must(await closing.freeze({ closingId, provisional: false }));
  if (frozen.sums) sameSums('close fixed', frozen.sums, all);
  must(await closing.lateArrivals({ closingId, decision: 'include' }));
  const lines = must(await closing.detail({ closingId })).lines.map(
    ({ currency, paymentType, terminalId, side, expected }) => ({
      currency,
      paymentType,
      terminalId,
      side,
      typed: toDecimal(expected ?? { minor: 0n, currency }),
    }),
  );
  must(await closing.count({ closingId, lines }));
  const { z } = must(await closing.confirm(closingId, null));
  if (z.content.sums) sameSums('Z', z.content.sums, all);
  const [row] = must(await closing.history({ branchKey: 'B1', cursor: null, limit: 1 })).rows;
  if (row?.sums) sameSums('history', row.sums, all);
}

/** The gateway settles the whole day under one window. */
async function settle(shop: Shop, seed: number, all: Judged, same: Same): Promise<void> {
  const { context, settlement, figures } = shop.session();
  const atMs = shop.clock.nowMs();
  const windowOf = (currency: string) => `W-${seed}-${currency}`;
  const rows = all.map(({ row }): SettledTransaction => ({
    transactionId: `TX-${row.id}`,
    merchantOrderId: row.order,
    refNumber: row.reference,
    terminalId: row.till,
    branchId: 'B1',
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
    windowId: windowOf(row.currency),
    batchId: null,
    raw: '{}',
  }));
  const begin = { branchIds: [], anew: false, atMs, anewAfterMs: Number.MAX_SAFE_INTEGER };
  const { run } = await context.db.call('settlement.beginSync', begin);
  await context.db.call('settlement.storePage', { run, rows, pagesDone: 0, total: null });
  await compareWindows(shop, all, windowOf, same);
  const summary = async (more: object) =>
    must(await settlement.settledSummary({ filter: settledFilterSchema.parse(more) })).recount.gross;
  for (const { currency, ...line } of total(all, 'adds', isAny))
    same('settled, of a window', await summary({ windowId: windowOf(currency) }), [{ currency, ...line }]);
  same('settled, of a day', await summary({ fromMs: atMs, toMs: atMs + 1 }), total(all, 'adds', isAny));
  const { currencies } = must(await figures.get({ span: 'days' }));
  const ofToday = currencies.flatMap(({ settled }) => {
    const last = settled.at(-1);
    return last && last.count > 0 ? [{ count: last.count, amount: last.gross }] : [];
  });
  same('figures', ofToday, total(all, 'adds', isAny));
}

/** A window of each currency, whose own figures are the reference's: nothing differs from them, and its bridge expects them. */
async function compareWindows(
  shop: Shop,
  all: Judged,
  windowOf: (currency: string) => string,
  same: Same,
): Promise<void> {
  const { context, settlement, bridge } = shop.session();
  const lines = total(all, 'adds', isAny);
  const windows = lines.map(({ currency, count, minor }) => {
    const amount = { minor, currency };
    return aWindow(windowOf(currency), minor, {
      gross: amount,
      net: amount,
      adjustments: null,
      transactionsCount: count,
    });
  });
  await context.db.call('settlement.replaceWindows', { windows, readAtMs: shop.clock.nowMs() });
  await context.db.call('settlement.sumWindows', null);
  for (const { windowId, differs } of must(await settlement.windows()).windows)
    for (const one of differs)
      if (one.figure === 'gross' || one.figure === 'net')
        same(`window ${windowId}`, [{ count: 0, amount: one.rows }], []);
  for (const line of lines) {
    const { expected } = must(await bridge.get({ subject: windowOf(line.currency) }));
    same('bridge', [{ count: line.count, amount: expected }], [line]);
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
