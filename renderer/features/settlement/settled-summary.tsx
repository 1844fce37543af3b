/** The gateway's summary beside our own recount: two countings of the same money side by side; what differs is said. */
import type { ReactNode } from 'react';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { negated, sameMoney, type Money } from '#shared/money/money.ts';
import type { OutputOf } from '#shared/contract/index.ts';
import { useLocale } from '../../app-store.ts';
import { areSumsComing } from '../../components/paged-list.ts';
import { useCounted } from '../../components/counted.ts';
import { Fact } from '../../components/fact.tsx';
import { MoneyList, MoneyText, TotalsText } from '../../components/money-text.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { NotSummed, SumsComing } from '../../components/sums.tsx';
import { formatAmounts, formatCount } from '../../i18n/format.ts';
import { isNarrowed, useSettlement } from './store.ts';

function Count({ count }: { count: number }) {
  const { t } = useTranslation();
  const counted = useCounted();
  return <span className="muted">{t('settlement.summary.rows', counted(count))}</span>;
}

type Summary = OutputOf<'settlement.settledSummary'>;

/** What of the gateway's summary is not what was counted here; null without a summary. */
function difference({ gateway, recount }: Summary): 'count' | 'total' | 'nothing' | null {
  if (!gateway || (gateway.count === null && gateway.total === null)) return null;
  const ours = recount.gross[0]?.amount;
  if (gateway.count !== null && gateway.count !== recount.count) return 'count';
  return gateway.total !== null && (!ours || !sameMoney(gateway.total, ours)) ? 'total' : 'nothing';
}

/** What the gateway counts, where that is not said to agree. A total that it does not give has no place. */
function OfGateway({ summary }: { summary: Summary }) {
  const { t } = useTranslation();
  const { gateway } = summary;
  return (
    <span className="muted">
      {t('settlement.summary.gateway')}: {gateway === null && t('settlement.summary.none')}
      {gateway?.total && (
        <>
          <MoneyText value={gateway.total} />
          {gateway.count !== null && ' · '}
        </>
      )}
      {gateway && gateway.count !== null && <Count count={gateway.count} />}
    </span>
  );
}

/** Both cover all rows of the same branches; a filter of this PC narrows only ours. */
function Differs({ summary }: { summary: Summary }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const differs = difference(summary);
  if (differs === null || differs === 'nothing') return null;
  return (
    <div className="banner" data-tone="late" role="status">
      <IconAlertTriangle size={16} />
      {differs === 'count'
        ? t('settlement.summary.differs', {
            gateway: formatCount(summary.gateway?.count ?? 0, locale),
            ours: formatCount(summary.recount.count, locale),
          })
        : t('settlement.summary.differsTotal')}
    </div>
  );
}

/** Fees and VAT are taken from the gross: below zero, so that the terms add up to the net. */
const TAKEN: readonly string[] = ['fees', 'vat'];
const asTerms = (key: string, amounts: readonly Money[]): Money[] =>
  TAKEN.includes(key) ? amounts.map(negated) : [...amounts];

const isUnread = ({ read, recount }: Summary) => read.readAtMs === null && recount.count === 0;

/** Both cover the same rows, and nothing is still being read: only then is one compared with the other. */
function useCompared(): boolean {
  const filter = useSettlement((state) => state.filter);
  const running = useSettlement((state) => state.progress !== null);
  return !isNarrowed(filter) && !running;
}

/** The answer: what the rows come to, and whether the gateway counts the same. */
export function SettledHeadline() {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  const summary = useSettlement((state) => state.summary);
  const filter = useSettlement((state) => state.filter);
  const areComing = useSettlement(areSumsComing);
  const compared = useCompared();
  if (!summary || isUnread(summary)) return null;
  const { recount } = summary;
  // The count is known before the sums are.
  if (areComing)
    return (
      <>
        <span>{t('settlement.summary.settledOf', counted(recount.count))}</span>
        <SumsComing />
      </>
    );
  const net = formatAmounts(recount.net, locale);
  return (
    <>
      <span>
        {net === ''
          ? t('settlement.summary.settledOf', counted(recount.count))
          : t('settlement.summary.settledNet', { ...counted(recount.count), net })}
      </span>
      <span className="muted" title={t('settlement.filter.local')}>
        {t(isNarrowed(filter) ? 'settlement.summary.oursFiltered' : 'settlement.summary.ours')}
      </span>
      {compared && difference(summary) === 'nothing' && (
        <StateChip tone="good" icon={<IconCheck size={16} />} label={t('settlement.summary.agrees')} />
      )}
    </>
  );
}

/** `tools`: what can be done with the list below. */
export function SettledSummary({ tools }: { tools: ReactNode }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const summary = useSettlement((state) => state.summary);
  const areComing = useSettlement(areSumsComing);
  const compared = useCompared();
  if (!summary) return null;
  const { recount, unreadableCount } = summary;
  const agrees = compared && difference(summary) === 'nothing';
  return (
    <>
      <div className="settled-summary">
        <Fact label={t('settlement.column.gross')}>
          {areComing ? (
            <SumsComing />
          ) : isUnread(summary) ? (
            <span className="muted">{t('app.asOf.never')}</span>
          ) : (
            <TotalsText totals={recount.gross} />
          )}
        </Fact>
        {(['fees', 'vat'] as const).map((key) => (
          <Fact key={key} label={t(`settlement.column.${key}`)}>
            {areComing ? <SumsComing /> : <MoneyList values={asTerms(key, recount[key])} />}
          </Fact>
        ))}
        {!areComing && recount.net.length > 0 && (
          <Fact label={t('settlement.column.net')} term="sum">
            <MoneyList values={recount.net} strong />
          </Fact>
        )}
        <span className="settled-tools">{tools}</span>
        {!areComing && (!agrees || recount.notSummed.length > 0) && (
          <p className="settled-notes">
            {!agrees && <OfGateway summary={summary} />}
            <NotSummed totals={recount.notSummed} />
          </p>
        )}
      </div>
      {compared && !areComing && <Differs summary={summary} />}
      {unreadableCount > 0 && (
        <div className="banner" data-tone="bad" role="alert">
          {t('settlement.unreadable', counted(unreadableCount))}
        </div>
      )}
    </>
  );
}
