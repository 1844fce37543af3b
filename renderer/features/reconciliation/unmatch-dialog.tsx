/** Takes a match by hand back, with the reason why. */
import { useTranslation } from 'react-i18next';
import type { ReconcileMatch } from '#shared/contract/reconciliation-items.ts';
import { ReasonDialog } from '../../components/form-dialog.tsx';
import { useMatching } from './match-store.ts';

type UnmatchProps = { match: ReconcileMatch; onClose: () => void; onDone?: () => void };

export function UnmatchDialog({ match, onClose, onDone = onClose }: UnmatchProps) {
  const { t } = useTranslation();
  const unmatch = useMatching((state) => state.unmatch);
  return (
    <ReasonDialog
      title={t('reconciliation.unmatch.title')}
      action={t('reconciliation.unmatch.action')}
      onSave={(reason) => unmatch(match.matchId, reason)}
      onClose={onClose}
      onSaved={onDone}
    >
      <div className="muted">{t('reconciliation.unmatch.text')}</div>
    </ReasonDialog>
  );
}
