/** The dialog of making a checkout: first the form, then the page where the customer pays, or that its result is not known. */
import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { MadeCheckout } from '#shared/contract/checkouts.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Made } from './made.tsx';

type NotKnown = Extract<MadeCheckout, { kind: 'not-known' }>;

function NotKnownEnding({ made, onClose }: { made: NotKnown; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="stack">
      <ErrorNotice error={made.error} />
      <p>{t('checkouts.new.notKnown')}</p>
      <div className="dialog-acts">
        <Button variant="default" onClick={onClose}>
          {t('app.actions.close')}
        </Button>
      </div>
    </div>
  );
}

type DialogProps = { made: MadeCheckout | null; onClose: () => void; children?: ReactNode };

/** `children` are shown until the checkout was made or may have been made. */
export function MadeDialog({ made, onClose, children }: DialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      title={<strong>{t(made?.kind === 'done' ? 'checkouts.made' : 'checkouts.new.title')}</strong>}
    >
      {made?.kind === 'done' ? (
        <Made checkout={made.checkout} address={made.address} onClose={onClose} />
      ) : made?.kind === 'not-known' ? (
        <NotKnownEnding made={made} onClose={onClose} />
      ) : (
        children
      )}
    </Modal>
  );
}
