/** Deleting something at the gateway: what hangs on it, its name retyped, and how it ended. */
import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Changed } from '#shared/contract/making.ts';
import type { Authorization } from '#shared/contract/people.ts';
import type { LadderAction } from '#shared/domain/ladder.ts';
import type { Result } from '#shared/errors/result.ts';
import { useAsk } from '../../components/asked.ts';
import { useAuthorization } from '../../components/authorization.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { MovementDialog } from '../../components/movement-dialog.tsx';
import { isolated } from '../../i18n/isolated.ts';

type DeleteProps = {
  title: string;
  consequence: ReactNode;
  /** What is retyped. */
  name: string;
  action?: LadderAction;
  send: (typed: string, authorization: Authorization) => Promise<Result<{ ending: Changed }>>;
  onClose: () => void;
  children?: ReactNode;
};

export function DeleteDialog(props: DeleteProps) {
  const { title, consequence, name, action = { do: 'delete-entry' }, send, onClose, children } = props;
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const { value, error, busy, ask } = useAsk<{ ending: Changed }>();
  const ending = value?.ending ?? null;
  const authorization = useAuthorization(action, []);
  const act = () => {
    if (authorization.value) void ask(send(typed, authorization.value)).then(authorization.clear);
  };
  return (
    <MovementDialog
      onClose={onClose}
      title={title}
      consequence={consequence}
      confirmLabel={title}
      canConfirm={typed.trim() === name.trim() && authorization.value !== null}
      busy={busy}
      errors={[error]}
      onConfirm={act}
      ended={ending === 'not-known' || (ending !== null && 'done')}
    >
      {ending ? (
        <div className="banner" data-tone={ending === 'not-known' ? 'unknown' : 'good'} role="status">
          {t(`making.delete.ending.${ending}`)}
        </div>
      ) : (
        <>
          {children}
          <TextInput
            label={t('making.delete.type', { name: isolated(name) })}
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
