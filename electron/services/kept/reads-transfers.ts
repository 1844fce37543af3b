/** Transfers that were sent, their schedules, and the balances that they are made from. */
import { inputError } from '#shared/errors/app-error.ts';
import { err, ok } from '#shared/errors/result.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import {
  flags,
  lastFour,
  lineOf,
  money,
  paged,
  rowOf,
  text,
  time,
  whole,
  word,
  type ReadOne,
} from './rows.ts';

type Transfer = Extract<Awaited<ReturnType<Gateway['payouts']['getTransfer']>>, { ok: true }>['value'];
/** Of a recipient's number only the end is kept. */
const transferRow = (transfer: Transfer) =>
  rowOf(
    transfer.transferId,
    {
      created: time(transfer.createdAt),
      recipient: text(transfer.recipientName),
      recipientBank: text(transfer.recipientBank),
      recipientNumber: lastFour(transfer.recipientNumber),
      method: word(transfer.method),
      amount: money(transfer.amount),
      transferFee: money(transfer.fee),
      transferVat: money(transfer.vat),
      transferState: word(transfer.status),
      failure: text(transfer.failureReason),
      batch: text(transfer.batchId),
      totalSent: money(transfer.total),
      reference: text(transfer.merchantTransferId),
      transferId: text(transfer.transferId),
      changed: time(transfer.updatedAt),
    },
    transfer.history.map(({ status, at }) =>
      lineOf('history', status.kind === 'known' ? status.value : status.raw, time(at)),
    ),
  );

const sent = paged(
  ({ gateway }, page, limit) => gateway.payouts.listTransfers({ page, limit }),
  (transfer) => [transferRow(transfer)],
);

/** A transfer as it is now. An answer about another one is not stored as this one. */
export const readTransfer: ReadOne = async ({ gateway }, key) => {
  const answer = await gateway.payouts.getTransfer(key);
  if (!answer.ok) return answer;
  const { key: read, ...value } = transferRow(answer.value);
  return read === key ? ok(value) : err(inputError('invalid', { where: 'transferId' }));
};

const schedules = paged(
  ({ gateway }, page, limit) => gateway.payouts.listSchedulers({ page, limit }),
  (schedule) => [
    rowOf(schedule.schedulerId, {
      recipient: text(schedule.recipientName),
      recipientBank: text(schedule.recipientBank),
      recipientNumber: lastFour(schedule.recipientNumber),
      method: word(schedule.method),
      amount: money(schedule.amount),
      frequency: word(schedule.recurringFrequency),
      nextRun: time(schedule.nextRun),
      scheduleState: word(schedule.status),
      created: time(schedule.createdAt),
      reference: text(schedule.merchantTransferId),
      scheduleId: text(schedule.schedulerId),
    }),
  ],
);

const balances = whole(async ({ gateway }) => {
  const answer = await gateway.payouts.accounts();
  if (!answer.ok) return answer;
  const rows = answer.value.map((account) =>
    rowOf(account.accountId, {
      account: text(account.accountId),
      accountFlags: flags({ primary: account.isPrimary }),
      available: money(account.available),
      onHold: money(account.onHold),
      totalBalance: money(account.total),
    }),
  );
  return ok({ rows, unreadable: 0 });
});

/** The gateway tells only the present balance: each reading adds one line to the history. */
const balanceHistory = whole(async ({ gateway, nowMs }) => {
  const answer = await gateway.payouts.accounts();
  if (!answer.ok) return answer;
  const raw = new Date(nowMs).toISOString();
  const rows = answer.value.map((account) =>
    rowOf(`${account.accountId} ${nowMs}`, {
      readAt: time({ kind: 'instant', atMs: nowMs, raw }),
      account: text(account.accountId),
      available: money(account.available),
      onHold: money(account.onHold),
      totalBalance: money(account.total),
    }),
  );
  return ok({ rows, unreadable: 0 });
});

export const transferReads = { sent, schedules, balances, 'balance-history': balanceHistory };
