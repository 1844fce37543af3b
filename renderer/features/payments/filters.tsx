/** What the list of payments is narrowed to; kept under a name, and taken into files. */
import { Select } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { narrowing } from '#shared/contract/list-filter.ts';
import {
  paymentFilterFields,
  paymentFilterSchema,
  type Payment,
  type PaymentFilter,
} from '#shared/contract/payments.ts';
import { paymentStates } from '#shared/domain/payment.ts';
import { useActiveProfile, useLocale } from '../../app-store.ts';
import { DayRange } from '../../components/day-range.tsx';
import type { GridColumn } from '../../components/grid-columns.ts';
import type { ViewsOf } from '../../components/kept-views.ts';
import { dayOf } from '../../components/local-days.ts';
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

/** Every field of the filter has its words here, or this does not compile. */
type Texts = { [F in keyof PaymentFilter]: (value: PaymentFilter[F]) => string };

/** The filter in words, one fact a line. */
function textsOf(t: TFunction, locale: Locale, filter: PaymentFilter): string[] {
  const day = (atMs: number | null) => formatDate(dayOf(atMs), 'short', locale);
  const texts: Texts = {
    text: (text) => t('reports.list.filter.text', { text: text.trim() }),
    state: (state) => t(`payments.state.${state ?? 'unknown'}`),
    channel: (channel) => channelText(t, channel ?? ''),
    fromMs: (atMs) => t('reports.list.filter.from', { day: day(atMs) }),
    toMs: (atMs) => t('reports.list.filter.to', { day: day(atMs) }),
  };
  const textOf = <F extends keyof PaymentFilter>(field: F) => texts[field](filter[field]);
  return narrowing(paymentFilterFields, filter).map(textOf);
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
      <DayRange fromMs={filter.fromMs} toMs={filter.toMs} onChange={ask} />
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
