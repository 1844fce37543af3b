/** A new Payment API key, and the way to it: made once, its value entered and tried, then the old one deleted. */
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiKey } from '#shared/contract/credentials.ts';
import { call } from '../../api/client.ts';
import { useAuthorization } from '../../components/authorization.tsx';
import { MakeDialog, useMaking } from '../making/index.tsx';
import { EnterKey, TryKey } from './key-steps.tsx';
import { isolated } from '../../i18n/isolated.ts';

type NewKeyProps = {
  /** The key in whose place it comes; null for another one. */
  replaces: ApiKey | null;
  /** False in Practice. */
  canEnter: boolean;
  onDelete: (key: ApiKey) => void;
  onClose: () => void;
};

/** What is left to do once it was made, in its order. */
function Steps({ name, replaces, canEnter, onDelete, onClose }: NewKeyProps & { name: string }) {
  const { t } = useTranslation();
  const [isEntered, setEntered] = useState(false);
  return (
    <div className="stack" data-testid="key-made">
      <div className="banner" data-tone="good" role="status">
        {t('credentials.new.made', { name: isolated(name) })}
      </div>
      {canEnter ? (
        <EnterKey name={name} onEntered={() => setEntered(true)} />
      ) : (
        <div>{t('credentials.enter.practice')}</div>
      )}
      {isEntered && <TryKey name={name} />}
      <div>{t(replaces ? 'credentials.old.about' : 'credentials.old.none')}</div>
      <div className="dialog-acts">
        {replaces && (
          <Button variant="default" color="red" onClick={() => onDelete(replaces)}>
            {t('credentials.old.delete', { name: isolated(replaces.name) })}
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {t('app.actions.done')}
        </Button>
      </div>
    </div>
  );
}

export function NewKey(props: NewKeyProps) {
  const { replaces, onClose } = props;
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [tried, setTried] = useState(false);
  const missing = name.trim() === '' ? [t('credentials.field.name')] : [];
  const authorization = useAuthorization({ do: 'make-key' }, [], null, missing);
  const making = useMaking((despiteDouble) => {
    setTried(true);
    const wanted = name.trim();
    if (wanted === '' || !authorization.value) return null;
    return call('credentials.makeKey', {
      name: wanted,
      despiteDouble,
      authorization: authorization.value,
    }).then((answer) => {
      authorization.clear();
      return answer;
    });
  });
  const title = replaces
    ? t('credentials.new.replace', { name: isolated(replaces.name) })
    : t('credentials.new.title');
  return (
    <MakeDialog
      title={title}
      action={t('making.make.api-key')}
      blocked={authorization.value === null || missing.length > 0}
      making={making}
      pathOf={() => '/integration/keys'}
      onClose={onClose}
      done={({ key }) => <Steps {...props} name={key} />}
    >
      <div className="muted">{t('credentials.new.about')}</div>
      <TextInput
        label={t('credentials.field.name')}
        description={t('credentials.field.nameAbout')}
        required
        data-autofocus
        autoComplete="off"
        maxLength={60}
        value={name}
        error={tried && name.trim() === '' && t('credentials.wrong.name')}
        onChange={(event) => {
          making.forget();
          setName(event.currentTarget.value);
        }}
      />
      {authorization.fields}
    </MakeDialog>
  );
}
