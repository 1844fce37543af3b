/** What the list of payments is narrowed to; kept under a name, and taken into files. */
import { Select } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { paymentFilterSchema, type Payment, type PaymentFilter } from '#shared/contract/payments.ts';
import { paymentStates } from '#shared/domain/payment.ts';
import { useActiveProfile, useLocale } from '../../app-store.ts';
import { DateField } from '../../components/date-field.tsx';
import type { GridColumn } from '../../components/grid-columns.ts';
import type { ViewsOf } from '../../components/kept-views.ts';
import { dayOf, endOfDayMs, startOfDayMs } from '../../components/local-days.ts';
import { SearchInput } from '../../components/search-input.tsx';
import { ViewsButton } from '../../components/views-button.tsx';
import { formatDate, type Locale } from '../../i18n/format.ts';
import { ExportMenu } from '../reports/index.tsx';
import { usePayments } from './store.ts';

const viewSchema = z.object({ filter: paymentFilterSchema });
const paymentViews: ViewsOf<z.output<typeof viewSchema>> = {
  list: 'payments',
  parse: (kept) => viewSchema.safeParse(kept).data ?? null,
};

const channelText = (t: TFunction, channel: string) =>
  t(`payments.channel.${channel}`, { defaultValue: channel });

/** The filter in words, one fact a line. */
function textsOf(t: TFunction, locale: Locale, filter: PaymentFilter): string[] {
  const { text, state, channel, fromMs, toMs } = filter;
  const day = (atMs: number) => formatDate(dayOf(atMs) ?? '', 'short', locale);
  return [
    ...(text.trim() === '' ? [] : [t('reports.list.filter.text', { text: text.trim() })]),
    ...(state === null ? [] : [t(`payments.state.${state}`)]),
    ...(channel === null ? [] : [channelText(t, channel)]),
    ...(fromMs === null ? [] : [t('reports.list.filter.from', { day: day(fromMs) })]),
    ...(toMs === null ? [] : [t('reports.list.filter.to', { day: day(toMs) })]),
  ];
}

function Days() {
  const { t } = useTranslation();
  const { filter, ask } = usePayments();
  return (
    <>
      <DateField
        size="xs"
        w={152}
        leftSectionWidth={48}
        leftSection={<span className="size-12">{t('settlement.filter.fromShort')}</span>}
        aria-label={t('settlement.filter.from')}
        value={dayOf(filter.fromMs)}
        onChange={(day) => ask({ fromMs: startOfDayMs(day) })}
      />
      <DateField
        size="xs"
        w={140}
        leftSectionWidth={36}
        leftSection={<span className="size-12">{t('settlement.filter.toShort')}</span>}
        aria-label={t('settlement.filter.to')}
        value={dayOf(filter.toMs)}
        onChange={(day) => ask({ toMs: endOfDayMs(day) })}
      />
    </>
  );
}

export function Filters({ columns }: { columns: GridColumn<Payment>[] }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const profile = useActiveProfile();
  const { filter, summary, rows, ask } = usePayments();
  return (
    <div className="toolbar">
      <SearchInput
        label={t('payments.search')}
        width={200}
        value={filter.text}
        onChange={(text) => ask({ text })}
      />
      <Select
        size="xs"
        w={130}
        clearable
        aria-label={t('payments.column.state')}
        placeholder={t('payments.column.state')}
        data={paymentStates.map((value) => ({ value, label: t(`payments.state.${value}`) }))}
        value={filter.state}
        onChange={(state) => ask({ state })}
      />
      <Select
        size="xs"
        w={110}
        clearable
        aria-label={t('payments.column.channel')}
        placeholder={t('payments.column.channel')}
        data={(summary?.channels ?? []).map((value) => ({ value, label: channelText(t, value) }))}
        value={filter.channel}
        onChange={(channel) => ask({ channel })}
      />
      <Days />
      {profile && (
        <ViewsButton
          key={profile.id}
          of={paymentViews}
          profileId={profile.id}
          current={() => ({ filter: usePayments.getState().filter })}
          onTake={(view) => ask(view.filter)}
        />
      )}
      <ExportMenu
        source={{ list: 'payments', filter }}
        title={t('app.nav.payments')}
        filter={textsOf(t, locale, filter)}
        columns={rows?.length === 0 ? [] : columns}
        count={summary?.count}
      />
    </div>
  );
}
