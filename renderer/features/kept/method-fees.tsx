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
import { PercentText, twoDecimals } from './cells.tsx';
import { textIn } from './text-in.ts';
import { feeOf } from './fee-of.ts';
import { isNarrowed, useKept } from './store.ts';

const percent = (
  t: TFunction,
  id: 'rate' | 'vat',
  feeFor: (row: KeptRow) => KeptRow | null,
): GridColumn<KeptRow> => {
  const textOf = (row: KeptRow) => {
    const fee = feeFor(row);
    return fee && textIn(fee, id);
  };
  return {
    id,
    header: t(`kept.column.${id}`),
    width: 130,
    align: 'end',
    render: (row) => {
      const text = textOf(row);
      return text === null ? <span className="muted">—</span> : <PercentText text={text} />;
    },
    text: (row) => textOf(row) ?? '',
  };
};

/** A name in the other language says nothing new to who reads this one. */
const OTHER_NAMES: Readonly<Record<string, KeptColumn>> = { en: 'nameArabic', ar: 'name' };

/** The columns of a list; those of the ways to pay with what they cost. */
export function useWithFees(name: KeptListName, columns: GridColumn<KeptRow>[]): GridColumn<KeptRow>[] {
  const { t } = useTranslation();
  const { language } = useLocale();
  const isMethods = name === 'allowed-methods';
  const { rows: fees, filter, ask, look } = useKept('merchant-fees');
  // All of them are needed here, whatever its own tab was narrowed to.
  const isPart = isMethods && isNarrowed(filter);
  useEffect(() => {
    if (isPart) ask({ text: '', words: {} });
    if (isMethods) void look();
  }, [isMethods, isPart, ask, look]);
  return useMemo(() => {
    if (!isMethods || fees === null || fees.length === 0) return columns;
    const feeFor = (row: KeptRow) => feeOf(fees, row);
    return [
      ...columns
        .filter(({ id, hidden }) => id !== OTHER_NAMES[language] && hidden !== true)
        .map((column) => ({ ...column, header: t('kept.column.name') })),
      percent(t, 'rate', feeFor),
      moneyColumn<KeptRow>({ id: 'flatFee', header: t('kept.column.flatFee'), width: 130 }, (row) => {
        const cell = feeFor(row)?.cells.flatFee;
        return cell?.is === 'money' ? cell.money : null;
      }),
      percent(t, 'vat', feeFor),
    ];
  }, [t, isMethods, language, fees, columns]);
}

const MINUTE_MS = 60_000;
const shareOf = (fee: KeptRow): number => Number(textIn(fee, 'rate') ?? Number.NaN);

/** What the ways to pay cost, from the cheapest to the dearest; and how old that is, where the list itself is of another time. */
export function MethodsCost() {
  const { t } = useTranslation();
  const methods = useKept('allowed-methods');
  const fees = useKept('merchant-fees');
  const readAtMs = fees.summary?.read.readAtMs ?? null;
  const found = (methods.rows ?? []).flatMap((row) => feeOf(fees.rows ?? [], row) ?? []);
  const [first, ...others] = found
    .filter((fee) => !Number.isNaN(shareOf(fee)))
    .sort((one, other) => shareOf(one) - shareOf(other));
  if (readAtMs === null || !first) return null;
  const last = others.at(-1);
  const isOther = Math.abs((methods.summary?.read.readAtMs ?? readAtMs) - readAtMs) >= MINUTE_MS;
  const shown = (fee: KeptRow) => `\u2066${twoDecimals(textIn(fee, 'rate') ?? '')}%\u2069`;
  return (
    <>
      {last && shareOf(last) !== shareOf(first)
        ? t('kept.methodsCost', { least: shown(first), most: shown(last) })
        : t('kept.methodsCostOne', { least: shown(first) })}{' '}
      {isOther && <AsOf readAtMs={readAtMs} />}
    </>
  );
}
