/** A day through the services, and every sum that they give of it beside the reference. */
import { transactionFilterSchema, type Transaction } from '#shared/contract/terminals.ts';
import type { CountLine } from '#shared/contract/closing-day.ts';
import { settledFilterSchema, type SettledTransaction } from '#shared/contract/settlement.ts';
import { addTotals, isReturn, shownAmount } from '#shared/domain/kinds/index.ts';
import { toDecimal, totalsOf, type Money } from '#shared/money/money.ts';
import { DAY, must, type Shop } from '../electron/services/closing/shop.ts';
import { reconcile, windowOf as aWindow } from '../electron/services/reconciliation/settled.ts';
import { dayOf, TILLS, type Day } from './days.ts';
import { judge, plain, total, type Judged, type Kind, type Line, type Row } from './reference.ts';

type Told = readonly { readonly count: number; readonly amount: Money }[];
type Sums = { net: Told; sales: Told; returns: Told; notSummed: Told; undone: Told } & Partial<
  Record<'refunds' | 'voids' | 'reversals', Told>
>;
export type Found = { compared: number; differences: string[]; places: Set<string> };
/** A day with the branch that lives it: every day of a round has its own branch and its own terminals. */
type Lived = { seed: number; day: Day; branch: string; all: Judged };

const written = (lines: readonly Line[]) =>
  lines.map((line) => `${line.count} ${line.currency} ${line.minor}`).join(', ');
const toLines = (told: Told): Line[] =>
  told
    .map(({ count, amount }) => ({ count, currency: amount.currency, minor: amount.minor }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));
const isAny = () => true;
const isBack = ({ kind }: Judged[number]) => kind === 'refund' || kind === 'void' || kind === 'reversal';
const isSale = ({ kind }: Judged[number]) => kind === 'sale';
const isUnknown = ({ kind }: Judged[number]) => kind === 'unknown';

type Same = (place: string, told: Told, lines: readonly Line[]) => void;
type SameSums = (place: string, told: Sums, all: Judged) => void;
type Compare = { same: Same; sameSums: SameSums };

/** Compares with the reference, and keeps what differs with the name of the day, or of the round. */
function comparing(found: Found, of: string): Compare {
  const same: Same = (place, told, lines) => {
    found.compared += 1;
    found.places.add(place);
    const [ours, theirs] = [written(lines), written(toLines(told))];
    if (ours !== theirs)
      found.differences.push(`${of}, ${place}: ${theirs || 'nothing'}, not ${ours || 'nothing'}`);
  };
  const sameSums: SameSums = (place, told, all) => {
    const ofKind = (kinds: readonly Kind[]) => total(all, 'adds', ({ kind }) => kinds.includes(kind));
    same(`${place} net`, told.net, total(all, 'adds', isAny));
    same(`${place} sales`, told.sales, ofKind(['sale']));
    same(`${place} returns`, told.returns, total(all, 'adds', isBack));
    same(`${place} not summed`, told.notSummed, total(all, 'size', isUnknown));
    for (const is of ['refund', 'void', 'reversal'] as const) {
      const sums = told[`${is}s`];
      if (sums) same(`${place} ${is}s`, sums, ofKind([is]));
    }
    const ids = new Set(all.map(({ row }) => row.id));
    const isPair = ({ kind, undoes }: Judged[number]) =>
      (kind === 'void' || kind === 'reversal') && undoes !== null && ids.has(undoes);
    same(`${place} undone`, told.undone, total(all, 'size', isPair));
  };
  return { same, sameSums };
}

export const tillsOf = (branch: string): string[] => TILLS.map((till) => `${branch}${till}`);
/** The day of a seed, on the terminals of this branch. */
function dayIn(branch: string, seed: number): Day {
  const day = dayOf(seed);
  return { ...day, rows: day.rows.map((row) => ({ ...row, till: `${branch}${row.till}` })) };
}

