/** What differs between kinds of movement. Everything else, from intent to resolution, is one mechanism. */
import { inputError, type AppError } from '#shared/errors/app-error.ts';
import type { MovementKind } from '#shared/domain/operation.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../../../core/context.ts';
import type { MovementRequest, MovementVerdict } from '../../../gateway/gateway.ts';
import type { EvidenceRead } from '../../../journal/evidence.ts';
import type { OperationRecord } from '../../../journal/operation-record.ts';
import { evidenceFromRequests } from '../../../journal/read-evidence.ts';
import type { InstantSettlementService } from '../../instant-settlement/index.ts';
import type { OrderMovementKind } from './order-left.ts';
import { buildOrderMovement, readOrderEvidence } from './order.ts';
import { readPayoutEvidence, transferOf } from './payout.ts';

type Judge = (status: number, body: string) => MovementVerdict;
/** `madeId`: what the gateway calls the thing that was made, where the read shows it. */
export type ReadEvidence = (
  record: OperationRecord,
  sameAccess: boolean,
) => Promise<Result<{ evidence: EvidenceRead; madeId: string | null }, AppError>>;

export type MovementParts = {
  /** The request built again from what was stored, to be compared with it. */
  rebuild: (record: OperationRecord) => Promise<Result<MovementRequest, AppError>>;
  judge: (record: OperationRecord) => Judge;
  /** One read that may settle it. Null: every reading of its terminal may. */
  readEvidence: ReadEvidence | null;
};
export type MovementKinds = Readonly<Record<MovementKind, MovementParts>>;

export function createMovementKinds(
  context: ProfileContext,
  instant: InstantSettlementService,
): MovementKinds {
  const { db, gateway, clock } = context;

  const ofOrder = (kind: OrderMovementKind): MovementParts => ({
    rebuild: async ({ orderId, totals }) => {
      const amount = totals[0]?.amount;
      return orderId === null || amount === undefined
        ? err(inputError('invalid', { where: 'operation' }))
        : buildOrderMovement(context, { kind, orderId, amount });
    },
    judge:
      ({ orderId }) =>
      (status, body) =>
        gateway.orders.readAnswer(orderId ?? '', status, body),
    readEvidence: (record, sameAccess) => readOrderEvidence(context, record, sameAccess),
  });

  return {
    reversal: {
      rebuild: ({ orderId }) => gateway.buildReversal(orderId ?? ''),
      judge:
        ({ orderId }) =>
        (status, body) =>
          gateway.readReversalAnswer(orderId ?? '', status, body),
      readEvidence: null,
    },
    acknowledgement: {
      rebuild: ({ terminalId }) => gateway.buildAcknowledgement(terminalId ?? ''),
      judge: () => gateway.readAcknowledgementAnswer,
      readEvidence: null,
    },
    'instant-settlement': {
      rebuild: ({ body }) => {
        const stored = JSON.parse(new TextDecoder().decode(body)) as { transactionIds: string[] };
        return gateway.buildInstantSettlement(stored.transactionIds);
      },
      judge: () => gateway.readInstantSettlementAnswer,
      readEvidence: async (record, sameAccess) => {
        const requests = await instant.readRequests();
        if (!requests.ok) return requests;
        const members = await db.call('journal.rowIdsOf', record.opId);
        const others = await db.call('journal.othersLike', record.opId);
        const withRows = others.map(async (other) => ({
          ...other,
          rowIds: await db.call('journal.rowIdsOf', other.opId),
        }));
        return ok(
          evidenceFromRequests(
            record,
            requests.value,
            members,
            await Promise.all(withRows),
            clock.nowMs(),
            sameAccess,
          ),
        );
      },
    },
    refund: ofOrder('refund'),
    void: ofOrder('void'),
    capture: ofOrder('capture'),
    payout: {
      rebuild: async (record) => {
        const transfer = transferOf(record);
        return transfer
          ? gateway.payouts.buildTransfer(transfer)
          : err(inputError('invalid', { where: 'operation' }));
      },
      judge: (record) => (status, body) => {
        const transfer = transferOf(record);
        if (!transfer) throw new Error(`operation ${record.opId} has no amount`);
        return gateway.payouts.readTransferAnswer(transfer, status, body);
      },
      readEvidence: (record, sameAccess) => readPayoutEvidence(context, record, sameAccess),
    },
  };
}
