/** The one sentence of Figures: what was settled in the time shown, and what of it was not paid out. */
import { useTranslation } from 'react-i18next';
import type { CurrencyFigures, Span } from '#shared/contract/figures.ts';
import { negated } from '#shared/money/money.ts';
import { MoneyText } from '../../components/money-text.tsx';
import { settledSum } from './settled-sum.ts';

export function FiguresHeadline({ one, span }: { one: CurrencyFigures; span: Span }) {
  const { t } = useTranslation();
  const { gross, net, kept } = settledSum(one);
  return (
    <>
      <span>
        {t(`figures.headline.${span}`)} <MoneyText value={gross} strong />
      </span>
      {net && kept && (
        <span className="muted">
          {t('figures.series.kept')} <MoneyText value={negated(kept)} /> · {t('figures.series.net')}{' '}
          <MoneyText value={net} />
        </span>
      )}
    </>
  );
}
