/** What the count of a Z comes to, and how much of its net was first seen on earlier days. */
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ZContent } from '#shared/contract/closing-z.ts';
import { shownOfLine } from '#shared/domain/closing.ts';
import { sumByCurrency } from '#shared/money/money.ts';
import { useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { Fact } from '../../components/fact.tsx';
import { TotalsText } from '../../components/money-text.tsx';
import { countOf } from '../../components/sum-parts.ts';
import { formatAmounts, formatDate } from '../../i18n/format.ts';
import { TotalsVerdictChip } from './closing-state.tsx';
import { sumOfTotals } from './selectors.ts';

export type ReviewContent = Omit<ZContent, 'number' | 'revision' | 'skipped'>;

/** An old Z, from before transactions had kinds: it has sales and reversals without a sign, and no net. */
export function SumsBefore({ content }: { content: Pick<ReviewContent, 'sales' | 'reversals'> }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const sum = (totals: ReviewContent['sales']) =>
    t('terminals.footer.transactions', counted(sumOfTotals(totals).count));
  return (
    <>
      <Fact label={`${t('closing.review.sales')} · ${sum(content.sales)}`}>
        <TotalsText totals={content.sales} strong size={20} />
      </Fact>
      {content.reversals.length > 0 && (
        <Fact label={`${t('closing.review.reversals')} · ${sum(content.reversals)}`}>
          <TotalsText totals={content.reversals} strong size={20} />
        </Fact>
      )}
    </>
  );
}

/** Everything that the net counts was first seen on earlier days. */
const isWhole = ({ late, sums }: Pick<ReviewContent, 'late' | 'sums'>): boolean =>
  sums !== null &&
  sums.net.length === late.length &&
  sums.net.every(({ amount }) =>
    late.some((one) => one.amount.currency === amount.currency && one.amount.minor === amount.minor),
  );

/** If they agree, the counted amount stands beside it. */
export function CountVerdict({ content: { verdict, lines } }: { content: ReviewContent }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const sums = sumByCurrency(lines.map((line) => shownOfLine(line, line.counted)));
  const counted = formatAmounts(sums, locale);
  return (
    <Fact label={t('closing.review.verdict')}>
      <TotalsVerdictChip verdict={verdict} />{' '}
      {verdict === 'agree' && lines.length > 0 && (
        <span className="muted">· {t('closing.review.countedOf', { counted })}</span>
      )}
    </Fact>
  );
}

/** How much of the net belongs to earlier days. */
export function Late({ content }: { content: ReviewContent }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  if (content.late.length === 0) return null;
  // An old Z has no net that they could be a part of.
  if (content.sums === null)
    return (
      <Fact label={t('closing.review.lateOnly')}>
        <TotalsText totals={content.late} />
      </Fact>
    );
  if (isWhole(content))
    return (
      <p className="chip wraps flush" data-tone="late">
        <IconAlertTriangle size={16} aria-hidden />
        <span>
          {t('closing.review.wholeNet', {
            ...counted(countOf(content.late)),
            date: formatDate(content.businessDate, 'day', locale),
          })}
        </span>
      </p>
    );
  return (
    <Fact label={t('closing.review.late')}>
      <TotalsText totals={content.late} /> <span className="muted">{t('closing.review.ofNet')}</span>
    </Fact>
  );
}
