/** Beside the Z reports of the record: what each came to, as the day history has it. */
import type { TFunction } from 'i18next';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Activity } from '#shared/contract/activity.ts';
import type { ClosingHistoryRow } from '#shared/contract/closing-day.ts';
import type { Money } from '#shared/money/money.ts';
import { call } from '../../api/client.ts';
import { useAnswer } from '../../components/asked.ts';
import { DayDifference, differenceOfDay } from '../../components/close-texts.tsx';
import { amountsText } from '../../components/columns.tsx';
import { factsOf } from '../../components/event-subject.ts';
import type { GridColumn } from '../../components/grid-columns.ts';
import { MoneyList } from '../../components/money-text.tsx';

export const Z_ISSUED = 'day.closed';
/** As many closes as one page of the day history has. */
const MOST = 200;

const netOf = (z: ClosingHistoryRow | undefined): Money[] => (z?.sums?.net ?? []).map(({ amount }) => amount);
const NOT_KNOWN = { difference: null, linesDiffering: null };

type ZOf = (row: Activity) => ClosingHistoryRow | undefined;

function columnsOf(t: TFunction, zOf: ZOf): GridColumn<Activity>[] {
  return [
    {
      id: 'net',
      header: t('terminals.sum.net'),
      width: 120,
      align: 'end',
      amounts: (row) => netOf(zOf(row)),
      render: (row) => <MoneyList values={netOf(zOf(row))} strong />,
      text: (row) => amountsText(netOf(zOf(row))),
    },
    {
      id: 'difference',
      header: t('closing.column.difference'),
      width: 130,
      align: 'end',
      amounts: (row) => differenceOfDay(zOf(row) ?? NOT_KNOWN),
      render: (row) => <DayDifference day={zOf(row) ?? NOT_KNOWN} />,
      text: (row) => amountsText(differenceOfDay(zOf(row) ?? NOT_KNOWN)),
    },
  ];
}

/** Empty unless Z reports are what is listed. An issue that the history does not end with has no figures here: its drawer has them. */
export function useZColumns(isOfZs: boolean): GridColumn<Activity>[] {
  const { t } = useTranslation();
  const ask = useCallback(() => call('closing.history', { limit: MOST }), []);
  const { value } = useAnswer(isOfZs ? ask : null);
  return useMemo(() => {
    if (!isOfZs || value === null) return [];
    const byId = new Map(value.rows.map((row) => [`${row.pc?.id ?? ''}/${row.closingId}`, row]));
    return columnsOf(t, (row) => {
      if (row.kind !== 'entry') return undefined;
      const z = byId.get(`${row.pc?.id ?? ''}/${row.target}`);
      const { number, revision } = factsOf(row.facts) ?? {};
      return z?.number === number && z?.revision === revision ? z : undefined;
    });
  }, [t, isOfZs, value]);
}
