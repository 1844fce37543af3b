/** An import was a mistake: its lines count no more, and stay readable with the reason. */
import { useTranslation } from 'react-i18next';
import type { ImportView } from '#shared/contract/import-file.ts';
import { useCounted } from '../../components/counted.ts';
import { ReasonDialog } from '../../components/form-dialog.tsx';
import { MoneyList } from '../../components/money-text.tsx';
import { EnvironmentLine } from '../../components/movement-dialog.tsx';
import { useImports } from './list-store.ts';
import { useOutcome } from './outcome.tsx';

export function WithdrawDialog({ view, onClose }: { view: ImportView; onClose: () => void }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const withdraw = useImports((state) => state.withdraw);
  const outcome = useOutcome(view.importId);
  const isMatched = outcome === undefined || (outcome?.matched ?? 0) > 0;
  return (
    <ReasonDialog
      title={t('import.withdraw.title', { source: view.source.name })}
      action={t('import.withdraw.action')}
      careful
      onSave={(reason) => withdraw(view.importId, reason)}
      onClose={onClose}
    >
      <div className="muted size-13">
        {t('app.movement.on')} <EnvironmentLine />
      </div>
      <div>
        {t(isMatched ? 'import.withdraw.text' : 'import.withdraw.textNotMatched', counted(view.lines))}
      </div>
      <div>
        <strong>{t('import.lines', counted(view.lines))}</strong>{' '}
        {view.totals.length > 0 && (
          <>
            · <MoneyList values={view.totals.map(({ net }) => net)} strong size={20} />
          </>
        )}
      </div>
    </ReasonDialog>
  );
}