/** So many days at once as the shop has branches: what is listed, closed and settled, wherever a sum of it is shown. */
export async function oneRound(
  shop: Shop,
  seeds: ReadonlyMap<string, number>,
  said: Map<string, Kind>,
  found: Found,
): Promise<Judged[]> {
  const lived = [...seeds].map(([branch, seed]): Lived => ({
    seed,
    branch,
    day: dayIn(branch, seed),
    all: [],
  }));
  for (const { day } of lived) for (const row of day.rows) list(shop, row);
  for (const { branch } of lived) for (const till of tillsOf(branch)) await shop.read(till);
  const open = async () => {
    for (const one of lived) one.all = judge(one.day.rows, said);
    await compareOpen(shop, lived, found);
  };
  await open();
  if (lived.some(({ all }) => all.some(isUnknown))) {
    await say(shop, lived, said);
    await open();
  }
  for (const one of lived) await close(shop, one, found);
  await settle(shop, lived, found);
  shop.clock.forward(DAY);
  return lived.map(({ all }) => all);
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

async function compareOpen(shop: Shop, lived: readonly Lived[], found: Found): Promise<void> {
  const { terminals, today } = shop.session();
  const listed = must(await terminals.list());
  const now = must(await today.get());
  const everything = lived.flatMap(({ all }) => all);
  const { same } = comparing(found, `round of day ${lived[0]?.seed}`);
  same('today', now.outstanding, total(everything, 'adds', isAny));
  same('today, not summed', now.notSummed, total(everything, 'size', isUnknown));
  for (const one of lived) {
    const compare = comparing(found, `day ${one.seed}`);
    for (const till of tillsOf(one.branch)) {
      const ours = one.all.filter(({ row }) => row.till === till);
      const view = listed.terminals.find(({ terminalId }) => terminalId === till);
      compare.same('terminal list', view?.outstanding ?? [], total(ours, 'adds', isAny));
      compare.same('terminal list, not summed', view?.notSummed ?? [], total(ours, 'size', isUnknown));
      await compareTerminal(shop, till, ours, compare);
    }
    const own = now.branches.filter(({ branchKey }) => branchKey === one.branch);
    for (const branch of own)
      compare.same('today, branch', branch.outstanding, total(one.all, 'adds', isAny));
    const x = must(await shop.session().closing.x({ branchKey: one.branch }));
    if (x.sums) compare.sameSums('X', x.sums, one.all);
  }
}

/** The head of one terminal, of all its rows and of those of one word; and the dialog that acknowledges it. */
async function compareTerminal(
  shop: Shop,
  till: string,
  ours: Judged,
  { same, sameSums }: Compare,
): Promise<void> {
  const { terminals, operations } = shop.session();
  const page = { terminalId: till, filter: transactionFilterSchema.parse({}), cursor: null, limit: 500 };
  const { rows } = must(await terminals.page({ ...page, sort: { by: 'firstSeen', direction: 'asc' } }));
  const adding = rows.map(({ adds }: Transaction) => ({ amount: adds }));
  same('terminal rows', totalsOf(adding), total(ours, 'adds', isAny));
  // What takes money back is shown with a minus, whether or not its sale is known.
  const back = total(ours, 'size', isBack).map((line) => ({ ...line, minor: -line.minor }));
  const shownBack = rows.filter(({ kind }) => isReturn(kind)).map((row) => ({ amount: shownAmount(row) }));
  same('terminal rows, shown', totalsOf(shownBack), back);
  const summary = async (more: object) => {
    const filter = transactionFilterSchema.parse(more);
    return must(await terminals.summary({ terminalId: till, filter }));
  };
  const head = await summary({});
  sameSums('terminal foot', head.sums, ours);
  sameSums('terminal head', head.outstanding, ours);
  const [first] = ours;
  if (first) {
    const { word } = first.row;
    const some = ours.filter(({ row }) => row.word === word);
    const filtered = await summary({ paymentTypes: [word] });
    sameSums('terminal foot, filtered', filtered.sums, some);
    sameSums('terminal head, filtered', filtered.outstanding, ours);
  }
  const prepared = must(await operations.prepareAcknowledgement({ terminalId: till, seenReadAtMs: null }));
  sameSums('acknowledge', prepared.sums, ours);
  for (const { sums } of prepared.days) sameSums('acknowledge, by day', sums, ours);
}

/** Every word that is not known, with its sign: the answers of the days; a sale with both signs is a sale and a refund. */
async function say(shop: Shop, lived: readonly Lived[], said: Map<string, Kind>): Promise<void> {
  const asked = must(await shop.session().words.list()).words.filter(({ kind }) => kind === 'unknown');
  const known = lived.flatMap(({ day }) => day.answers);
  const answers = asked.map(({ folded, sign }) => {
    const told = known.find(({ word }) => plain(word) === folded);
    const kind = told?.kind ?? (sign === 'minus' ? 'refund' : 'sale');
    if (kind === 'unknown') throw new Error('nobody says that');
    said.set(`${folded} ${sign}`, kind);
    return { folded, sign, kind };
  });
  if (answers.length === 0) throw new Error('rows are not known, and nothing is asked');
  must(await shop.session().words.say({ words: answers }));
}

const expectedOf = (lines: readonly CountLine[]): Told =>
  lines.flatMap(({ count, expected }) => (count === null || !expected ? [] : [{ count, amount: expected }]));

/** Each terminal counts what it sold, and what it took back without a sign. */
function compareByTerminal(lines: readonly CountLine[], all: Judged, { same }: Compare): void {
  for (const till of new Set(all.map(({ row }) => row.till))) {
    const ours = all.filter(({ row }) => row.till === till);
    const told = (side: CountLine['side']) =>
      expectedOf(lines.filter((line) => line.terminalId === till && line.side === side));
    const back = total(ours, 'adds', isBack).map((line) => ({ ...line, minor: -line.minor }));
    same('count, sales of a terminal', told('sales'), total(ours, 'adds', isSale));
    same('count, returns of a terminal', told('returns'), back);
  }
}

/** A branch that counts at once counts every word: what takes back without a sign; one that is a sale and a return, its net. */
function compareByType(lines: readonly CountLine[], all: Judged, { same }: Compare): void {
  for (const [word, rows] of Map.groupBy(all, ({ row }) => row.word))
    for (const [currency, own] of Map.groupBy(rows, ({ row }) => row.currency)) {
      const told = lines.filter((line) => line.paymentType === word && line.currency === currency);
      same('count, by type', expectedOf(told), total(own, own.some(isSale) ? 'adds' : 'size', isAny));
    }
}

async function close(shop: Shop, { seed, branch, all }: Lived, found: Found): Promise<void> {
  const compare = comparing(found, `day ${seed}`);
  const { sameSums } = compare;
  const { closing } = shop.session();
  // Every other branch keeps the single line of all its terminals.
  const countBy = seed % 2 === 0 ? 'type' : 'terminal';
  must(await closing.setSettings({ branchKey: branch, settings: { countBy } }));
  const { closingId } = must(await closing.begin({ branchKey: branch, businessDate: null })).closing;
  const begun = must(await closing.detail({ closingId }));
  if (begun.sums) sameSums('close begun', begun.sums, all);
  must(await closing.read({ closingId, terminalIds: null }));
  for (const till of tillsOf(branch)) await shop.acknowledge(till);
  for (const till of tillsOf(branch)) await shop.read(till);
  const frozen = must(await closing.freeze({ closingId, provisional: false }));
  if (frozen.sums) sameSums('close fixed', frozen.sums, all);
  const { lines: expected } = must(await closing.lateArrivals({ closingId, decision: 'include' }));
  if (countBy === 'terminal') compareByTerminal(expected, all, compare);
  else compareByType(expected, all, compare);
  const lines = expected.map((line) => ({
    currency: line.currency,
    paymentType: line.paymentType,
    terminalId: line.terminalId,
    side: line.side,
    typed: toDecimal(line.expected ?? { minor: 0n, currency: line.currency }),
  }));
  must(await closing.count({ closingId, lines }));
  const { z } = must(await closing.confirm(closingId, null));
  if (z.content.sums) sameSums('Z', z.content.sums, all);
  const byType = z.content.totals.flatMap(({ count, adds }) => (adds ? [{ count, amount: adds }] : []));
  compare.same('Z by type', addTotals(byType.map((one) => [one])), total(all, 'adds', isAny));
  const [row] = must(await closing.history({ branchKey: branch, cursor: null, limit: 1 })).rows;
  if (row?.sums) sameSums('history', row.sums, all);
  const { businessDate } = z.content;
  const { days } = must(await closing.calendar({ branchKey: branch, month: businessDate.slice(0, 7) }));
  const net = days.find((day) => day.businessDate === businessDate)?.net;
  compare.same('month', net ?? [], total(all, 'adds', isAny));
}

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
async function settle(shop: Shop, lived: readonly Lived[], found: Found): Promise<void> {
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
