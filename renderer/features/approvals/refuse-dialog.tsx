/** Refusing a request: it ends, and the activity record says why. */
import { useTranslation } from 'react-i18next';
import type { ApprovalRequest } from '#shared/contract/approvals.ts';
import { call } from '../../api/client.ts';
import { ReasonDialog } from '../../components/form-dialog.tsx';

export function RefuseDialog({ request, onClose }: { request: ApprovalRequest; onClose: () => void }) {
  const { t } = useTranslation();
  const refuse = async (note: string) => {
    const answer = await call('approvals.refuse', { requestId: request.requestId, note });
    return answer.ok ? null : answer.error;
  };
  return (
    <ReasonDialog
      title={t('people.approvals.refuse')}
      label={t('people.approvals.refuseNote')}
      action={t('people.approvals.refuse')}
      onSave={refuse}
      onClose={onClose}
    />
  );
}
