/** Connecting a merchant: where, which keys, and whether it works. */
export { CheckList } from './check-list.tsx';
import { Alert, Button, Group, PasswordInput, SegmentedControl, TextInput } from '@mantine/core';
import { IconKey, IconKeyOff } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useStatus } from '../../app-store.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Page } from '../../components/page.tsx';
import { CheckList } from './check-list.tsx';
import { useConnect } from './store.ts';
import './profiles.css';

const HIDDEN = { autoComplete: 'off', spellCheck: false, dir: 'ltr' as const };

function KeychainNote() {
  const { t } = useTranslation();
  const keychain = useStatus()?.keychain;
  const missing = keychain === 'unavailable';
  return (
    <Alert
      color={missing ? 'orange' : 'gray'}
      icon={missing ? <IconKeyOff size={20} /> : <IconKey size={20} />}
    >
      {missing ? t('profiles.keychain.unavailable') : t('profiles.keychain.available')}
    </Alert>
  );
}

export function ConnectPage() {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const { form, set, busy, checks, error, check, save, reset } = useConnect();
  useEffect(() => reset, [reset]);
  const complete = [form.name, form.merchantId, form.dashboardUrl, form.checkoutUrl, form.secretKey].every(
    (value) => value.trim() !== '',
  );
  const hostError = (field: 'dashboardUrl' | 'checkoutUrl') =>
    error?.kind === 'input' && error.params['field'] === field
      ? t(`errors.input.${error.code}.title`, error.params)
      : undefined;
  const text = (field: 'name' | 'merchantId', label: string) => (
    <TextInput
      label={label}
      required
      value={form[field]}
      onChange={(event) => set({ [field]: event.currentTarget.value })}
    />
  );
  const host = (field: 'dashboardUrl' | 'checkoutUrl', label: string, placeholder: string) => (
    <TextInput
      label={label}
      required
      {...HIDDEN}
      placeholder={placeholder}
      error={hostError(field)}
      value={form[field]}
      onChange={(event) => set({ [field]: event.currentTarget.value })}
    />
  );
  const key = (
    field: 'secretKey' | 'apiKey' | 'paymentKey' | 'transferKey',
    label: string,
    description: string,
    required = false,
  ) => (
    <PasswordInput
      label={label}
      description={description}
      required={required}
      {...HIDDEN}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': t('profiles.form.showKey') }}
      value={form[field]}
      onChange={(event) => set({ [field]: event.currentTarget.value })}
    />
  );
  return (
    <Page title={t('profiles.connect.title')}>
      <div className="page-scroll">
        <form
          className="connect-form"
          onSubmit={(event) => {
            event.preventDefault();
            void save().then((saved) => saved && navigate('/today'));
          }}
        >
          {text('name', t('profiles.form.name'))}
          {text('merchantId', t('profiles.form.merchantId'))}
          <div>
            <div className="field-label">{t('profiles.form.environment')}</div>
            <SegmentedControl
              aria-label={t('profiles.form.environment')}
              value={form.environment}
              onChange={(value) => set({ environment: value === 'live' ? 'live' : 'test' })}
              data={[
                { value: 'test', label: t('app.environment.test') },
                { value: 'live', label: t('app.environment.live') },
              ]}
            />
          </div>
          {host('dashboardUrl', t('profiles.form.dashboard'), 'https://test-api.example.com')}
          {host('checkoutUrl', t('profiles.form.checkout'), 'https://test-checkout.example.com')}
          <KeychainNote />
          {key('secretKey', t('profiles.form.secretKey'), t('profiles.form.secretKeyFor'), true)}
          {key('apiKey', t('profiles.form.apiKey'), t('profiles.form.apiKeyFor'))}
          {key('paymentKey', t('profiles.form.paymentKey'), t('profiles.form.paymentKeyFor'))}
          {key('transferKey', t('profiles.form.transferKey'), t('profiles.form.transferKeyFor'))}
          {error && !hostError('dashboardUrl') && !hostError('checkoutUrl') && <ErrorNotice error={error} />}
          {checks && (
            <section className="card">
              <CheckList checks={checks} />
            </section>
          )}
          <Group>
            <Button type="submit" disabled={!complete} loading={busy === 'saving'}>
              {t('profiles.form.save')}
            </Button>
            <Button
              variant="default"
              disabled={!complete}
              loading={busy === 'checking'}
              onClick={() => void check()}
            >
              {t('profiles.form.check')}
            </Button>
            <Button variant="subtle" color="gray" onClick={() => navigate('/')}>
              {t('app.actions.cancel')}
            </Button>
          </Group>
        </form>
      </div>
    </Page>
  );
}
