/** What the gateway charges for each way to pay, beside the list of them: fees are a list of their own, joined by the method's code. */
import type { TFunction } from 'i18next';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeptRow } from '#shared/contract/kept.ts';
import type { KeptColumn, KeptListName } from '#shared/domain/kept-lists.ts';
import { useLocale } from '../../app-store.ts';
import { moneyColumn } from '../../components/columns.tsx';
import type { GridColumn } from '../../components/grid-columns.ts';
import { AsOf } from '../../components/page.tsx';
import { PercentText, textIn } from './cells.tsx';
import { useKept } from './store.ts';

/** Of this method, or of all of them. */
export function feeOf(fees: readonly KeptRow[], method: KeptRow): KeptRow | null {
  const code = textIn(method, 'code')?.toLowerCase();
  return (
    fees.find((fee) => textIn(fee, 'method')?.toLowerCase() === code) ??
    fees.find((fee) => textIn(fee, 'method') === null) ??
    null
  );
}

const percent = (
  t: TFunction,
  id: 'rate' | 'vat',
  feeFor: (row: KeptRow) => KeptRow | null,
): GridColumn<KeptRow> => ({
  id,
  header: t(`kept.column.${id}`),
  width: 130,
  align: 'end',
  render: (row) => {
    const fee = feeFor(row);
    const text = fee && textIn(fee, id);
    return text === null ? <span className="muted">—</span> : <PercentText text={text} />;
  },
  text: (row) => {
    const fee = feeFor(row);
    return (fee && textIn(fee, id)) ?? '';
  },
});

/** A name in the other language says nothing new to who reads this one. */
const OTHER_NAMES: Readonly<Record<string, KeptColumn>> = { en: 'nameArabic', ar: 'name' };

/** The columns of a list; those of the ways to pay with what they cost. */
export function useWithFees(name: KeptListName, columns: GridColumn<KeptRow>[]): GridColumn<KeptRow>[] {
  const { t } = useTranslation();
  const { language } = useLocale();
  const isMethods = name === 'allowed-methods';
  const { rows: fees, look } = useKept('merchant-fees');
  useEffect(() => {
    if (isMethods) void look();
  }, [isMethods, look]);
  return useMemo(() => {
    if (!isMethods || fees === null) return columns;
    const feeFor = (row: KeptRow) => feeOf(fees, row);
    return [
      ...columns.filter(({ id, hidden }) => id !== OTHER_NAMES[language] && hidden !== true),
      percent(t, 'rate', feeFor),
      moneyColumn<KeptRow>({ id: 'flatFee', header: t('kept.column.flatFee'), width: 130 }, (row) => {
        const cell = feeFor(row)?.cells.flatFee;
        return cell?.is === 'money' ? cell.money : null;
      }),
      percent(t, 'vat', feeFor),
    ];
  }, [t, isMethods, language, fees, columns]);
}

/** How old the fees beside the methods are. */
export function FeesAsOf() {
  const { t } = useTranslation();
  const readAtMs = useKept('merchant-fees').summary?.read.readAtMs ?? null;
  if (readAtMs === null) return null;
  return (
    <>
      {t('kept.list.merchant-fees')} <AsOf readAtMs={readAtMs} />
    </>
  );
}
