/** The dialog that deletes a Payment API key: it says what will stop, asks for the name again, and shows the result. */
import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiKey } from '#shared/contract/credentials.ts';
import type { OutputOf } from '#shared/contract/index.ts';
import { call } from '../../api/client.ts';
import { useAsk } from '../../components/asked.ts';
import { useAuthorization } from '../../components/authorization.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { MovementDialog } from '../../components/movement-dialog.tsx';
import { isolated } from '../../i18n/isolated.ts';

/** `apiKey`: null for one that was not made here, which is named by what is typed. */
export function DeleteKey({ apiKey, onClose }: { apiKey: ApiKey | null; onClose: () => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [isTold, setTold] = useState(false);
  const { value, error, busy, ask } = useAsk<OutputOf<'credentials.deleteKey'>>();
  const authorization = useAuthorization({ do: 'delete-key' }, []);
  const use = apiKey?.use ?? 'not-known';
  const name = apiKey?.name ?? typed.trim();
  const isTyped = typed.trim() !== '' && typed.trim() === name.trim();
  const isKnown = value !== null && value.ending !== 'not-known';
  const act = () => {
    if (!authorization.value) return;
    const asked = { name, typed, despiteUse: isTold, authorization: authorization.value };
    void ask(call('credentials.deleteKey', asked)).then(authorization.clear);
  };
  return (
    <MovementDialog
      onClose={onClose}
      title={t('credentials.delete.title')}
      consequence={t(`credentials.delete.stops.${use}`)}
      confirmLabel={t('credentials.delete.title')}
      canConfirm={isTyped && (isTold || use === 'not-here') && authorization.value !== null}
      busy={busy}
      errors={[error]}
      onConfirm={act}
      ended={value !== null && (isKnown ? 'done' : true)}
    >
      {value ? (
        <div className="banner" data-tone={isKnown ? 'good' : 'unknown'} role="status">
          {t(`credentials.delete.ending.${isKnown ? 'done' : 'not-known'}`)}
        </div>
      ) : (
        <>
          <TextInput
            label={
              apiKey ? t('making.delete.type', { name: isolated(name) }) : t('credentials.delete.typeOther')
            }
            required
            autoComplete="off"
            maxLength={60}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {use !== 'not-here' && (
            <Checkbox
              label={t(`credentials.delete.told.${use}`)}
              checked={isTold}
              onChange={(event) => setTold(event.currentTarget.checked)}
            />
          )}
          {authorization.fields}
          {error && <ErrorNotice error={error} />}
        </>
      )}
    </MovementDialog>
  );
}
