/** The first start: who uses this PC. The first one is the administrator. */
import { Button, TextInput } from '@mantine/core';
import { IconUserShield } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/index.ts';
import { call } from '../../api/client.ts';
import { useStatus } from '../../app-store.ts';
import { useAsk } from '../../components/asked.ts';
import { StillMissing } from '../../components/still-missing.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { LanguageSwitch } from '../../components/language-switch.tsx';
import { PinInput } from '../../components/pin-input.tsx';
import { Showcase } from '../../components/showcase.tsx';
import { takePeople } from '../../people-store.ts';

export function BeginPage() {
  const { t } = useTranslation();
  const keychain = useStatus()?.keychain;
  const [form, setForm] = useState({ name: '', pin: '', again: '' });
  const { busy, error, ask } = useAsk<OutputOf<'people.begin'>>();
  const differs = form.again !== '' && form.again !== form.pin;
  const complete = form.name.trim() !== '' && form.pin !== '' && form.again === form.pin;
  const missing = [
    ...(form.name.trim() === '' ? [t('people.field.name')] : []),
    ...(form.pin === '' ? [t('people.field.pin')] : []),
    ...(form.again === '' ? [t('people.field.repeatPin')] : []),
  ];
  const begin = async (event: FormEvent) => {
    event.preventDefault();
    if (!complete) return;
    const begun = await ask(call('people.begin', { name: form.name, pin: form.pin }));
    if (begun) takePeople(begun);
  };
  return (
    <main className="with-showcase">
      <div className="sign-in">
        <form className="card sign-in-card" onSubmit={(event) => void begin(event)}>
          <div className="row">
            <IconUserShield size={28} color="var(--accent)" aria-hidden />
            <LanguageSwitch size="xs" className="push" />
          </div>
          <h1>{t('people.begin.title')}</h1>
          <p className="muted">{t('people.begin.text')}</p>
          {error && <ErrorNotice error={error} />}
          <TextInput
            label={t('people.field.name')}
            required
            autoFocus
            maxLength={60}
            autoComplete="off"
            value={form.name}
            onChange={(event) => setForm({ ...form, name: event.currentTarget.value })}
          />
          <PinInput
            label={t('people.field.pin')}
            description={t('people.field.pinHint')}
            required
            value={form.pin}
            onChange={(pin) => setForm({ ...form, pin })}
          />
          <PinInput
            label={t('people.field.repeatPin')}
            required
            error={differs && t('people.field.differs')}
            value={form.again}
            onChange={(again) => setForm({ ...form, again })}
          />
          <p className="muted size-13">
            {keychain === 'unavailable' ? t('people.begin.sessionOnly') : t('people.begin.why')}
          </p>
          <StillMissing names={missing} />
          <Button type="submit" loading={busy} disabled={!complete}>
            {t('people.begin.action')}
          </Button>
        </form>
      </div>
      <Showcase />
    </main>
  );
}
