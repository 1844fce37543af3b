/** Another place for the data folder: noted now, moved at the next start. */
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { IdText } from '../../components/id-text.tsx';
import { useMay } from '../../people-store.ts';

export function MoveData() {
  const { t } = useTranslation();
  const may = useMay('settings.app').allowed;
  const [open, setOpen] = useState(false);
  const [to, setTo] = useState('');
  const [noted, setNoted] = useState<string | null>(null);
  if (noted !== null)
    return (
      <span role="status" className="muted">
        {t('support.move.noted')} <IdText value={noted} />
      </span>
    );
  if (!may) return null;
  return (
    <>
      <Button size="compact-sm" variant="subtle" onClick={() => setOpen(true)}>
        {t('support.move.open')}
      </Button>
      {open && (
        <FormDialog
          title={t('support.move.title')}
          action={t('support.move.action')}
          ready={to.trim() !== ''}
          onSave={async () => {
            const answer = await call('support.moveData', { to });
            if (answer.ok) setNoted(answer.value.to);
            return answer.ok ? null : answer.error;
          }}
          onClose={() => setOpen(false)}
        >
          <p className="muted flush">{t('support.move.text')}</p>
          <TextInput
            label={t('support.move.folder')}
            dir="ltr"
            spellCheck={false}
            data-autofocus
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
        </FormDialog>
      )}
    </>
  );
}
