/** Check a signature: a delivery as it was received, held against the keys of this PC. Nothing is sent. */
import { Button, Group, Textarea, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/index.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call } from '../../api/client.ts';
import { useMay } from '../../people-store.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { Page } from '../../components/page.tsx';
import './signature.css';

type Checked = OutputOf<'profiles.checkSignature'>;

const TONES = { valid: 'good', differs: 'bad', unreadable: 'late' } as const;

/** What is wrong, in words; nothing of one that is valid. */
function useCause(checked: Checked): string | null {
  const { t } = useTranslation();
  switch (checked.verdict) {
    case 'valid':
      return null;
    case 'differs': {
      const cause = t(`signature.cause.${checked.cause}`);
      const isOpen = checked.cause === 'key-or-content' && !checked.triedOtherMode;
      return isOpen ? `${cause} ${t('signature.noOtherMode')}` : cause;
    }
    case 'unreadable':
      return t(`signature.unreadable.${checked.cause}`, { field: `\u2068${checked.field ?? ''}\u2069` });
  }
}

function Answer({ checked }: { checked: Checked }) {
  const { t } = useTranslation();
  const cause = useCause(checked);
  return (
    <section className="stack-8" role="status" data-testid="signature-answer">
      <div className="banner" data-tone={TONES[checked.verdict]}>
        <span>
          <strong>{t(`signature.verdict.${checked.verdict}`)}</strong> {cause}
        </span>
      </div>
      {checked.verdict !== 'unreadable' && (
        <>
          <span className="size-13">{t(`signature.signed.${checked.verifier}`)}</span>
          <pre className="wire-text" dir="ltr" tabIndex={0} aria-label={t('signature.text')}>
            {checked.signedText}
          </pre>
        </>
      )}
    </section>
  );
}

/** What was pasted, and the answer about it. An answer is about what was typed then: a change takes it away. */
function useCheck() {
  const [body, setBody] = useState('');
  const [signature, setSignature] = useState('');
  const [checked, setChecked] = useState<Checked | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const [busy, setBusy] = useState(false);
  const check = async () => {
    setBusy(true);
    const answer = await call('profiles.checkSignature', { body, signature });
    setBusy(false);
    setChecked(answer.ok ? answer.value : null);
    setError(answer.ok ? null : answer.error);
  };
  const typed = (given: { body?: string; signature?: string }) => {
    if (given.body !== undefined) setBody(given.body);
    if (given.signature !== undefined) setSignature(given.signature);
    setChecked(null);
    setError(null);
  };
  return { body, signature, checked, error, busy, check, typed };
}

function Fields({
  body,
  signature,
  typed,
}: Pick<ReturnType<typeof useCheck>, 'body' | 'signature' | 'typed'>) {
  const { t } = useTranslation();
  return (
    <>
      <Textarea
        label={t('signature.body')}
        description={t('signature.bodyAbout')}
        dir="ltr"
        autosize
        minRows={8}
        maxRows={18}
        spellCheck={false}
        maxLength={200_000}
        classNames={{ input: 'signature-body' }}
        value={body}
        onChange={(event) => typed({ body: event.currentTarget.value })}
      />
      <TextInput
        label={t('signature.header')}
        description={t('signature.headerAbout')}
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        maxLength={1_000}
        value={signature}
        onChange={(event) => typed({ signature: event.currentTarget.value })}
      />
    </>
  );
}

export function SignaturePage({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation();
  const guard = useMay('integration');
  const { body, signature, checked, error, busy, check, typed } = useCheck();
  return (
    <Page title={t('app.nav.integration')} headline={t('signature.about')} actions={tabs}>
      <div className="page-scroll">
        <form
          className="stack signature"
          onSubmit={(event) => {
            event.preventDefault();
            if (guard.allowed && !busy) void check();
          }}
        >
          <Fields body={body} signature={signature} typed={typed} />
          <Group>
            <GuardedButton
              guard={guard}
              type="submit"
              color="dark"
              loading={busy}
              disabled={body.trim() === ''}
            >
              {t('signature.check')}
            </GuardedButton>
            <Button
              variant="default"
              disabled={body === '' && signature === ''}
              onClick={() => typed({ body: '', signature: '' })}
            >
              {t('signature.clear')}
            </Button>
          </Group>
          {error && <ErrorNotice error={error} />}
          {checked && <Answer checked={checked} />}
        </form>
      </div>
    </Page>
  );
}
