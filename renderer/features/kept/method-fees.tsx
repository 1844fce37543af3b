/** What the gateway charges for each way to pay, beside the list of them: fees are a list of their own, joined by the method's code. */
import type { TFunction } from 'i18next';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeptRow } from '#shared/contract/kept.ts';
import type { KeptColumn, KeptListName } from '#shared/domain/kept-lists.ts';
import { useLocale } from '../../app-store.ts';
import { money, toDecimal } from '#shared/money/money.ts';
import { moneyColumn } from '../../components/columns.tsx';
import type { GridColumn } from '../../components/grid-columns.ts';
import { AsOf } from '../../components/page.tsx';
import { formatDecimal, formatList, formatMoney } from '../../i18n/format.ts';
import { PercentText, withDecimals, wordOf } from './cells.tsx';
import { fixedFeeColumn } from './columns.tsx';
import { textIn } from './text-in.ts';
import { costOf, feeOf, takenOf } from './fee-of.ts';
import { useKept, useWholeList } from './store.ts';

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

/** A round amount, of which everybody knows what a percent is. */
const OF = money(10_000n, 'EGP');

/** What a payment of a round amount costs, beside the rates that it comes from. */
function takenColumn(header: string, feeFor: (row: KeptRow) => KeptRow | null): GridColumn<KeptRow> {
  return moneyColumn<KeptRow>(
    { id: 'taken', header, width: 180 },
    (row) => {
      const fee = feeFor(row);
      return fee && takenOf(fee, OF);
    },
    { strong: true, sortable: false },
  );
}

const itself = (row: KeptRow): KeptRow => row;

/** A name in the other language says nothing new to who reads this one. */
const OTHER_NAMES: Readonly<Record<string, KeptColumn>> = { en: 'nameArabic', ar: 'name' };

/** The columns of a list; those of the ways to pay with what they cost. */
export function useWithFees(name: KeptListName, columns: GridColumn<KeptRow>[]): GridColumn<KeptRow>[] {
  const { t } = useTranslation();
  const locale = useLocale();
  const { language } = locale;
  const isMethods = name === 'allowed-methods';
  const taken = t('kept.column.taken', { amount: formatDecimal(toDecimal(OF), locale) });
  const { rows: fees, look } = useWholeList('merchant-fees');
  useEffect(() => {
    if (isMethods || name === 'merchant-fees') void look();
  }, [isMethods, name, look]);
  return useMemo(() => {
    const noneFixed = (fees ?? []).every(
      ({ cells: { flatFee } }) => flatFee?.is !== 'money' || flatFee.money.minor === 0n,
    );
    if (name === 'merchant-fees')
      return [
        ...columns.map((column) =>
          column.id === 'flatFee' && noneFixed ? { ...column, hidden: true } : column,
        ),
        takenColumn(taken, itself),
      ];
    if (!isMethods || fees === null || fees.length === 0) return columns;
    const feeFor = (row: KeptRow) => feeOf(fees, row);
    return [
      ...columns
        .filter(({ id, hidden }) => id !== OTHER_NAMES[language] && hidden !== true)
        .map((column) => ({ ...column, header: t('kept.column.name') })),
      percent(t, 'rate', feeFor),
      ...(noneFixed ? [] : [fixedFeeColumn(t('kept.column.flatFee'), feeFor)]),
      percent(t, 'vat', feeFor),
      takenColumn(taken, feeFor),
    ];
  }, [t, name, isMethods, language, taken, fees, columns]);
}

const MINUTE_MS = 60_000;

/** What ways to pay cost: from the least to the most, with what is taken of each payment besides. */
function useCost(): (fees: readonly KeptRow[]) => string | null {
  const { t } = useTranslation();
  const locale = useLocale();
  return (fees) => {
    const cost = costOf(fees);
    if (cost === null) return null;
    const shown = (rate: string) => `\u2066${withDecimals(rate, 2)}%\u2069`;
    const [least, most] = [shown(cost.least), shown(cost.most)];
    const rates = t(least === most ? 'kept.cost.one' : 'kept.cost.between', { least, most });
    if (cost.fixed.length === 0) return t('kept.cost.vat', { rates });
    const sums = cost.fixed.map((amount) => formatMoney(amount, locale));
    return t(`kept.cost.${cost.isSameFixed ? 'fixed' : 'upToFixed'}`, {
      rates,
      fixed: formatList(sums, locale),
    });
  };
}

/** Of a list of fees. */
export function FeesCost() {
  const { rows } = useKept('merchant-fees');
  return useCost()(rows ?? []);
}

/** What the ways to pay cost, from the cheapest to the dearest; and how old that is, where the list itself is of another time. */
export function MethodsCost() {
  const methods = useKept('allowed-methods');
  const fees = useWholeList('merchant-fees');
  const readAtMs = fees.summary?.read.readAtMs ?? null;
  const cost = useCost()((methods.rows ?? []).flatMap((row) => feeOf(fees.rows ?? [], row) ?? []));
  if (readAtMs === null || cost === null) return null;
  const isOther = Math.abs((methods.summary?.read.readAtMs ?? readAtMs) - readAtMs) >= MINUTE_MS;
  return (
    <>
      {cost} {isOther && <AsOf readAtMs={readAtMs} />}
    </>
  );
}

/** As many as can be named in one sentence. */
const MOST_NAMED = 5;

/** "Card 2.00%, Wallet 1.50%": each fee by its name. Null where that does not say it all: a fixed fee, a fee without a rate, or too many. */
export function useFeesNamed(): string | null {
  const { t } = useTranslation();
  const locale = useLocale();
  const { rows, summary } = useKept('merchant-fees');
  if (rows === null || rows.length !== summary?.count || rows.length > MOST_NAMED) return null;
  if (costOf(rows)?.fixed.length !== 0) return null;
  const named = rows.flatMap((row) => {
    const [method, rate] = [textIn(row, 'method'), textIn(row, 'rate')];
    if (method === null || rate === null) return [];
    return [`${wordOf(t, method)} \u2066${withDecimals(rate, 2)}%\u2069`];
  });
  return named.length === rows.length ? formatList(named, locale) : null;
}

/** The ways to pay by their names; null if they are too many for a sentence. */
export function useMethodsNamed(): string | null {
  const locale = useLocale();
  const { rows, summary } = useKept('allowed-methods');
  if (rows === null || rows.length !== summary?.count || rows.length > MOST_NAMED) return null;
  const column = locale.language === 'ar' ? 'nameArabic' : 'name';
  const named = rows.map((row) => textIn(row, column) ?? textIn(row, 'name') ?? row.key);
  return formatList(named, locale);
}
