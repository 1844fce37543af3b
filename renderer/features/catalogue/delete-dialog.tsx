/** Deleting a product or category: what hangs on it, its name retyped, and how it ended. */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CatalogueThing } from '#shared/contract/catalogue.ts';
import type { OutputOf } from '#shared/contract/index.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call } from '../../api/client.ts';
import { useAuthorization } from '../../components/authorization.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { useIsLeft } from '../../components/late-ending.tsx';
import { MovementDialog } from '../../components/movement-dialog.tsx';

type DeleteProps = { what: CatalogueThing; entryKey: string; name: string; onClose: () => void };

export function DeleteEntry({ what, entryKey, name, onClose }: DeleteProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [ending, setEnding] = useState<OutputOf<'catalogue.delete'>['ending'] | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const [busy, setBusy] = useState(false);
  const isLeft = useIsLeft();
  const authorization = useAuthorization({ do: 'delete-entry' }, []);
  const act = async () => {
    if (!authorization.value) return;
    setBusy(true);
    setError(null);
    const input = { what, key: entryKey, typed, authorization: authorization.value };
    const answer = await call('catalogue.delete', input);
    if (isLeft()) return;
    setBusy(false);
    authorization.clear();
    if (answer.ok) setEnding(answer.value.ending);
    else setError(answer.error);
  };
  return (
    <MovementDialog
      onClose={onClose}
      title={t(`catalogue.delete.${what}`)}
      consequence={t(`catalogue.delete.consequence.${what}`)}
      confirmLabel={t('catalogue.delete.confirm')}
      canConfirm={typed.trim() === name.trim() && authorization.value !== null}
      busy={busy}
      errors={[error]}
      onConfirm={() => void act()}
      ended={ending === 'not-known' || (ending !== null && 'done')}
    >
      {ending ? (
        <div className="banner" data-tone={ending === 'not-known' ? 'unknown' : 'good'} role="status">
          {t(`catalogue.delete.ending.${ending}`)}
        </div>
      ) : (
        <>
          <TextInput
            label={t('catalogue.delete.type', { name: `\u2068${name}\u2069` })}
            required
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {authorization.fields}
          {error && <ErrorNotice error={error} />}
        </>
      )}
    </MovementDialog>
  );
}
