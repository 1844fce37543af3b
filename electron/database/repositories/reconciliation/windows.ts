/** Settlement windows as what the bank should bring: the gateway's own net, or what its transactions on this PC come to. */
import { z } from 'zod';
import { windowSchema, type SettlementWindow } from '#shared/contract/settlement.ts';
import type { MatchItem } from '#shared/domain/matching/index.ts';
import { expectedMinor, type WindowSums } from '#shared/domain/window-state.ts';
import type { Money } from '#shared/money/money.ts';
import { isCalendarDate } from '#shared/time/business-days.ts';
import type { ReadableDb } from '../../db.ts';
import { NET } from '../settled-sums.ts';
import { readStored } from '../stored-row.ts';
import { payoutItem } from './items.ts';

const isOpen = ({ status }: SettlementWindow) => status?.kind === 'known' && status.value === 'OPEN';
const sumSchema = z.object({
  window_id: z.string(),
  currency: z.string(),
  net: z.bigint(),
  early: z.bigint(),
});

type Counted = Pick<WindowSums, 'net' | 'early'> & { readonly currency: string };

/** Nets of the windows for which the gateway gives none. A window with two currencies has no net. */
function countedNets(cache: ReadableDb, wanted: readonly string[]): Map<string, Counted | null> {
  const nets = new Map<string, Counted | null>();
  if (wanted.length === 0) return nets;
  const sums = cache
    .prepare(
      `SELECT window_id, currency, SUM(${NET}) AS net, SUM(early * ${NET}) AS early
       FROM settled WHERE window_id IN (SELECT value FROM json_each(?)) GROUP BY window_id, currency`,
    )
    .safeIntegers()
    .all(JSON.stringify(wanted))
    .map((row) => sumSchema.parse(row));
  for (const { window_id: id, currency, net, early } of sums)
    nets.set(id, nets.has(id) ? null : { net, early, currency });
  return nets;
}

/** The gateway's own, else as its bridge expects it. */
function netOf(window: SettlementWindow, counted: Counted | null): Money | null {
  if (window.net !== null || counted === null) return window.net;
  const { currency } = counted;
  if (window.adjustments !== null && window.adjustments.currency !== currency) return null;
  return { minor: expectedMinor(window, counted), currency };
}

/** The day on which it is to be paid. */
export const payoutDateOf = (
  { expectedPayoutDate, closesAt }: SettlementWindow,
  dayOf: (atMs: number) => string,
): string | null => {
  const given = expectedPayoutDate?.slice(0, 10) ?? '';
  if (isCalendarDate(given)) return given;
  return closesAt?.kind === 'instant' ? dayOf(closesAt.atMs) : null;
};

/** Windows that are over and bring or take something; `only` of these ids, or of all. */
export function windowItems(
  cache: ReadableDb,
  dayOf: (atMs: number) => string,
  only: readonly string[] | null,
): MatchItem[] {
  const rows = cache
    .prepare<{ value: string }>(
      `SELECT value FROM settlement_window WHERE ? IS NULL OR window_id IN (SELECT value FROM json_each(?))`,
    )
    .all(only && 1, JSON.stringify(only ?? []));
  const windows = rows
    .map(({ value }) => readStored(windowSchema, JSON.parse(value)))
    .filter((one) => !isOpen(one));
  const counted = countedNets(
    cache,
    windows.filter(({ net }) => net === null).map(({ windowId }) => windowId),
  );
  return windows.flatMap((window): MatchItem[] => {
    const { windowId, bankReference } = window;
    const amount = netOf(window, counted.get(windowId) ?? null);
    if (amount === null || amount.minor === 0n) return [];
    return [
      payoutItem({
        itemId: windowId,
        reference: bankReference,
        amount,
        date: payoutDateOf(window, dayOf),
        source: { kind: 'window', windowId },
      }),
    ];
  });
}
