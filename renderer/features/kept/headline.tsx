/** The headline of a kept list: what is still open, or how many rows there are. With a filter: how many rows fit it. */
import { IconClock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isListed, type KeptListName } from '#shared/domain/kept-lists.ts';
import type { KeptTab } from '#shared/domain/kept-tabs.ts';
import { sumByCurrency, type Money } from '#shared/money/money.ts';
import { useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { AsOf } from '../../components/page.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { formatList, formatMoney } from '../../i18n/format.ts';
import { WebhookRoom } from '../webhooks/index.tsx';
import { FeesCost, MethodsCost } from './method-fees.tsx';
import { isNarrowed, useKept } from './store.ts';

type Summary = NonNullable<ReturnType<typeof useKept>['summary']>;

/** Bills that a customer can still pay. */
const OWED: readonly string[] = ['UNPAID', 'OVERDUE'];
/** The state that is counted instead of all rows. */
const COUNTED: { readonly [N in KeptListName]?: string } = {
  discounts: 'ACTIVE',
  webhooks: 'active',
  deliveries: 'delivered',
};
const isBills = (name: KeptListName): name is 'links' | 'invoices' => name === 'links' || name === 'invoices';

const sumsIn = (states: Summary['states']): Money[] => sumByCurrency(states.flatMap(({ sums }) => sums));

/** Amounts in a sentence. */
function useSaid(): (sums: readonly Money[]) => string {
  const locale = useLocale();
  return (sums) =>
    formatList(
      sums.map((sum) => formatMoney(sum, locale)),
      locale,
    );
}

/** What is still to be paid of bills, and how much of it is late. */
function Owed({ name, states }: { name: 'links' | 'invoices'; states: Summary['states'] }) {
  const { t } = useTranslation();
  const said = useSaid();
  const counted = useCounted();
  const owed = states.filter(({ word }) => OWED.includes(word));
  const overdue = owed.filter(({ word, count }) => word === 'OVERDUE' && count > 0);
  const count = owed.reduce((sum, state) => sum + state.count, 0);
  if (count === 0) return <span>{t('kept.owed.none')}</span>;
  return (
    <>
      <span>{t(`kept.owed.${name}`, { ...counted(count), sum: said(sumsIn(owed)) })}</span>
      {overdue.length > 0 && (
        <StateChip
          tone="late"
          icon={<IconClock size={14} />}
          label={t('kept.overdue', { sum: said(sumsIn(overdue)) })}
        />
      )}
    </>
  );
}

function Counted({ name, summary: { count, states, sums } }: { name: KeptListName; summary: Summary }) {
  const { t } = useTranslation();
  const said = useSaid();
  const counted = useCounted();
  const word = COUNTED[name];
  const wanted = word === undefined ? count : (states.find((state) => state.word === word)?.count ?? 0);
  const words = { ...counted(wanted), total: counted(count).number, sum: said(sums) };
  return <span>{t(`kept.counted.${name}`, words)}</span>;
}

export function Headline({ name, tab }: { name: KeptListName; tab: KeptTab }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { filter, summary } = useKept(name);
  const about = t(`kept.about.${tab}`);
  if (!summary || summary.read.readAtMs === null) return about;
  return (
    <>
      {isNarrowed(filter) ? (
        <span>{t('kept.found', counted(summary.count))}</span>
      ) : isBills(name) ? (
        <Owed name={name} states={summary.states} />
      ) : (
        <Counted name={name} summary={summary} />
      )}
      <span className="muted">
        {!isListed(name) && (
          <>
            <AsOf readAtMs={summary.read.readAtMs} /> ·{' '}
          </>
        )}
        {summary.unreadable > 0 ? (
          t('kept.unreadable', counted(summary.unreadable))
        ) : name === 'merchant-fees' ? (
          <FeesCost />
        ) : name === 'allowed-methods' ? (
          <MethodsCost />
        ) : name === 'links' ? null : (
          about
        )}{' '}
        {name === 'webhooks' && <WebhookRoom />}
      </span>
    </>
  );
}
