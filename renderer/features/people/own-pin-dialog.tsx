/** Changing the own PIN. */
import { Button, Group, Modal } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '#shared/errors/app-error.ts';
import { call } from '../../api/client.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { PinInput } from '../../components/pin-input.tsx';

export function OwnPinDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [form, setForm] = useState({ pin: '', newPin: '', again: '' });
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const differs = form.again !== '' && form.again !== form.newPin;
  const complete = form.pin !== '' && form.newPin !== '' && form.again === form.newPin;
  const save = async () => {
    setBusy(true);
    const answer = await call('people.changeOwnPin', { pin: form.pin, newPin: form.newPin });
    setBusy(false);
    if (!answer.ok) return setError(answer.error);
    notifications.show({ color: 'green', message: t('people.list.changed') });
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t('people.list.ownPin')}>
      <div className="stack">
        {error && <ErrorNotice error={error} />}
        <PinInput
          label={t('people.field.yourPin')}
          data-autofocus
          value={form.pin}
          onChange={(pin) => setForm({ ...form, pin })}
        />
        <PinInput
          label={t('people.field.newPin')}
          description={t('people.field.pinHint')}
          value={form.newPin}
          onChange={(newPin) => setForm({ ...form, newPin })}
        />
        <PinInput
          label={t('people.field.repeatPin')}
          error={differs && t('people.field.differs')}
          value={form.again}
          onChange={(again) => setForm({ ...form, again })}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('app.actions.cancel')}
          </Button>
          <Button disabled={!complete} loading={busy} onClick={() => void save()}>
            {t('app.actions.save')}
          </Button>
        </Group>
      </div>
    </Modal>
  );
}
