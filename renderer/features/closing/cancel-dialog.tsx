/** Gives up a close that was begun: its rows are free again, nothing is numbered. */
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { ReasonDialog } from '../../components/form-dialog.tsx';
import { useClosing } from './store.ts';

export function CancelDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const change = useClosing((state) => state.change);
  const cancel = async (reason: string) => {
    const answer = await change('closing.cancel', { reason });
    return answer.ok ? null : answer.error;
  };
  return (
    <ReasonDialog
      title={t('closing.cancel.title')}
      action={t('closing.cancel.action')}
      keep={t('closing.cancel.keep')}
      onSave={cancel}
      onClose={onClose}
      onSaved={() => navigate('/close/branches')}
    >
      <div className="muted">{t('closing.cancel.text')}</div>
    </ReasonDialog>
  );
}
