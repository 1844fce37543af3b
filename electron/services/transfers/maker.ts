/**
 * How a schedule is made. Money leaves at its runs, so it is confirmed by two people, and is never made again from what was stored: the
 * recipient's number is not stored.
 */
import { z } from 'zod';
import { scheduleSchema, type NewSchedule } from '#shared/contract/transfers.ts';
import { inputError, type AppError } from '#shared/errors/app-error.ts';
import { ok } from '#shared/errors/result.ts';
import { sameMoney } from '#shared/money/money.ts';
import { toAsciiDigits } from '#shared/text/digits.ts';
import { cardIn } from '../card-in.ts';
import type { ProfileContext } from '../context.ts';
import { CLOCKS_MS, type Maker } from '../making/index.ts';
import { readAllPages } from '../read-all-pages.ts';

const MOBILE = /^(?:\+?20|0020)?0?(1[0125]\d{8})$/;
const HIDDEN = '••••';

/** As the gateway takes it: plain digits without anything between them; of a wallet the Egyptian mobile number (§2.8 rule 2). */
function numberOf({ method, number }: NewSchedule): string | null {
  const plain = toAsciiDigits(number).replace(/[\s()-]/g, '');
  if (method === 'bank') return /^[0-9A-Za-z]{4,34}$/.test(plain) ? plain.toUpperCase() : null;
  const own = MOBILE.exec(plain)?.[1];
  return own === undefined ? null : `0${own}`;
}
const hidden = (number: string): string => `${HIDDEN} ${toAsciiDigits(number).replace(/\D/g, '').slice(-4)}`;

/** As an attempt is stored: of the recipient's number only its end. */
const storedSchema = scheduleSchema.extend({
  number: z.codec(z.string(), z.string(), { decode: (kept) => kept, encode: hidden }),
});

function wrongIn(schedule: NewSchedule, nowMs: number): AppError | null {
  const { number, method, bank, recipient, amount, startAtMs, endAtMs } = schedule;
  if (number.startsWith(HIDDEN)) return inputError('number-not-kept', { field: 'number' });
  if (numberOf(schedule) === null) return inputError('number-not-understood', { field: 'number' });
  if (method === 'bank' && bank.trim() === '') return inputError('bank-needed', { field: 'bank' });
  if (amount.minor <= 0n) return inputError('amount-not-understood', { field: 'amount' });
  if (startAtMs <= nowMs) return inputError('date-not-ahead', { field: 'start' });
  if (endAtMs !== null && endAtMs < startAtMs) return inputError('range-upside-down', { field: 'end' });
  return cardIn({ recipient, bank });
}

/** What two schedules look alike by: the end of the number, and how often. */
const aboutOf = (schedule: NewSchedule): string =>
  `${hidden(numberOf(schedule) ?? schedule.number)} ${schedule.frequency}`;

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
      recipientNumber: numberOf(schedule) ?? '',
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
          return isSince && isSame && hidden(recipientNumber ?? '') === hidden(schedule.number);
        });
      },
    );
    return read.ok ? ok({ isThere, isWhole: read.value.unreadable === 0 }) : read;
  },
  show,
});
