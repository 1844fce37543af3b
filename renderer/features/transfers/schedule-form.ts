/** What is typed of a schedule, which fields are wrong, and what is sent of it. */
import type { InputOf } from '#shared/contract/index.ts';
import { recurringFrequencies } from '#shared/domain/payout.ts';
import { runsUntil } from '#shared/domain/schedule-runs.ts';
import { money, type Money } from '#shared/money/money.ts';
import { weekendOf } from '#shared/time/business-days.ts';
import { amountOf, emptyPaid, paidOf, wrongPaidIn, type PaidForm, type WrongPaid } from './paid-form.ts';

const SUNDAY = 7;

type Schedule = InputOf<'transfers.makeSchedule'>['schedule'];
export type ScheduleForm = PaidForm & {
  frequency: Schedule['frequency'];
  /** "2026-11-24", or empty. */
  start: string;
  end: string;
};
export const emptySchedule: ScheduleForm = {
  ...emptyPaid,
  frequency: recurringFrequencies[1],
  start: '',
  end: '',
};
export type WrongField = WrongPaid | 'start' | 'end';

/** Noon on this PC's clock: the same day in every zone of Egypt's banks. */
const startOf = ({ start }: ScheduleForm): number => new Date(`${start}T12:00:00`).getTime();
const endOf = ({ end }: ScheduleForm): number | null =>
  end === '' ? null : new Date(`${end}T23:59:59`).getTime();

export function wrongIn(form: ScheduleForm, nowMs: number): WrongField[] {
  const end = endOf(form);
  const isPast = form.start === '' || startOf(form) <= nowMs;
  return [
    ...wrongPaidIn(form),
    ...(isPast ? ['start' as const] : []),
    ...(end !== null && !isPast && end < startOf(form) ? ['end' as const] : []),
  ];
}

/** Null while a field is wrong. */
export function scheduleOf(form: ScheduleForm, nowMs: number): Schedule | null {
  const paid = paidOf(form);
  if (paid === null || wrongIn(form, nowMs).length > 0) return null;
  return {
    ...paid,
    frequency: form.frequency,
    startAtMs: startOf(form),
    endAtMs: endOf(form),
  };
}

/** `days`: one instant in the day of each run. */
type Sum = { days: readonly number[]; amount: Money; total: Money };

/** How often it runs and what that comes to; null without an end, or while a field is wrong. */
export function sumOf(form: ScheduleForm, nowMs: number): Sum | null {
  const [amount, end] = [amountOf(form), endOf(form)];
  if (amount === null || end === null || wrongIn(form, nowMs).length > 0) return null;
  const days = runsUntil(startOf(form), form.frequency, end);
  return { days, amount, total: money(amount.minor * BigInt(days.length), amount.currency) };
}

/** True if one of the days is on the weekend of the banks in Egypt, which pay the transfers. */
export const hasWeekendRun = (days: readonly number[]): boolean =>
  days.some((atMs) => weekendOf('EG').includes(new Date(atMs).getDay() || SUNDAY));

/** Not every month has this day. */
export const isLateDay = ({ start, frequency }: ScheduleForm): boolean =>
  frequency === 'MONTHLY' && Number(start.slice(8)) > 28;
