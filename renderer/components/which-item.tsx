/** Which sale, payout or line an exception is about. */
import type { ReconcileException } from '#shared/contract/reconciliation-items.ts';
import { useLocale } from '../app-store.ts';
import { formatDate } from '../i18n/format.ts';
import { nameOf, subjectOf } from './exception-texts.tsx';
import { IdText } from './id-text.tsx';

/** Its name, its day, its branch and its terminal. */
export function WhichItem({ exception }: { exception: Pick<ReconcileException, 'ours' | 'theirs'> }) {
  const locale = useLocale();
  const item = subjectOf(exception);
  if (!item) return null;
  const { date, branchName, terminalId } = item;
  const place = [branchName, terminalId].filter((part) => part !== null && part !== '').join(' · ');
  return (
    <>
      <div>
        <IdText value={nameOf(item)} />
      </div>
      {date !== null && <div className="muted">{formatDate(date, 'dated', locale)}</div>}
      {place !== '' && <bdi className="muted">{place}</bdi>}
    </>
  );
}
