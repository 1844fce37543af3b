/** The form of a new schedule. Money leaves at its runs, so two people confirm it; it is sent once. */
import { Button, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/index.ts';
import { wireMoney } from '#shared/contract/wire.ts';
import { pathOfKept } from '#shared/domain/kept-lists.ts';
import { recurringFrequencies } from '#shared/domain/payout.ts';
import { call } from '../../api/client.ts';
import { useLocale, useNowMs } from '../../app-store.ts';
import { useAsk } from '../../components/asked.ts';
import { useAuthorization } from '../../components/authorization.tsx';
import { useCounted } from '../../components/counted.ts';
import { DateField } from '../../components/date-field.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { formatDay, formatMoney } from '../../i18n/format.ts';
import { MakeDialog, useMaking } from '../making/index.tsx';
import { amountOf, grouped } from './paid-form.ts';
import { RecipientFields } from './recipient-fields.tsx';
import { SavedRecipient } from './saved-recipient.tsx';
import {
  emptySchedule,
  hasWeekendRun,
  isLateDay,
  scheduleOf,
  sumOf,
  wrongIn,
  type ScheduleForm,
  type WrongField,
} from './schedule-form.ts';

/** Runs that are named one by one; more are only counted. */
const MOST_DAYS = 12;

type FieldsProps = {
  form: ScheduleForm;
  change: (part: Partial<ScheduleForm>) => void;
  /** Groups the digits of the amount when the person leaves its field. Whatever was prepared stays. */
  groupAmount: () => void;
  wrong: (field: WrongField) => string | undefined;
};

/** What one run costs, asked by a press: the gateway may charge otherwise at the run. */
function Fee({ form }: { form: ScheduleForm }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { value, error, busy, ask } = useAsk<OutputOf<'transfers.fee'>>();
  const amount = amountOf(form);
  const press = () =>
    amount && void ask(call('transfers.fee', { method: form.method, amount: wireMoney(amount) }));
  return (
    <div className="stack-8">
      {value ? (
        <span role="status" className="size-13">
          {t('transfers.fee.answer', {
            fee: formatMoney(value.fee, locale),
            vat: formatMoney(value.vat, locale),
            total: formatMoney(value.total, locale),
          })}
        </span>
      ) : (
        <Button variant="default" size="compact-sm" disabled={amount === null} loading={busy} onClick={press}>
          {t('transfers.fee.ask')}
        </Button>
      )}
      {error && <ErrorNotice error={error} />}
    </div>
  );
}

function Rhythm({ form, change, groupAmount, wrong }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <div className="form-pair">
        <TextInput
          label={t('transfers.field.amount')}
          required
          inputMode="decimal"
          dir="ltr"
          value={form.amount}
          error={wrong('amount')}
          onChange={(event) => change({ amount: event.currentTarget.value })}
          onBlur={groupAmount}
        />
        <Select
          label={t('transfers.field.frequency')}
          allowDeselect={false}
          data={recurringFrequencies.map((value) => ({ value, label: t(`transfers.frequency.${value}`) }))}
          value={form.frequency}
          onChange={(value) => change({ frequency: value === 'WEEKLY' ? 'WEEKLY' : 'MONTHLY' })}
        />
      </div>
      <div className="form-pair">
        <DateField
          label={t('transfers.field.start')}
          required
          value={form.start}
          error={wrong('start')}
          onChange={(start) => change({ start })}
        />
        <DateField
          label={t('transfers.field.end')}
          value={form.end}
          error={wrong('end')}
          onChange={(end) => change({ end })}
        />
      </div>
      {isLateDay(form) && <div className="muted size-13">{t('transfers.lateDay')}</div>}
    </>
  );
}

/** What was confirmed, in one sentence. */
function Sum({ form }: { form: ScheduleForm }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  const sum = sumOf(form, useNowMs());
  if (sum === null) return form.end === '' ? <div>{t('transfers.noEnd')}</div> : null;
  return (
    <div role="status">
      <strong>
        {t('transfers.sum', {
          ...counted(sum.days.length),
          amount: formatMoney(sum.amount, locale),
          total: formatMoney(sum.total, locale),
        })}
      </strong>
      {sum.days.length > 1 && sum.days.length <= MOST_DAYS && (
        <div className="muted size-13">{sum.days.map((atMs) => formatDay(atMs, locale)).join(' · ')}</div>
      )}
      {hasWeekendRun(sum.days) && <div className="muted size-13">{t('transfers.weekendRun')}</div>}
    </div>
  );
}

export function NewScheduleDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [form, setForm] = useState(emptySchedule);
  const [tried, setTried] = useState(false);
  const authorization = useAuthorization({ do: 'make-schedule' }, [], null, []);
  const making = useMaking(
    (despiteDouble) => {
      setTried(true);
      const schedule = scheduleOf(form, Date.now());
      if (schedule === null || !authorization.value) return null;
      const asked = { schedule, despiteDouble, authorization: authorization.value };
      return call('transfers.makeSchedule', asked).then((answer) => {
        authorization.clear();
        return answer;
      });
    },
    () => onClose(),
  );
  const amount = amountOf(form);
  const fields: FieldsProps = {
    form,
    change: (part) => {
      making.forget();
      setForm((before) => ({ ...before, ...part }));
    },
    groupAmount: () => setForm((typed) => grouped(typed, locale)),
    wrong: (field) =>
      tried && wrongIn(form, Date.now()).includes(field) ? t(`transfers.wrong.${field}`) : undefined,
  };
  return (
    <MakeDialog
      title={t('transfers.new')}
      action={
        amount === null
          ? t('making.make.schedule')
          : t('transfers.make', { amount: formatMoney(amount, locale) })
      }
      blocked={authorization.value === null}
      making={making}
      size="lg"
      pathOf={(key) => pathOfKept('schedules', key)}
      onClose={onClose}
    >
      <SavedRecipient form={form} change={fields.change} busy={making.busy} />
      <RecipientFields {...fields} />
      <Rhythm {...fields} />
      <div className="schedule-sum">
        <Sum form={form} />
        <Fee key={`${form.method} ${amountOf(form)?.minor}`} form={form} />
      </div>
      {authorization.fields}
    </MakeDialog>
  );
}
