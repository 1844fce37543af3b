/** Reopens a closed day: its Z is kept and marked, its rows are free, and the next close gets the next number. */
import { useTranslation } from 'react-i18next';
import type { ClosingDetail } from '#shared/contract/closing-day.ts';
import type { Report } from '#shared/contract/closing-z.ts';
import type { ReportSums } from '#shared/contract/terminals.ts';
import { call } from '../../api/client.ts';
import { useLocale } from '../../app-store.ts';
import { ApprovedReasonDialog } from '../../components/approved-reason-dialog.tsx';
import { SumLines } from '../../components/sums.tsx';
import { formatDate, formatZNumber } from '../../i18n/format.ts';
import { differenceOf } from './selectors.ts';
import { useBranchName } from './texts.tsx';

type Reopened = {
  closingId: string;
  branchKey: string;
  branchName: string | null;
  businessDate: string;
  number: number | null;
  sums: ReportSums | null;
  lines: ClosingDetail['lines'];
};

type Props = { closing: Reopened; totals: Report['totals'] | undefined; onClose: () => void };

export function ReopenDialog({ closing, totals, onClose }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const branchName = useBranchName();
  const { closingId, businessDate, number, sums, lines } = closing;
  const date = formatDate(businessDate, 'day', locale);
  return (
    <ApprovedReasonDialog
      title={t('closing.reopen.title', { date, branch: branchName(closing) })}
      consequence={t('closing.reopen.consequence', { number: formatZNumber(number ?? 0) })}
      confirmLabel={t('closing.reopen.action', { date })}
      label={t('closing.column.reason')}
      act={{ action: { do: 'reopen-close' } }}
      requestOf={(reason) => ({ kind: 'reopen-day', closingId, reason })}
      run={(reason, authorization) => call('closing.reopen', { closingId, reason, authorization })}
      onClose={onClose}
    >
      {sums && <SumLines sums={sums} difference={differenceOf(lines)} totals={totals} />}
    </ApprovedReasonDialog>
  );
}
