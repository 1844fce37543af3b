/** What the bridge of one early payout is built from: the request as the gateway gives it, and its sales as far as they are known. */
import { earlyBridgeOf } from '#shared/domain/early-bridge.ts';
import type { Bridge } from '#shared/domain/bridge.ts';
import { addsOfRow } from '#shared/domain/kinds/index.ts';
import { earlyStateOf, odditiesOf } from '#shared/domain/settlement.ts';
import type { Money } from '#shared/money/money.ts';
import type { ReadableFiles } from '../../db.ts';
import { factsOf, membersOf, requestsOf } from '../early.ts';
import type { KnownSettled } from './known.ts';

type BuiltEarly = {
  currency: string;
  isOpen: boolean;
  net: Money | null;
  settled: KnownSettled[];
  bridge: Bridge;
};

/** Null: no such request here, one that was declined, or one that does not say its currency. */
export function buildEarly({ cache, journal }: ReadableFiles, requestId: string): BuiltEarly | null {
  const request = requestsOf(cache, [requestId])[0];
  if (!request) return null;
  const state = earlyStateOf(request.status);
  const currency = (request.netTransfer ?? request.total ?? request.totalFees)?.currency;
  if (state === null || currency === undefined) return null;
  const { ids } = membersOf(cache, journal, requestId);
  const known = factsOf(cache, ids);
  const settled = [...known.values()].map((one): KnownSettled => ({
    transactionId: one.transactionId,
    orderId: one.merchantOrderId,
    refNumber: one.refNumber,
    kind: one.kind,
    amount: addsOfRow(one),
    fee: one.fee,
    vat: one.vat,
    net: one.net,
    windowId: one.windowId,
    paidEarly: state === 'paid',
    terminalId: null,
    branchId: one.branchId,
    odd: odditiesOf(one),
  }));
  const count = request.count ?? ids.length;
  const complete = ids.length > 0 && known.size === ids.length && ids.length >= count;
  const bridge = earlyBridgeOf({ ...request, currency }, settled, complete);
  return { currency, isOpen: state !== 'paid', net: request.netTransfer, settled, bridge };
}
