/** Deleting a saved card: what it does, its charges that were made here, its last four digits, and how it ended. */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/index.ts';
import type { SavedCardDetail } from '#shared/contract/saved-cards.ts';
import { retypedOf } from '#shared/domain/saved-card.ts';
import { toAsciiDigits } from '#shared/text/digits.ts';
import { call } from '../../api/client.ts';
import { useAsk } from '../../components/asked.ts';
import { useAuthorization } from '../../components/authorization.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { MovementDialog } from '../../components/movement-dialog.tsx';
import { CardText } from '../../components/card-text.tsx';
import { Charges } from '../charge/index.tsx';
import { isolated } from '../../i18n/isolated.ts';

export function DeleteCard({ detail, onClose }: { detail: SavedCardDetail; onClose: () => void }) {
  const { t } = useTranslation();
  const { card, charges } = detail;
  const { value, error, busy, ask } = useAsk<OutputOf<'savedCards.delete'>>();
  const ending = value?.ending ?? null;
  const [typed, setTyped] = useState('');
  const authorization = useAuthorization({ do: 'delete-card' }, []);
  const wanted = retypedOf(card);
  const isTyped = toAsciiDigits(typed).trim() === (wanted ?? '');
  const act = () => {
    if (!authorization.value) return;
    const asked = call('savedCards.delete', { key: card.key, typed, authorization: authorization.value });
    void ask(asked).then(authorization.clear);
  };
  return (
    <MovementDialog
      onClose={onClose}
      title={t('savedCards.delete.title')}
      consequence={t('savedCards.delete.consequence')}
      confirmLabel={t('savedCards.delete.confirm')}
      canConfirm={isTyped && authorization.value !== null}
      busy={busy}
      errors={[error]}
      onConfirm={act}
      ended={ending === 'not-known' || (ending !== null && 'done')}
    >
      {ending ? (
        <div className="banner" data-tone={ending === 'not-known' ? 'unknown' : 'good'} role="status">
          {t(`savedCards.delete.ending.${ending}`)}
        </div>
      ) : (
        <>
          <strong className="size-16">
            <CardText card={card} />
          </strong>
          <Charges charges={charges} />
          {wanted !== null && (
            <TextInput
              label={t(card.lastFour === null ? 'savedCards.delete.typeCustomer' : 'savedCards.delete.type', {
                wanted: isolated(wanted),
              })}
              required
              dir="ltr"
              autoComplete="off"
              value={typed}
              error={typed.trim().length >= wanted.length && !isTyped && t('savedCards.delete.differs')}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
          {authorization.fields}
          {error && <ErrorNotice error={error} />}
        </>
      )}
    </MovementDialog>
  );
}
