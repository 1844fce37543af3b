/** Connecting a merchant: where, which keys, and whether it works. */
export { CheckList } from './check-list.tsx';
export { SETTING_OF } from './store.ts';
import { Alert, Button, Input, SegmentedControl, TextInput } from '@mantine/core';
import { IconKey, IconKeyOff } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useStatus } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { StillMissing } from '../../components/still-missing.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { SetByOrganisation, useSetByOrganisation } from '../../components/set-by-organisation.tsx';
import { Page } from '../../components/page.tsx';
import { SecretInput } from '../../components/secret-input.tsx';
import { CheckList } from './check-list.tsx';
import { MakeEnrolment, UseEnrolment } from './enrolment.tsx';
import { SETTING_OF, useConnect } from './store.ts';
import './profiles.css';

const HIDDEN = { autoComplete: 'off', spellCheck: false, dir: 'ltr' as const };

function KeychainNote() {
  const { t } = useTranslation();
  const keychain = useStatus()?.keychain;
  if (keychain === 'unavailable')
    return (
      <Alert color="orange" icon={<IconKeyOff size={20} />}>
        {t('profiles.keychain.unavailable')}
      </Alert>
    );
  return (
    <p className="muted size-13 flush inline-row">
      <IconKey size={16} aria-hidden /> {t('profiles.keychain.available')}
    </p>
  );
}

type Host = 'dashboardUrl' | 'checkoutUrl';
const isHost = (field: unknown): boolean => field === 'dashboardUrl' || field === 'checkoutUrl';

function TextField({ field }: { field: 'name' | 'merchantId' }) {
  const { t } = useTranslation();
  const { form, set } = useConnect();
  const setting = SETTING_OF[field];
  const isSet = useSetByOrganisation(setting);
  return (
    <TextInput
      label={t(`profiles.form.${field}`)}
      required
      disabled={isSet}
      // An empty one would push its box below those beside it.
      description={isSet ? <SetByOrganisation of={setting} /> : undefined}
      value={form[field]}
      onChange={(event) => set({ [field]: event.currentTarget.value })}
    />
  );
}

function HostField({ field, label, placeholder }: { field: Host; label: string; placeholder: string }) {
  const { t } = useTranslation();
  const { form, set, error } = useConnect();
  const isWrong = error?.kind === 'input' && error.params['field'] === field;
  const setting = SETTING_OF[field];
  const isSet = useSetByOrganisation(setting);
  return (
    <TextInput
      label={label}
      required
      {...HIDDEN}
      disabled={isSet}
      description={
        <>
          {t(`profiles.form.${field}For`)} <SetByOrganisation of={setting} />
        </>
      }
      placeholder={placeholder}
      error={isWrong && t(`errors.input.${error.code}.title`, error.params)}
      value={form[field]}
      onChange={(event) => set({ [field]: event.currentTarget.value })}
    />
  );
}

function EnvironmentChoice() {
  const { t } = useTranslation();
  const { form, set } = useConnect();
  const isSet = useSetByOrganisation('environment');
  return (
    <Input.Wrapper label={t('profiles.form.environment')} labelElement="div">
      <SegmentedControl
        className="as-high"
        aria-label={t('profiles.form.environment')}
        disabled={isSet}
        value={form.environment}
        onChange={(value) => set({ environment: value === 'live' ? 'live' : 'test' })}
        data={[
          { value: 'test', label: t('app.environment.test') },
          { value: 'live', label: t('app.environment.live') },
        ]}
      />{' '}
      <SetByOrganisation of="environment" />
    </Input.Wrapper>
  );
}

type Key = 'secretKey' | 'apiKey' | 'paymentKey' | 'transferKey';

function KeyField({ field, required = false }: { field: Key; required?: boolean }) {
  const { t } = useTranslation();
  const { form, set } = useConnect();
  return (
    <SecretInput
      label={t(`profiles.form.${field}`)}
      description={t(`profiles.form.${field}For`)}
      required={required}
      toggleLabel={t('profiles.form.showKey')}
      value={form[field]}
      onChange={(value) => set({ [field]: value })}
    />
  );
}

type Dialog = 'use' | 'make';

/** The fields that must be filled, and how they are called. */
const NEEDED = [
  ['name', 'name'],
  ['merchantId', 'merchantId'],
  ['dashboardUrl', 'dashboard'],
  ['checkoutUrl', 'checkout'],
  ['secretKey', 'secretKey'],
] as const;

const MOST_NAMED = 2;

