/**
 * How a schedule is made. Money leaves at its runs, so it is confirmed by two people, and is never made again from what was
 * stored: the recipient's number is not stored.
 */
import { z } from 'zod';
import { scheduleSchema, type NewSchedule } from '#shared/contract/transfers.ts';
import { inputError, type AppError } from '#shared/errors/app-error.ts';
import { ok } from '#shared/errors/result.ts';
import { sameMoney } from '#shared/money/money.ts';
import type { ProfileContext } from '../context.ts';
import { CLOCKS_MS, type Maker } from '../making/index.ts';
import { readAllPages } from '../read-all-pages.ts';
import { hiddenNumber, recipientNumber, wrongRecipient } from '../recipient.ts';

/** As an attempt is stored: of the recipient's number only its end. */
const storedSchema = scheduleSchema.extend({
  number: z.codec(z.string(), z.string(), { decode: (kept) => kept, encode: hiddenNumber }),
});

function wrongIn(schedule: NewSchedule, nowMs: number): AppError | null {
  const { amount, startAtMs, endAtMs } = schedule;
  if (amount.minor <= 0n) return inputError('amount-not-understood', { field: 'amount' });
  if (startAtMs <= nowMs) return inputError('date-not-ahead', { field: 'start' });
  if (endAtMs !== null && endAtMs < startAtMs) return inputError('range-upside-down', { field: 'end' });
  return wrongRecipient(schedule);
}

/** What two schedules look alike by: the end of the number, and how often. */
const aboutOf = (schedule: NewSchedule): string =>
  `${hiddenNumber(recipientNumber(schedule) ?? schedule.number)} ${schedule.frequency}`;

export const scheduleMaker = (
  { db, gateway, clock }: ProfileContext,
  show: () => Promise<unknown>,
): Maker<NewSchedule> => ({
  what: 'schedule',
  schema: storedSchema,
  wish: (schedule) => ({
    reference: schedule.recipient,
    customer: aboutOf(schedule),
    amount: schedule.amount,
  }),
  wrongIn: (schedule) => wrongIn(schedule, clock.nowMs()),
  async send(schedule, creationId) {
    const { method, recipient, bank, amount, frequency, startAtMs, endAtMs } = schedule;
    const made = await gateway.payouts.createScheduler({
      batchName: creationId,
      method,
      recipientName: recipient,
      recipientNumber: recipientNumber(schedule) ?? '',
      ...(method === 'bank' && { recipientBank: bank }),
      amount,
      startAtMs,
      recurringFrequency: frequency,
      ...(endAtMs !== null && { endAtMs }),
    });
    return made.ok ? ok({ key: made.value.schedulerId, address: null }) : made;
  },
  isSame: ({ customer, amount }, attempt) =>
    attempt.customer === customer &&
    amount !== undefined &&
    amount !== null &&
    sameMoney(attempt.amount, amount),
  async like(schedule) {
    const text = (cell: { is: string; text?: string } | undefined) => cell?.text ?? '';
    const rows = await db.call('kept.values', 'schedules');
    const same = rows.find(({ value: { cells } }) => {
      const about = `${text(cells.recipientNumber)} ${text(cells.frequency)}`;
      const isActive = text(cells.scheduleState) === 'ACTIVE';
      return (
        isActive &&
        about === aboutOf(schedule) &&
        cells.amount?.is === 'money' &&
        sameMoney(cells.amount.money, schedule.amount)
      );
    });
    return same ? { key: same.key, name: text(same.value.cells.recipient), atMs: null, madeBy: null } : null;
  },
  /** The gateway's list does not give our reference back: one that is the same and was made since then is taken for it. */
  async look(attempt, schedule) {
    let isThere = false;
    const read = await readAllPages(
      (page, limit) => gateway.payouts.listSchedulers({ page, limit }),
      async ({ rows }) => {
        isThere ||= rows.some((row) => {
          const { createdAt, recipientName, recipientNumber, amount } = row;
          const isSince = createdAt?.kind !== 'instant' || createdAt.atMs >= attempt.atMs - CLOCKS_MS;
          const isSame = recipientName === attempt.reference && sameMoney(amount, attempt.amount);
          return isSince && isSame && hiddenNumber(recipientNumber ?? '') === hiddenNumber(schedule.number);
        });
      },
    );
    return read.ok ? ok({ isThere, isWhole: read.value.unreadable === 0 }) : read;
  },
  show,
});
