/** Sums of rows as figures beside one another, which add up, and what they lack. */
import { useTranslation } from 'react-i18next';
import type { ReportSums, RowSums, Total } from '#shared/contract/terminals.ts';
import { useLocale } from '../app-store.ts';
import { formatList, formatMoney } from '../i18n/format.ts';
import { useCounted } from './counted.ts';
import { Fact } from './fact.tsx';
import { TotalsText } from './money-text.tsx';
import { countOf, partsOf } from './sum-parts.ts';

/** "3 transactions of a kind not known, EGP 120.00, are not in this sum"; nothing where the sum lacks none. */
export function NotSummed({ totals }: { totals: readonly Total[] }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  if (totals.length === 0) return null;
  const amount = formatList(
    totals.map((total) => formatMoney(total.amount, locale)),
    locale,
  );
  return (
    <span className="chip wraps" data-tone="late">
      {t('terminals.sum.notSummed', { ...counted(countOf(totals)), amount })}
    </span>
  );
}

export function SumFacts({ sums }: { sums: RowSums | ReportSums }) {
  const { t } = useTranslation();
  const counted = useCounted();
  return (
    <>
      {partsOf(sums).map(({ part, totals }) => (
        <Fact
          key={part}
          label={`${t(`terminals.sum.${part}`)} · ${t('terminals.footer.transactions', counted(countOf(totals)))}`}
        >
          <TotalsText totals={totals} strong size={20} />
        </Fact>
      ))}
      <NotSummed totals={sums.notSummed} />
    </>
  );
}
