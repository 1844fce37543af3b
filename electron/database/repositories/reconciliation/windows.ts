/** Settlement windows as what the bank should bring: the gateway's own net, or what its transactions on this PC come to. */
import { z } from 'zod';
import { windowSchema, type SettlementWindow } from '#shared/contract/settlement.ts';
import { givesBack } from '#shared/domain/closing.ts';
import type { MatchItem } from '#shared/domain/matching/index.ts';
import type { Money } from '#shared/money/money.ts';
import { isCalendarDate } from '#shared/time/business-days.ts';
import type { ReadableDb } from '../../db.ts';

const isOpen = ({ status }: SettlementWindow) => status?.kind === 'known' && status.value === 'OPEN';
const sumSchema = z.object({
  window_id: z.string(),
  currency: z.string(),
  payment_type: z.string(),
  net: z.bigint(),
  parts: z.bigint(),
  has_net: z.bigint(),
});

/** Net of what is settled, of windows whose own the gateway does not give; one with two currencies has none. */
function countedNets(cache: ReadableDb, wanted: readonly string[]): Map<string, Money | null> {
  const nets = new Map<string, Money | null>();
  if (wanted.length === 0) return nets;
  const sums = cache
    .prepare(
      `SELECT window_id, currency, payment_type, SUM(COALESCE(net_minor, 0)) AS net, net_minor IS NOT NULL AS has_net,
         SUM(amount_minor - COALESCE(fee_minor, 0) - COALESCE(vat_minor, 0)) AS parts
       FROM settled WHERE window_id IN (SELECT value FROM json_each(?)) GROUP BY window_id, currency, payment_type, has_net`,
    )
    .safeIntegers()
    .all(JSON.stringify(wanted))
    .map((row) => sumSchema.parse(row));
  for (const { window_id: id, currency, payment_type, has_net, net, parts } of sums) {
    const known = nets.get(id);
    // Of what gives money back only the net is signed for sure.
    const minor = has_net === 1n ? net : givesBack(payment_type) && parts > 0n ? -parts : parts;
    if (known === undefined) nets.set(id, { minor, currency });
    else if (known !== null)
      nets.set(id, known.currency === currency ? { minor: known.minor + minor, currency } : null);
  }
  return nets;
}

const dateOf = ({ expectedPayoutDate, closesAt }: SettlementWindow, dayOf: (atMs: number) => string) => {
  const given = expectedPayoutDate?.slice(0, 10) ?? '';
  if (isCalendarDate(given)) return given;
  return closesAt?.kind === 'instant' ? dayOf(closesAt.atMs) : null;
};

/** Windows that are over and bring or take something; `only` of these ids, or of all. */
export function windowItems(
  cache: ReadableDb,
  dayOf: (atMs: number) => string,
  only: readonly string[] | null = null,
): MatchItem[] {
  const rows = cache
    .prepare<{ value: string }>(
      `SELECT value FROM settlement_window WHERE ? IS NULL OR window_id IN (SELECT value FROM json_each(?))`,
    )
    .all(only && 1, JSON.stringify(only ?? []));
  const windows = rows
    .map(({ value }) => windowSchema.parse(JSON.parse(value)))
    .filter((one) => !isOpen(one));
  const counted = countedNets(
    cache,
    windows.filter(({ net }) => net === null).map(({ windowId }) => windowId),
  );
  return windows.flatMap((window): MatchItem[] => {
    const { windowId, bankReference } = window;
    const amount = window.net ?? counted.get(windowId) ?? null;
    if (amount === null || amount.minor === 0n) return [];
    const date = dateOf(window, dayOf);
    return [
      {
        side: 'ours',
        itemId: windowId,
        orderId: null,
        reference: bankReference,
        amount,
        date,
        soldOn: date,
        branchName: null,
        terminalId: null,
        text: '',
        source: { kind: 'window', windowId },
        action: 'sale',
        reversedHere: false,
        fee: null,
        foreign: false,
      },
    ];
  });
}
