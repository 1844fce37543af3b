/** What the bank should bring: settlement windows that are over, and early payouts, which the gateway transfers apart from them. */
import type { InstantRequest } from '#shared/contract/instant-settlement.ts';
import { earlySubject, readSubject } from '#shared/domain/bridge-subject.ts';
import type { MatchItem } from '#shared/domain/matching/index.ts';
import { rawOf } from '#shared/domain/open-enum.ts';
import { isDeducted } from '#shared/domain/settlement.ts';
import type { ReadableDb } from '../../db.ts';
import { requestsOf } from '../early.ts';
import { payoutItem } from './items.ts';
import { windowItems } from './windows.ts';

type DayOf = (atMs: number) => string;

/** The day on which it came to the state it is in; else the day it was asked for. */
function dateOf({ status, history, createdAt }: InstantRequest, dayOf: DayOf): string | null {
  const inState = history.findLast((one) => rawOf(one.status) === rawOf(status))?.at;
  const at = inState?.kind === 'instant' ? inState : createdAt;
  return at?.kind === 'instant' ? dayOf(at.atMs) : null;
}

/** From when the gateway has taken their amount out of the balance: it may be at the bank before the list says so. */
const earlyItems = (cache: ReadableDb, dayOf: DayOf, only: readonly string[] | null): MatchItem[] =>
  requestsOf(cache, only).flatMap((request): MatchItem[] => {
    const { requestId, netTransfer, status } = request;
    if (!isDeducted(status) || netTransfer === null || netTransfer.minor === 0n) return [];
    return [
      payoutItem({
        itemId: earlySubject(requestId),
        reference: requestId,
        amount: netTransfer,
        date: dateOf(request, dayOf),
        source: { kind: 'early', requestId },
      }),
    ];
  });

/** `only` of these ids, or all. The id of an item is the name of its bridge. */
export function expectedAtBank(
  cache: ReadableDb,
  dayOf: DayOf,
  only: readonly string[] | null = null,
): MatchItem[] {
  const requestIds = only?.flatMap((name) => {
    const subject = readSubject(name);
    return subject.of === 'early' ? [subject.requestId] : [];
  });
  return [...windowItems(cache, dayOf, only), ...earlyItems(cache, dayOf, requestIds ?? null)];
}
