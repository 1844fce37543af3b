/** How making it again ended: the page where the customer pays, or again no answer. */
import { Button, Group, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { MadeCheckout } from '#shared/contract/checkouts.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Made } from './made.tsx';

export function NotKnownEnding({
  made,
  onClose,
}: {
  made: Extract<MadeCheckout, { kind: 'not-known' }>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="stack">
      <ErrorNotice error={made.error} />
      <p>{t('checkouts.new.notKnown')}</p>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('app.actions.close')}
        </Button>
      </Group>
    </div>
  );
}

export function MadeAgain({ made, onClose }: { made: MadeCheckout; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      title={<strong>{t(made.kind === 'done' ? 'checkouts.made' : 'checkouts.new.title')}</strong>}
      closeButtonProps={{ 'aria-label': t('app.actions.close') }}
    >
      {made.kind === 'done' && <Made checkout={made.checkout} address={made.address} onClose={onClose} />}
      {made.kind === 'not-known' && <NotKnownEnding made={made} onClose={onClose} />}
    </Modal>
  );
}
