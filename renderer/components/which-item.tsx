/** Which sale, payout or line an exception is about. */
import { useTranslation } from 'react-i18next';
import type { ReconcileException } from '#shared/contract/reconciliation-items.ts';
import { useLocale } from '../app-store.ts';
import { formatDate } from '../i18n/format.ts';
import { nameOf, subjectOf } from './exception-texts.tsx';
import { IdText } from './id-text.tsx';

/** Its name, its day, its branch and its terminal. */
export function WhichItem({ exception }: { exception: Pick<ReconcileException, 'ours' | 'theirs'> }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const item = subjectOf(exception);
  if (!item) return null;
  const { date, branchName, terminalId } = item;
  return (
    <>
      <div>
        <IdText value={nameOf(item)} />
      </div>
      {date !== null && <div className="muted">{formatDate(date, 'dated', locale)}</div>}
      {branchName !== null && branchName !== '' && (
        <div className="muted">
          <bdi>{branchName}</bdi>
        </div>
      )}
      {terminalId !== null && terminalId !== '' && (
        <div className="muted">
          {t('terminals.column.terminalId')} <IdText value={terminalId} />
        </div>
      )}
    </>
  );
}
