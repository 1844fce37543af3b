/** Whom we have paid before, by our journal: how a recipient stands there, and what is known of earlier transfers. */
import { createHash } from 'node:crypto';
import { isDone } from '#shared/domain/operation.ts';
import { toDecimal, type Money } from '#shared/money/money.ts';
import type { TransferRequest } from '../../../../gateway/endpoints/transfers.ts';
import type { OperationRecord } from '../../../../journal/operation-record.ts';

/** A transfer as it is wanted: the name that it will have at the gateway comes with its plan. */
export type Transfer = Omit<TransferRequest, 'merchantTransferId'>;

const DOUBLE_MS = 30 * 86_400_000;

/** A hash of the number as it is sent: where computers share a head office, what a transfer is about stands in that record, too. */
export const recipientKey = ({ method, recipientNumber }: Omit<Transfer, 'amount'>): string =>
  `${method}:${createHash('sha256').update(recipientNumber).digest('hex').slice(0, 24)}`;
/** An amount to a recipient: the same again while the first is not known is most likely a mistake. */
export const paidKey = (transfer: Transfer & { amount: Money }): string =>
  `${recipientKey(transfer)}:${toDecimal(transfer.amount)}`;

/** Made in the last thirty days. */
export const isRecent = ({ createdAtMs }: Pick<OperationRecord, 'createdAtMs'>, nowMs: number): boolean =>
  createdAtMs >= nowMs - DOUBLE_MS;
/** The newest of these that was done in the last thirty days. */
export const doneLately = (ours: readonly OperationRecord[], nowMs: number): OperationRecord | null =>
  ours.findLast((one) => isDone(one.state) && isRecent(one, nowMs)) ?? null;
/** Whether a plan that is made again finds another transfer done before it than the one that a person has seen, or none. */
export const isPaidSince = (
  seen: { before: { opId: string } | null } | undefined,
  before: { opId: string } | null,
): boolean => seen !== undefined && before !== null && before.opId !== seen.before?.opId;
