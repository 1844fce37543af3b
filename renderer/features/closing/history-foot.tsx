/** The foot of the day history: what the columns of its closed days come to, each below its column. */
import { useCallback, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClosingHistoryRow } from '#shared/contract/closing-day.ts';
import type { ReportSums } from '#shared/contract/terminals.ts';
import { sumByCurrency } from '#shared/money/money.ts';
import { useLocale } from '../../app-store.ts';
import { MoneyList } from '../../components/money-text.tsx';
import { formatCount } from '../../i18n/format.ts';

/** The columns whose sums are those of the Zs. */
const PARTS = ['sales', 'refunds', 'voids', 'reversals', 'net'] as const;

/** Null for one close, and where a Z has no sums, or would have another net by now: the terms would not come to the net of the headline. */
function sumsOf(rows: readonly ClosingHistoryRow[]): ReportSums[] | null {
  const closed = rows.filter(({ state }) => state === 'closed');
  const sums = closed.flatMap((row) => (row.netNow === null && row.sums ? [row.sums] : []));
  return closed.length >= 2 && sums.length === closed.length ? sums : null;
}

/** Whether there is a foot: it says the net then, so the head does not. */
export const hasHistoryFoot = (rows: readonly ClosingHistoryRow[]): boolean => sumsOf(rows) !== null;

/** By the id of its column; null where the list has no foot. `lines`: how many currencies its net has. */
export type HistoryFeet = { feet: ReadonlyMap<string, ReactNode>; lines: number };

/** `notClosed`: how many days of the list are in none of the sums. */
export function useHistoryFeet(): (
  rows: readonly ClosingHistoryRow[],
  notClosed: number,
) => HistoryFeet | null {
  const { t } = useTranslation();
  const locale = useLocale();
  return useCallback(
    (rows, notClosed) => {
      const sums = sumsOf(rows);
      if (sums === null) return null;
      const counted = (count: number) => ({ count, number: formatCount(count, locale) });
      const feet = new Map<string, ReactNode>([
        ['date', t('closing.history.closes', counted(sums.length))],
        [
          'branch',
          notClosed > 0 && (
            <span className="muted foot-over">{t('closing.history.withoutOpen', counted(notClosed))}</span>
          ),
        ],
      ]);
      const of = (part: (typeof PARTS)[number]) =>
        sumByCurrency(sums.flatMap((one) => one[part].map(({ amount }) => amount)));
      for (const part of PARTS)
        if (of(part).length > 0) feet.set(part, <MoneyList values={of(part)} strong={part === 'net'} />);
      const difference = sumByCurrency(
        rows.flatMap((row) => (row.state === 'closed' ? (row.difference ?? []) : [])),
      ).filter(({ minor }) => minor !== 0n);
      if (difference.length > 0)
        feet.set(
          'difference',
          <span className="late-text">
            <MoneyList values={difference} signed />
          </span>,
        );
      return { feet, lines: Math.max(1, of('net').length) };
    },
    [t, locale],
  );
}
