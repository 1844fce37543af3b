/** What the list of payments is narrowed to; kept under a name, and taken into files. */
import { Button, Select } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { narrowing } from '#shared/contract/list-filter.ts';
import {
  NEWEST_FIRST,
  paymentFilterFields,
  paymentFilterSchema,
  paymentSortSchema,
  type Payment,
  type PaymentFilter,
} from '#shared/contract/payments.ts';
import { paymentFlags, paymentOrigins, paymentStates } from '#shared/domain/payment.ts';
import { useActiveProfile, useLocale, useSettings } from '../../app-store.ts';
import { areSumsComing } from '../../components/paged-list.ts';
import { AmountLimit } from '../../components/amount-limit.tsx';
import { DayRange } from '../../components/day-range.tsx';
import type { GridColumn } from '../../components/grid-columns.ts';
import type { ViewsOf } from '../../components/kept-views.ts';
import { dayOf } from '../../components/local-days.ts';
import { SearchInput } from '../../components/search-input.tsx';
import { ViewsButton } from '../../components/views-button.tsx';
import { formatCount, formatDate, type Locale } from '../../i18n/format.ts';
import { ExportMenu } from '../reports/index.tsx';
import { GatewayFileItem } from './gateway-file.tsx';
import { usePayments } from './store.ts';

const viewSchema = z.object({
  filter: paymentFilterSchema,
  sort: paymentSortSchema.default(NEWEST_FIRST),
});
const paymentViews: ViewsOf<z.output<typeof viewSchema>> = {
  list: 'payments',
  parse: (kept) => viewSchema.safeParse(kept).data ?? null,
};

/** What stands among the states, though it is none of them. */
const ASIDE = ['held', 'unsettled'] as const;
type Aside = (typeof ASIDE)[number];
const asideOf = (filter: PaymentFilter): Aside | undefined => ASIDE.find((name) => filter[name]);

/** A hold that ends is narrowed by its length, too. */
const FLAGS_ALONE = paymentFlags.filter((flag) => flag !== 'hold-ending');

const methodText = (t: TFunction, method: string) => t(`payments.method.${method}`, { defaultValue: method });
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
    method: (method) => methodText(t, method ?? ''),
    from: (from) => t(`payments.from.${from ?? 'checkout'}`),
    customer: (text) => t('payments.customerHas', { text: text.trim() }),
    windowId: (window) => t('payments.inWindow', { window }),
    flag: (flag) => t(`payments.flag.${flag ?? 'unknown'}`),
    held: () => t('payments.held'),
    holdEnding: (days) =>
      t('payments.holdEndingOf', {
        days: t('notices.settings.days', { count: days ?? 0, number: formatCount(days ?? 0, locale) }),
      }),
    unsettled: () => t('payments.unsettled'),
    minAmount: (amount) => t('reports.list.filter.fromAmount', { amount }),
    maxAmount: (amount) => t('reports.list.filter.toAmount', { amount }),
    fromMs: (atMs) => t('reports.list.filter.from', { day: day(atMs) }),
    toMs: (atMs) => t('reports.list.filter.to', { day: day(atMs) }),
  };
  const textOf = <F extends keyof PaymentFilter>(field: F) => texts[field](filter[field]);
  return narrowing(paymentFilterFields, filter).map(textOf);
}

function Amounts() {
  const { t } = useTranslation();
  const { filter, ask } = usePayments();
  return (
    <>
      <AmountLimit
        label={t('terminals.filter.from')}
        value={filter.minAmount}
        onChange={(minAmount) => ask({ minAmount })}
      />
      <AmountLimit
        label={t('terminals.filter.to')}
        value={filter.maxAmount}
        onChange={(maxAmount) => ask({ maxAmount })}
      />
    </>
  );
}

/** The state, and what is none but stands among the states. */
function StateChoice() {
  const { t } = useTranslation();
  const { filter, ask } = usePayments();
  const choose = (value: string | null) =>
    ask({
      state: paymentStates.find((state) => state === value) ?? null,
      held: value === 'held',
      unsettled: value === 'unsettled',
    });
  return (
    <Select
      size="xs"
      w={112}
      clearable
      aria-label={t('payments.column.state')}
      placeholder={t('payments.column.state')}
      data={[
        ...paymentStates.map((value) => ({ value: value as string, label: t(`payments.state.${value}`) })),
        ...ASIDE.map((value) => ({ value, label: t(`payments.${value}`) })),
      ]}
      value={asideOf(filter) ?? filter.state}
      onChange={choose}
    />
  );
}

