/** Changing the own PIN. */
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { PinInput } from '../../components/pin-input.tsx';

export function OwnPinDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [form, setForm] = useState({ pin: '', newPin: '', again: '' });
  const differs = form.again !== '' && form.again !== form.newPin;
  const complete = form.pin !== '' && form.newPin !== '' && form.again === form.newPin;
  const save = async () => {
    const answer = await call('people.changeOwnPin', { pin: form.pin, newPin: form.newPin });
    if (!answer.ok) return answer.error;
    notifications.show({ color: 'green', message: t('people.list.changed') });
    return null;
  };
  return (
    <FormDialog
      title={t('people.list.ownPin')}
      action={t('app.actions.save')}
      ready={complete}
      onSave={save}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}
