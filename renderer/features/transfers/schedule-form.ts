/** What is typed of a schedule, which fields are wrong, and what is sent of it. */
import type { InputOf } from '#shared/contract/index.ts';
import { wireMoney } from '#shared/contract/wire.ts';
import { PAYOUT_CURRENCY, recurringFrequencies } from '#shared/domain/payout.ts';
import { runsUntil } from '#shared/domain/schedule-runs.ts';
import { money, type Money } from '#shared/money/money.ts';
import { typedAmount } from '#shared/money/typed-money.ts';

type Schedule = InputOf<'transfers.makeSchedule'>['schedule'];
export type ScheduleForm = {
  method: Schedule['method'];
  recipient: string;
  number: string;
  bank: string;
  amount: string;
  frequency: Schedule['frequency'];
  /** "2026-11-24", or empty. */
  start: string;
  end: string;
};
export const emptySchedule: ScheduleForm = {
  method: 'bank',
  recipient: '',
  number: '',
  bank: '',
  amount: '',
  frequency: recurringFrequencies[1],
  start: '',
  end: '',
};
export type WrongField = 'recipient' | 'number' | 'bank' | 'amount' | 'start' | 'end';

export function amountOf({ amount }: ScheduleForm): Money | null {
  const typed = typedAmount(amount, PAYOUT_CURRENCY);
  return typed !== null && typed.minor > 0n ? typed : null;
}
/** Noon on this PC's clock: the same day in every zone of Egypt's banks. */
const startOf = ({ start }: ScheduleForm): number => new Date(`${start}T12:00:00`).getTime();
const endOf = ({ end }: ScheduleForm): number | null =>
  end === '' ? null : new Date(`${end}T23:59:59`).getTime();

export function wrongIn(form: ScheduleForm, nowMs: number): WrongField[] {
  const end = endOf(form);
  const isPast = form.start === '' || startOf(form) <= nowMs;
  return [
    ...(form.recipient.trim() === '' ? ['recipient' as const] : []),
    ...(form.number.trim() === '' ? ['number' as const] : []),
    ...(form.method === 'bank' && form.bank.trim() === '' ? ['bank' as const] : []),
    ...(amountOf(form) === null ? ['amount' as const] : []),
    ...(isPast ? ['start' as const] : []),
    ...(end !== null && !isPast && end < startOf(form) ? ['end' as const] : []),
  ];
}

/** Null while a field is wrong. */
export function scheduleOf(form: ScheduleForm, nowMs: number): Schedule | null {
  const amount = amountOf(form);
  if (amount === null || wrongIn(form, nowMs).length > 0) return null;
  const { method, recipient, number, bank, frequency } = form;
  return {
    method,
    recipient: recipient.trim(),
    number: number.trim(),
    bank: method === 'bank' ? bank.trim() : '',
    amount: wireMoney(amount),
    frequency,
    startAtMs: startOf(form),
    endAtMs: endOf(form),
  };
}

/** How often it runs and what that comes to; null without an end, or while a field is wrong. */
export function sumOf(form: ScheduleForm, nowMs: number): { runs: number; total: Money } | null {
  const [amount, end] = [amountOf(form), endOf(form)];
  if (amount === null || end === null || wrongIn(form, nowMs).length > 0) return null;
  const runs = runsUntil(startOf(form), form.frequency, end).length;
  return { runs, total: money(amount.minor * BigInt(runs), amount.currency) };
}

/** Not every month has this day. */
export const isLateDay = ({ start, frequency }: ScheduleForm): boolean =>
  frequency === 'MONTHLY' && Number(start.slice(8)) > 28;
