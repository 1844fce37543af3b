/** What Closeout learnt of each source of statements, where it can be forgotten and used again. */
import { Skeleton } from '@mantine/core';
import { IconBulb } from '@tabler/icons-react';
import { useCallback, useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LearntPart, LearntSource } from '#shared/contract/reconciliation-proposals.ts';
import type { LearntKind } from '#shared/domain/matching/index.ts';
import { useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { NotAllowed } from '../../components/not-allowed.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { useRefreshKey } from '../../frame/refresh.ts';
import { formatBasisPoints, formatDate, formatList } from '../../i18n/format.ts';
import { useMay } from '../../people-store.ts';
import { useLearnt } from './learnt-store.ts';
import { SubPage } from './sub-page.tsx';
import { isolated } from '../../i18n/isolated.ts';

type Change = (kind: LearntKind, name: string, forgotten: boolean) => void;

type RowProps = {
  what: ReactNode;
  why: string;
  part: LearntPart;
  kind: LearntKind;
  onChange: (forgotten: boolean) => void;
};

function Row({ what, why, part, kind, onChange }: RowProps) {
  const { t } = useTranslation();
  const may = useMay('reconcile');
  const { forgotten } = part;
  return (
    <li className="learnt-row" data-forgotten={forgotten !== null}>
      <div>
        <div className="learnt-what">{what}</div>
        <div className="muted size-13">
          {forgotten ? (
            <>
              {t('reconciliation.learnt.forgottenBy')} <bdi>{forgotten.by}</bdi> ·{' '}
              <TimeText atMs={forgotten.atMs} />
            </>
          ) : (
            `${why}. ${t(`reconciliation.learnt.effect.${kind}`)}`
          )}
        </div>
      </div>
      <GuardedButton
        guard={may}
        size="compact-sm"
        variant="default"
        onClick={() => onChange(forgotten === null)}
      >
        {forgotten ? t('reconciliation.learnt.useAgain') : t(`reconciliation.learnt.forget.${kind}`)}
      </GuardedButton>
    </li>
  );
}

const habitsOf = ({ delay, fee }: LearntSource) =>
  `reconciliation.learnt.habits.${delay && fee ? 'both' : delay ? 'delay' : 'fee'}` as const;

function Source({ source, onChange }: { source: LearntSource; onChange: Change }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  const { sourceName, payers, delay, fee } = source;
  const seen = ({ deposits }: LearntPart, lastOn: string | null) =>
    lastOn === null || lastOn === ''
      ? t('reconciliation.learnt.deposits', counted(deposits))
      : t('reconciliation.learnt.depositsUntil', {
          ...counted(deposits),
          date: formatDate(lastOn, 'dated', locale),
        });
  const often = ({ deposits, of }: { deposits: number; of: number }) =>
    t('reconciliation.learnt.often', { deposits: counted(deposits).number, ...counted(of) });
  return (
    <section className="card stack" aria-label={sourceName}>
      <h2 className="card-title">
        <bdi>{sourceName}</bdi>
      </h2>
      <div>
        {payers.length > 0 && <h3 className="learnt-kind">{t('reconciliation.learnt.payers')}</h3>}
        <ul className="learnt-rows">
          {payers.map((payer) => (
            <Row
              key={payer.name}
              what={<bdi>{payer.name}</bdi>}
              why={seen(payer, payer.lastOn)}
              part={payer}
              kind="payer"
              onChange={(forgotten) => onChange('payer', payer.name, forgotten)}
            />
          ))}
        </ul>
      </div>
      <div>
        {(delay || fee) && <h3 className="learnt-kind">{t(habitsOf(source))}</h3>}
        <ul className="learnt-rows">
          {delay && (
            <Row
              what={t('reconciliation.learnt.delay', counted(Math.max(0, delay.days)))}
              why={often(delay)}
              part={delay}
              kind="delay"
              onChange={(forgotten) => onChange('delay', '', forgotten)}
            />
          )}
          {fee && (
            <Row
              what={
                <>
                  {t('reconciliation.learnt.fee')}{' '}
                  {fee.fee.kind === 'share' ? (
                    formatBasisPoints(fee.fee.basisPoints, locale)
                  ) : (
                    <MoneyText value={fee.fee.amount} />
                  )}
                </>
              }
              why={often(fee)}
              part={fee}
              kind="fee"
              onChange={(forgotten) => onChange('fee', '', forgotten)}
            />
          )}
        </ul>
      </div>
    </section>
  );
}

export function LearntPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const may = useMay('reconcile');
  const counted = useCounted();
  const { sources, error, load, change } = useLearnt();
  const known = (sources ?? []).flatMap(({ payers }) => payers).filter(({ forgotten }) => forgotten === null);
  useEffect(() => void load(), [load]);
  const refresh = useCallback(() => void load(), [load]);
  useRefreshKey(refresh);
  return (
    <SubPage
      title={t('reconciliation.learnt.title')}
      comparison="bank"
      back="/reconcile/bank/proposals"
      headline={
        known.length > 0 &&
        t('reconciliation.learnt.answer', {
          ...counted(known.length),
          names: formatList(
            known.map(({ name }) => isolated(name)),
            locale,
          ),
        })
      }
    >
      {error && <ErrorNotice error={error} onRetry={refresh} />}
      {sources === null && !error && <Skeleton height={240} m={24} radius={10} />}
      {sources?.length === 0 && (
        <EmptyState
          icon={<IconBulb size={32} />}
          title={t('reconciliation.learnt.emptyTitle')}
          text={t('reconciliation.learnt.emptyText')}
        />
      )}
      {sources && sources.length > 0 && (
        <div className="learnt-page">
          <p className="muted size-13 flush">{t('reconciliation.learnt.text')}</p>
          <NotAllowed may={may} />
          {sources.map((source) => (
            <Source
              key={source.sourceId}
              source={source}
              onChange={(kind, name, forgotten) =>
                void change({ sourceId: source.sourceId, kind, name, forgotten })
              }
            />
          ))}
        </div>
      )}
    </SubPage>
  );
}
