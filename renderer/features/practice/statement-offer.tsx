/** The bank's statement of the story: on the first step of an import, as a file that is ready. */
import { IconFileInvoice } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { useLocale } from '../../app-store.ts';
import { orTell } from '../../components/tell-error.tsx';
import { formatDate } from '../../i18n/format.ts';
import { useMay } from '../../people-store.ts';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { usePractice } from './store.ts';

export function StatementOffer({ disabled, onFile }: { disabled: boolean; onFile: (file: File) => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const may = useMay('reconcile');
  const { story } = usePractice();
  if (!story) return null;
  const take = async () => {
    const found = await orTell(call('practice.statement', {}));
    if (found) onFile(new File([found.text], found.fileName, { type: 'application/xml' }));
  };
  const { from, to } = story.statement;
  return (
    <div className="row" data-testid="story-statement">
      <IconFileInvoice size={24} stroke={1.5} aria-hidden />
      <span>
        {t('practice.statement.text', {
          from: formatDate(from, 'day', locale),
          to: formatDate(to, 'day', locale),
        })}
      </span>
      <span className="push">
        <GuardedButton guard={may} variant="default" disabled={disabled} onClick={() => void take()}>
          {t('practice.statement.take')}
        </GuardedButton>
      </span>
    </div>
  );
}
