/** The close of a branch: every sum of it beside the reference. */
import type { CountLine } from '#shared/contract/closing-day.ts';
import { addTotals } from '#shared/domain/kinds/index.ts';
import { toDecimal } from '#shared/money/money.ts';
import { must, type Shop } from '../electron/services/closing/shop.ts';
import { total, type Judged } from './reference.ts';
import {
  comparing,
  isAny,
  isBack,
  isSale,
  tillsOf,
  type Compare,
  type Found,
  type Lived,
  type Told,
} from './comparing.ts';

const expectedOf = (lines: readonly CountLine[]): Told =>
  lines.flatMap(({ count, expected }) => (count === null || !expected ? [] : [{ count, amount: expected }]));

/** Each terminal counts its sales, and its returns without a sign. */
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

/** A branch that counts as a whole counts by word. Returns have no sign; a word of both sales and returns has its net. */
function compareByType(lines: readonly CountLine[], all: Judged, { same }: Compare): void {
  for (const [word, rows] of Map.groupBy(all, ({ row }) => row.word))
    for (const [currency, own] of Map.groupBy(rows, ({ row }) => row.currency)) {
      const told = lines.filter((line) => line.paymentType === word && line.currency === currency);
      same('count, by type', expectedOf(told), total(own, own.some(isSale) ? 'adds' : 'size', isAny));
    }
}

export async function close(shop: Shop, { seed, branch, all }: Lived, found: Found): Promise<void> {
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
