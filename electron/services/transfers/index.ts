/**
 * The use cases of transfers beside the movement: schedules and what comes of them, what a run costs, and the members of a
 * batch.
 */
import type { InputOf, VerbsOf } from '#shared/contract/index.ts';
import type { NewSchedule } from '#shared/contract/transfers.ts';
import { rawOf } from '#shared/domain/open-enum.ts';
import { PAYOUT_CURRENCY, recurringFrequencies, schedulerStatuses } from '#shared/domain/payout.ts';
import { forecastOf, type Scheduled } from '#shared/domain/schedule-runs.ts';
import { inputError } from '#shared/errors/app-error.ts';
import { err, ok } from '#shared/errors/result.ts';
import { sumByCurrency } from '#shared/money/money.ts';
import type { NewEntry } from '../../audit/entry.ts';
import type { ReadSheet } from '../../statements/sheet-client.ts';
import type { ProfileContext } from '../context.ts';
import type { createKeptService } from '../kept/index.ts';
import { createChanges, type Making } from '../making/index.ts';
import { scheduleMaker } from './maker.ts';
import type { RecipientSeal } from './recipient-seal.ts';
import { createRecipients } from './recipients.ts';
import { readTransferSheet } from './sheet.ts';

export {
  forgetRecipientSeal,
  keychainRecipientSeal,
  noRecipientSeal,
  type RecipientSeal,
} from './recipient-seal.ts';

type MakingNeeds = {
  record: (entry: NewEntry) => Promise<boolean>;
  kept: ReturnType<typeof createKeptService>;
  making: Making;
};
type Needs = MakingNeeds & {
  seal: RecipientSeal;
  readSheet: ReadSheet;
};
const FORECAST_MS = 30 * 86_400_000;
const [ACTIVE] = schedulerStatuses;

function createSchedules(context: ProfileContext, { record, kept, making }: MakingNeeds) {
  const { db, gateway, clock } = context;
  const show = () => kept.refresh({ name: 'schedules', whole: true });
  const make = making.of(scheduleMaker(context, show));
  const changes = createChanges({ record });

  async function available() {
    const accounts = await db.call('kept.values', 'balances');
    const cells = accounts.map(({ value }) => value.cells.available);
    const own = cells.flatMap((cell) =>
      cell?.is === 'money' && cell.money.currency === PAYOUT_CURRENCY ? [cell.money] : [],
    );
    return sumByCurrency(own)[0] ?? null;
  }
  /** Of those that are active; null of one whose next run or rhythm is not known. */
  async function scheduled(): Promise<(Scheduled | null)[]> {
    const rows = await db.call('kept.values', 'schedules');
    return rows.flatMap(({ value: { cells } }) => {
      const { scheduleState: state, frequency: rhythm, nextRun: next, amount } = cells;
      if (state?.is !== 'text' || state.text !== ACTIVE) return [];
      const frequency = recurringFrequencies.find((one) => rhythm?.is === 'text' && rhythm.text === one);
      const nextMs = next?.is === 'time' && next.at.kind === 'instant' ? next.at.atMs : null;
      if (nextMs === null || frequency === undefined || amount?.is !== 'money') return [null];
      return [{ nextMs, frequency, amount: amount.money }];
    });
  }
  return {
    makeSchedule: ({ schedule, despiteDouble }: { schedule: NewSchedule; despiteDouble: boolean }) =>
      make(schedule, despiteDouble),
    async stopSchedule({ key }) {
      const name = await db.call('kept.title', { name: 'schedules', key });
      if (name === null) return err(inputError('invalid', { where: 'key' }));
      const send = () => gateway.payouts.deactivateScheduler(key);
      return changes.change({ what: 'schedule', key, name }, send, show);
    },
    async fee({ method, amount }) {
      if (amount.minor <= 0n) return err(inputError('amount-not-understood', { field: 'amount' }));
      const asked = await gateway.payouts.feeInquiry(method, amount);
      if (!asked.ok) return asked;
      const { fee, vat, total } = asked.value;
      return ok({ fee, vat, total });
    },
    async batch({ batchId }) {
      const read = await gateway.payouts.getBatch(batchId);
      if (!read.ok) return read;
      // An answer about another batch says nothing about this one.
      if (read.value.batchId !== batchId) return err(inputError('invalid', { where: 'batchId' }));
      const { status, total, unreadable, transfers } = read.value;
      return ok({
        status: status && rawOf(status),
        total,
        unreadable,
        transfers: transfers.map((one) => ({
          transferId: one.transferId,
          recipient: one.recipientName,
          amount: one.amount,
          status: one.status && rawOf(one.status),
          failure: one.failureReason,
        })),
      });
    },
    async forecast() {
      const [all, balance] = await Promise.all([scheduled(), available()]);
      const known = all.filter((one) => one !== null);
      const untilMs = clock.nowMs() + FORECAST_MS;
      const forecast = forecastOf(known, { currency: PAYOUT_CURRENCY, available: balance, untilMs });
      return ok({ ...forecast, available: balance, unknown: all.length - known.length });
    },
  } satisfies VerbsOf<'transfers'> & { makeSchedule: unknown };
}

export const createTransferService = (context: ProfileContext, needs: Needs) => ({
  ...createRecipients(context, needs),
  ...createSchedules(context, needs),
  readSheet: ({ base64 }: InputOf<'transfers.readSheet'>) =>
    readTransferSheet(context, needs.readSheet, base64),
});
