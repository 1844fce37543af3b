/** The five pictures of one currency. */
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../app-store.ts';
import { currencyLabel } from '../../i18n/format.ts';
import { FigureCard } from './figure-card.tsx';
import { useFigureRows, type Shown } from './rows.tsx';
import { isolated } from '../../i18n/isolated.ts';

/** A list that was never read gives no picture: an unknown figure is not zero. */
const unreadIn = ({ one, figures: { settledRead, requestsRead } }: Shown) => ({
  settled: settledRead.readAtMs === null && one.settled.every(({ count }) => count === 0),
  requests: requestsRead.readAtMs === null && one.early.every(({ requests }) => requests === 0),
});

/** The heads of the tables. All amounts of a table are of one currency, and its head says it once. */
function useColumns({ one }: Shown) {
  const { t } = useTranslation();
  const currency = currencyLabel(one.currency, useLocale().language);
  const column = (name: string) => t(`figures.column.${name}`);
  const money = (name: string) => `${name} (${isolated(currency)})`;
  return {
    column,
    money,
    both: [t('figures.series.net'), t('figures.series.kept')],
    sums: [
      column('count'),
      money(t('figures.series.gross')),
      money(t('figures.series.kept')),
      money(t('figures.series.net')),
    ],
  };
}

/** Periods: the table begins with the newest, and the picture takes a whole row; of the first card its table, too. */
const BY_TIME = { newestFirst: true, wide: 'picture' } as const;
const WIDE_BY_TIME = { newestFirst: true, wide: 'always' } as const;

export function FigureCards({ asTables, ...shown }: Shown & { asTables: boolean }) {
  const { t } = useTranslation();
  const { settled, fees, branches, unsettled, early } = useFigureRows(shown);
  const { column, money, sums, both } = useColumns(shown);
  const shared = { asTable: asTables, nothing: t('figures.nothing') };
  const ofSettled = { ...shared, unread: unreadIn(shown).settled };
  return (
    <div className="figures">
      <FigureCard
        {...ofSettled}
        {...WIDE_BY_TIME}
        title={t('figures.card.settled')}
        text={t(asTables ? 'figures.card.settledTable' : 'figures.card.settledText')}
        series={both}
        stacked
        columns={[column(shown.span), ...sums]}
        {...settled}
      />
      <FigureCard
        {...ofSettled}
        title={t('figures.card.branches')}
        text={t('figures.card.branchesText')}
        series={both}
        stacked
        columns={[column('branch'), ...sums]}
        across
        {...branches}
      />
      <FigureCard
        {...ofSettled}
        title={t('figures.card.unsettled')}
        text={t('figures.card.unsettledText')}
        nothing={t('figures.nothingUnsettled')}
        series={[t('figures.series.amount')]}
        columns={[column('age'), column('count'), money(t('figures.series.amount'))]}
        {...unsettled}
      />
      <FigureCard
        {...ofSettled}
        {...BY_TIME}
        title={t('figures.card.fees')}
        text={t('figures.card.feesText')}
        series={[t('figures.series.share')]}
        columns={[
          column(shown.span),
          money(t('figures.series.gross')),
          money(column('fees')),
          column('share'),
        ]}
        {...fees}
      />
      <FigureCard
        {...shared}
        unread={unreadIn(shown).requests}
        {...BY_TIME}
        title={t('figures.card.early')}
        text={t('figures.card.earlyText')}
        series={[t('figures.series.cost')]}
        columns={[
          column('months'),
          column('requests'),
          money(column('total')),
          money(t('figures.series.cost')),
          column('costShare'),
        ]}
        {...early}
      />
    </div>
  );
}