/** What the gateway calls the channel and the method, and what was paid at. */
function Choices() {
  const { t } = useTranslation();
  const { filter, head, ask } = usePayments();
  return (
    <>
      <Select
        size="xs"
        w={110}
        clearable
        aria-label={t('payments.column.channel')}
        placeholder={t('payments.column.channel')}
        data={(head?.channels ?? []).map((value) => ({ value, label: channelText(t, value) }))}
        value={filter.channel}
        onChange={(channel) => ask({ channel })}
      />
      <Select
        size="xs"
        w={100}
        clearable
        aria-label={t('payments.column.method')}
        placeholder={t('payments.column.method')}
        data={(head?.methods ?? []).map((value) => ({ value, label: methodText(t, value) }))}
        value={filter.method}
        onChange={(method) => ask({ method })}
      />
      <Select
        size="xs"
        w={110}
        clearable
        aria-label={t('payments.column.paidFrom')}
        placeholder={t('payments.column.paidFrom')}
        data={paymentOrigins.map((value) => ({ value, label: t(`payments.from.${value}`) }))}
        value={filter.from}
        onChange={(value) => ask({ from: paymentOrigins.find((origin) => origin === value) ?? null })}
      />
    </>
  );
}

/** By whom, in which settlement window, and what needs an eye. */
function Whereabouts() {
  const { t } = useTranslation();
  const { filter, head, ask } = usePayments();
  const { holdDays } = useSettings();
  const windows = head?.windows ?? [];
  const { windowId } = filter;
  return (
    <>
      <SearchInput
        label={t('payments.column.customer')}
        width={120}
        value={filter.customer}
        onChange={(customer) => ask({ customer })}
      />
      <Select
        size="xs"
        w={130}
        clearable
        searchable
        aria-label={t('payments.column.window')}
        placeholder={t('payments.column.window')}
        nothingFoundMessage={t('payments.noWindow')}
        data={windowId === null || windows.includes(windowId) ? windows : [windowId, ...windows]}
        value={windowId}
        onChange={(value) => ask({ windowId: value })}
      />
      <Select
        size="xs"
        w={130}
        clearable
        aria-label={t('payments.column.paymentFlags')}
        placeholder={t('payments.column.paymentFlags')}
        data={paymentFlags.map((value) => ({ value, label: t(`payments.flag.${value}`) }))}
        value={filter.holdEnding === null ? filter.flag : 'hold-ending'}
        onChange={(value) =>
          ask({
            flag: FLAGS_ALONE.find((flag) => flag === value) ?? null,
            holdEnding: value === 'hold-ending' ? holdDays : null,
          })
        }
      />
    </>
  );
}

/** Filters that few ask for: they unfold. */
const SELDOM: readonly (keyof PaymentFilter)[] = [
  'channel',
  'method',
  'from',
  'customer',
  'windowId',
  'flag',
  'holdEnding',
  'minAmount',
  'maxAmount',
];

type FiltersProps = {
  columns: GridColumn<Payment>[];
  /** The choice of columns. */
  children: ReactNode;
};

export function Filters({ columns, children }: FiltersProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const profile = useActiveProfile();
  const { holdDays } = useSettings();
  const { filter, sort, sums, rows, ask, takeView } = usePayments();
  const areComing = usePayments(areSumsComing);
  const [opened, setOpened] = useState<boolean | null>(null);
  const set = narrowing(paymentFilterFields, filter).filter((name) => SELDOM.includes(name)).length;
  // What narrows the list is in sight, unless somebody folds it away.
  const showsMore = opened ?? set > 0;
  return (
    <div className="toolbar">
      <SearchInput
        label={t('payments.search')}
        width={130}
        value={filter.text}
        onChange={(text) => ask({ text })}
      />
      <StateChoice />
      <DayRange fromMs={filter.fromMs} toMs={filter.toMs} onChange={ask} />
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        leftSection={<IconFilter size={16} />}
        aria-expanded={showsMore}
        onClick={() => setOpened(!showsMore)}
      >
        {set > 0
          ? t('payments.moreFiltersSet', { number: formatCount(set, locale) })
          : t('payments.moreFilters')}
      </Button>
      <div className="list-tools">
        {profile && (
          <ViewsButton
            key={profile.id}
            of={paymentViews}
            profileId={profile.id}
            current={() => ({ filter: usePayments.getState().filter, sort: usePayments.getState().sort })}
            onTake={takeView}
          />
        )}
        {children}
        <ExportMenu
          source={{ list: 'payments', filter, sort, holdDays }}
          title={t('app.nav.payments')}
          filter={textsOf(t, locale, filter)}
          columns={rows?.length === 0 ? [] : columns}
          count={areComing ? undefined : sums?.count}
        >
          <GatewayFileItem filter={filter} />
        </ExportMenu>
      </div>
      {showsMore && (
        <div className="more-filters" role="group" aria-label={t('payments.moreFilters')}>
          <Choices />
          <Whereabouts />
          <Amounts />
        </div>
      )}
    </div>
  );
}
