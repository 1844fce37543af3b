/** A day through the services, and every sum that they give of it beside the reference. */
import { transactionFilterSchema, type Transaction } from '#shared/contract/terminals.ts';
import { isReturn, shownAmount } from '#shared/domain/kinds/index.ts';
import { toDecimal, totalsOf } from '#shared/money/money.ts';
import { DAY, must, type Shop } from '../electron/services/closing/shop.ts';
import { dayOf, type Day } from './days.ts';
import { judge, plain, total, type Judged, type Kind, type Row } from './reference.ts';
import {
  comparing,
  isAny,
  isBack,
  isUnknown,
  tillsOf,
  type Compare,
  type Found,
  type Lived,
} from './comparing.ts';
import { close } from './compare-close.ts';
import { settle } from './compare-settled.ts';

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
