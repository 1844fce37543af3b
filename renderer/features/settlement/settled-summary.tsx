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
import { formatCount } from '../../i18n/format.ts';
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

/** What the gateway counts. A total that it does not give has no place. `compared`: both cover the same rows. */
function OfGateway({ summary, compared }: { summary: Summary; compared: boolean }) {
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
      {compared && difference(summary) === 'nothing' && (
        <>
          {' '}
          <StateChip tone="good" icon={<IconCheck size={16} />} label={t('settlement.summary.agrees')} />
        </>
      )}
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

/** `tools`: what can be done with the list below. */
export function SettledSummary({ tools }: { tools: ReactNode }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const summary = useSettlement((state) => state.summary);
  const filter = useSettlement((state) => state.filter);
  const areComing = useSettlement(areSumsComing);
  const running = useSettlement((state) => state.progress !== null);
  if (!summary) return null;
  const { recount, unreadableCount } = summary;
  const narrowed = isNarrowed(filter);
  const unread = summary.read.readAtMs === null && recount.count === 0;
  return (
    <>
      <div className="settled-summary">
        <Fact
          label={
            <>
              <span title={t('settlement.filter.local')}>
                {t(narrowed ? 'settlement.summary.oursFiltered' : 'settlement.summary.ours')}
              </span>
              {!areComing && !unread && (
                <>
                  {' · '}
                  <Count count={recount.count} />
                </>
              )}
            </>
          }
        >
          {areComing ? (
            <SumsComing />
          ) : unread ? (
            <span className="muted">{t('app.asOf.never')}</span>
          ) : (
            <TotalsText totals={recount.gross} strong size={16} />
          )}
        </Fact>
        {(['fees', 'vat', 'net'] as const).map((key) => (
          <Fact key={key} label={t(`settlement.column.${key}`)}>
            {areComing ? <SumsComing /> : <MoneyList values={asTerms(key, recount[key])} />}
          </Fact>
        ))}
        <span className="settled-tools">{tools}</span>
        {!areComing && (
          <p className="settled-notes">
            <OfGateway summary={summary} compared={!narrowed && !running} />
            <NotSummed totals={recount.notSummed} />
          </p>
        )}
      </div>
      {!narrowed && !running && !areComing && <Differs summary={summary} />}
      {unreadableCount > 0 && (
        <div className="banner" data-tone="bad" role="alert">
          {t('settlement.unreadable', counted(unreadableCount))}
        </div>
      )}
    </>
  );
}
