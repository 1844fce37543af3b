/** Check a signature: a delivery as it was received, held against the keys of this PC. Nothing is sent. */
import { Button, Group, Textarea, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { call } from '../../api/client.ts';
import { useMay } from '../../people-store.ts';
import { useAsk } from '../../components/asked.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { Page } from '../../components/page.tsx';
import { isOfKey, Signed, ToCheck, TONES, Verdict, type Checked } from './answer.tsx';
import './signature.css';

function ToKey() {
  const { t } = useTranslation();
  return (
    <Link href="/settings" state={{ part: 'merchants' }} className="accent-link">
      {t('signature.toSettings')}
    </Link>
  );
}

/** What was asked, and once it was checked the answer in its place. */
function Headline({ checked }: { checked: Checked | null }) {
  const { t } = useTranslation();
  if (checked === null) return t('signature.about');
  return (
    <Verdict checked={checked}>
      {isOfKey(checked) && checked.verdict === 'unreadable' && (
        <span className="size-13">
          <ToKey />
        </span>
      )}
    </Verdict>
  );
}

/** What was pasted, and the answer about it. An answer is about what was typed then: a change takes it away. */
function useCheck() {
  const [body, setBody] = useState('');
  const [signature, setSignature] = useState('');
  const { value: checked, error, busy, ask, forget } = useAsk<Checked>();
  const check = () => void ask(call('profiles.checkSignature', { body, signature }));
  const typed = (given: { body?: string; signature?: string }) => {
    if (given.body !== undefined) setBody(given.body);
    if (given.signature !== undefined) setSignature(given.signature);
    forget();
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
        minRows={4}
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
        classNames={{ input: 'signature-body' }}
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
    <Page
      title={t('app.nav.integration')}
      headline={<Headline checked={checked} />}
      tone={checked ? TONES[checked.verdict] : undefined}
      actions={tabs}
    >
      <div className="page-scroll signature-page">
        <form
          className="stack signature"
          onSubmit={(event) => {
            event.preventDefault();
            if (guard.allowed && !busy) void check();
          }}
        >
          <Fields body={body} signature={signature} typed={typed} />
          <Group>
            <GuardedButton guard={guard} type="submit" loading={busy} disabled={body.trim() === ''}>
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
        </form>
        {checked && (
          <div className="stack signature">
            <ToCheck checked={checked} toKey={<ToKey />} />
            <Signed checked={checked} />
          </div>
        )}
      </div>
    </Page>
  );
}
