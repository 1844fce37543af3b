/** The way on after a break of the record: a person who has looked at it takes it as it is, and says why. */
import { Button, Group, Modal, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { useMay } from '../../people-store.ts';
import { useActivity } from './store.ts';

export function AcceptRecord({ place }: { place: string }) {
  const { t } = useTranslation();
  const { busy, error, accept } = useActivity();
  const may = useMay('activity.accept');
  const [opened, setOpened] = useState(false);
  const [note, setNote] = useState('');
  const close = () => setOpened(false);
  const confirm = async () => {
    if (await accept(note)) close();
  };
  return (
    <>
      <span className="push">
        <GuardedButton guard={may} variant="default" size="xs" onClick={() => setOpened(true)}>
          {t('activity.accept.open')}
        </GuardedButton>
      </span>
      <Modal opened={opened} onClose={close} title={t('activity.accept.title')} size={560}>
        <p>{t('activity.accept.found', { place })}</p>
        <p>{t('activity.accept.text')}</p>
        <Textarea
          label={t('activity.accept.note')}
          autosize
          minRows={3}
          maxLength={2_000}
          required
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {error && <ErrorNotice error={error} />}
        <Group justify="flex-end" mt="md">
          <Button variant="default" data-autofocus onClick={close}>
            {t('activity.accept.cancel')}
          </Button>
          <Button
            color="dark"
            disabled={note.trim() === ''}
            loading={busy === 'accept'}
            onClick={() => void confirm()}
          >
            {t('activity.accept.action')}
          </Button>
        </Group>
      </Modal>
    </>
  );
}