function FormActions({ onDialog }: { onDialog: (dialog: Dialog) => void }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const [, navigate] = useLocation();
  const { form, busy, check } = useConnect();
  const missing = NEEDED.filter(([field]) => form[field].trim() === '').map(([, name]) =>
    t(`profiles.form.${name}`),
  );
  const incomplete = missing.length > 0;
  return (
    <div className="connect-acts">
      <Button type="submit" disabled={incomplete} loading={busy === 'saving'}>
        {t('profiles.form.save')}
      </Button>
      {!incomplete && (
        <>
          <Button variant="default" loading={busy === 'checking'} onClick={() => void check()}>
            {t('profiles.form.check')}
          </Button>
          <Button variant="default" onClick={() => onDialog('make')}>
            {t('profiles.enrolment.make')}
          </Button>
        </>
      )}
      <Button variant="subtle" color="gray" onClick={() => navigate('/')}>
        {t('app.actions.cancel')}
      </Button>
      {/* Many names say less than how many there are: each is marked at its field. */}
      {missing.length > MOST_NAMED ? (
        <div className="muted size-13" role="status">
          {t('profiles.form.stillEmpty', counted(missing.length))}
        </div>
      ) : (
        <StillMissing names={missing} />
      )}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="connect-part">
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

function Fields() {
  const { t } = useTranslation();
  return (
    <>
      <Part title={t('profiles.part.merchant')}>
        <div className="connect-pair">
          <TextField field="name" />
          <TextField field="merchantId" />
          <EnvironmentChoice />
        </div>
        <p className="muted size-12 flush">{t('profiles.form.where')}</p>
      </Part>
      <Part title={t('profiles.part.hosts')}>
        <div className="connect-pair">
          <HostField
            field="dashboardUrl"
            label={t('profiles.form.dashboard')}
            placeholder="https://test-api.example.com"
          />
          <HostField
            field="checkoutUrl"
            label={t('profiles.form.checkout')}
            placeholder="https://test-checkout.example.com"
          />
        </div>
      </Part>
      <Part title={t('profiles.part.keys')}>
        <KeychainNote />
        <div className="connect-pair">
          <KeyField field="secretKey" required />
          <KeyField field="apiKey" />
        </div>
        <div className="connect-pair">
          <KeyField field="paymentKey" />
          <KeyField field="transferKey" />
        </div>
      </Part>
    </>
  );
}

const STEPS = ['check', 'learn', 'confirm', 'ready'] as const;

/** The short way, before the long one: a file fills in all fields. */
function ByFile({ onUse }: { onUse: () => void }) {
  const { t } = useTranslation();
  return (
    <section className="card connect-file" aria-labelledby="connect-file">
      <div>
        <h2 id="connect-file" className="card-title">
          {t('profiles.enrolment.title')}
        </h2>
        <p className="muted size-13">{t('profiles.enrolment.text')}</p>
      </div>
      <Button variant="default" onClick={onUse}>
        {t('profiles.enrolment.use')}
      </Button>
    </section>
  );
}

/** Beside the form: what was checked, and what follows. */
function Beside() {
  const { t } = useTranslation();
  const { checks } = useConnect();
  return (
    <aside className="connect-beside">
      {checks && (
        <section className="card">
          <CheckList checks={checks} />
        </section>
      )}
      <section className="card">
        <h2 className="card-title">{t('profiles.steps.title')}</h2>
        <ol className="connect-steps">
          {STEPS.map((step) => (
            <li key={step}>
              <strong>{t(`profiles.steps.${step}`)}</strong> {t(`profiles.steps.${step}Text`)}
            </li>
          ))}
        </ol>
      </section>
    </aside>
  );
}

export function ConnectPage() {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const { error, save, reset, start } = useConnect();
  useEffect(() => {
    void start();
    return reset;
  }, [start, reset]);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const isOfHost = error?.kind === 'input' && isHost(error.params['field']);
  return (
    <Page title={t('profiles.connect.title')}>
      <div className="page-scroll connect-page">
        <form
          className="connect-form"
          onSubmit={(event) => {
            event.preventDefault();
            void save().then((saved) => saved && navigate('/settings/answers'));
          }}
        >
          <ByFile onUse={() => setDialog('use')} />
          <Fields />
          {error && !isOfHost && <ErrorNotice error={error} />}
          <FormActions onDialog={setDialog} />
        </form>
        <Beside />
        {dialog === 'use' && <UseEnrolment onClose={() => setDialog(null)} />}
        {dialog === 'make' && <MakeEnrolment onClose={() => setDialog(null)} />}
      </div>
    </Page>
  );
}
