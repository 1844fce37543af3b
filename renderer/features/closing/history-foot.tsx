/** The foot of the day history: what the columns of its closed days come to. */
import { useTranslation } from 'react-i18next';
import type { ClosingHistoryRow } from '#shared/contract/closing-day.ts';
import type { ReportSums } from '#shared/contract/terminals.ts';
import { sumByCurrency } from '#shared/money/money.ts';
import { useAmountHead } from '../../components/amount-head.ts';
import { useCounted } from '../../components/counted.ts';
import { MoneyList } from '../../components/money-text.tsx';

/** Each with the word of its column. */
const PARTS = [
  ['sales', 'terminals.sum.sales'],
  ['refunds', 'closing.history.refunds'],
  ['voids', 'closing.history.voids'],
  ['reversals', 'closing.history.reversals'],
  ['net', 'terminals.sum.net'],
] as const;

/** Null for one close, and where a Z has no sums, or would have another net by now: the terms would not come to the net of the headline. */
function sumsOf(rows: readonly ClosingHistoryRow[]): ReportSums[] | null {
  const closed = rows.filter(({ state }) => state === 'closed');
  const sums = closed.flatMap((row) => (row.netNow === null && row.sums ? [row.sums] : []));
  return closed.length >= 2 && sums.length === closed.length ? sums : null;
}

/** Whether there is a foot: it says the net then, so the head does not. */
export const hasHistoryFoot = (rows: readonly ClosingHistoryRow[]): boolean => sumsOf(rows) !== null;

/** `notClosed`: how many days of the list are in none of the sums. */
type FootProps = { rows: readonly ClosingHistoryRow[]; notClosed?: number };

export function HistoryFoot({ rows, notClosed = 0 }: FootProps) {
  const { t } = useTranslation();
  const counted = useCounted();
  const sums = sumsOf(rows);
  const { className, amountHead } = useAmountHead(
    (sums ?? []).flatMap(({ sales, net }) => [...sales, ...net].map(({ amount }) => amount)),
  );
  if (sums === null) return null;
  const difference = sumByCurrency(
    rows.flatMap((row) => (row.state === 'closed' ? (row.difference ?? []) : [])),
  ).filter(({ minor }) => minor !== 0n);
  return (
    <footer className={`page-foot ${className}`}>
      <span>
        {amountHead(t('closing.history.closes', counted(sums.length)))}
        {notClosed > 0 && (
          <span className="muted"> · {t('closing.history.withoutOpen', counted(notClosed))}</span>
        )}
      </span>
      {PARTS.map(([part, word]) => {
        const amounts = sumByCurrency(sums.flatMap((one) => one[part].map(({ amount }) => amount)));
        return (
          amounts.length > 0 && (
            <span key={part}>
              <span className="muted">{t(word)}</span> <MoneyList values={amounts} strong={part === 'net'} />
            </span>
          )
        );
      })}
      {difference.length > 0 && (
        <span>
          <span className="muted">{t('closing.column.difference')}</span>{' '}
          <span className="late-text">
            <MoneyList values={difference} signed />
          </span>
        </span>
      )}
    </footer>
  );
}
