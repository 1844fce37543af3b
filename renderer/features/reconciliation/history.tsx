/** The decisions of people on an exception, newest first. */
import { useTranslation } from 'react-i18next';
import type { ExceptionDecision } from '#shared/contract/reconciliation-items.ts';
import { useLocale } from '../../app-store.ts';
import { MoneyText } from '../../components/money-text.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { formatDate } from '../../i18n/format.ts';

/** `isSurplus`: more came, so a write-off gave nothing up. */
type EntryProps = { decision: ExceptionDecision; isSurplus: boolean };

function Entry({ decision, isSurplus }: EntryProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { kind, by, atMs, owner, dueOn, remark, amount, approvedBy } = decision;
  return (
    <li>
      <strong>
        {kind === 'written-off' && isSurplus
          ? t('reconciliation.decision.accepted')
          : t(`reconciliation.decision.${kind}`)}
      </strong>{' '}
      {amount && <MoneyText value={amount} strong />}
      {kind === 'assigned' && (
        <>
          {' '}
          <bdi>{owner ?? t('reconciliation.filter.nobody')}</bdi>
          {dueOn !== null && ` · ${t('reconciliation.dueOn', { date: formatDate(dueOn, 'short', locale) })}`}
        </>
      )}
      {remark !== '' && (
        <div>
          <bdi>{remark}</bdi>
        </div>
      )}
      <div className="muted">
        <bdi>{by}</bdi>
        {approvedBy !== null && ` · ${t('reconciliation.approvedBy', { name: approvedBy })}`} ·{' '}
        <TimeText atMs={atMs} />
      </div>
    </li>
  );
}

type HistoryProps = { decisions: ExceptionDecision[]; isSurplus: boolean };

export function History({ decisions, isSurplus }: HistoryProps) {
  const { t } = useTranslation();
  if (decisions.length === 0) return null;
  return (
    <section aria-labelledby="reconcile-history">
      <h3 id="reconcile-history">{t('reconciliation.history')}</h3>
      <ol className="story">
        {[...decisions].reverse().map((decision) => (
          <Entry key={`${decision.atMs}/${decision.kind}`} decision={decision} isSurplus={isSurplus} />
        ))}
      </ol>
    </section>
  );
}
