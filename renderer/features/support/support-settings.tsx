/** Settings: the diagnostics text for a helper, which is shown before it is saved. */
import { Button, Group, Modal, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/index.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call } from '../../api/client.ts';
import { useAsk } from '../../components/asked.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { IdText } from '../../components/id-text.tsx';

function Diagnostics({ text, onClose }: { text: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { value: saved, error, ask } = useAsk<OutputOf<'support.saveDiagnostics'>>();
  return (
    <Modal opened size="xl" onClose={onClose} title={<strong>{t('support.diagnostics.title')}</strong>}>
      <div className="stack">
        <p className="muted flush">{t('support.diagnostics.text')}</p>
        <Textarea
          aria-label={t('support.diagnostics.title')}
          readOnly
          autosize
          minRows={16}
          maxRows={22}
          dir="ltr"
          classNames={{ input: 'id' }}
          value={text}
        />
        {error && <ErrorNotice error={error} />}
        {saved && (
          <p className="flush" role="status">
            {t('support.diagnostics.saved')} <IdText value={saved.path} copyable />
          </p>
        )}
        <div className="dialog-acts">
          <Button variant="default" onClick={onClose}>
            {t('app.actions.close')}
          </Button>
          <Button disabled={saved !== null} onClick={() => void ask(call('support.saveDiagnostics', {}))}>
            {t('support.diagnostics.save')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

export function SupportSettings() {
  const { t } = useTranslation();
  const [text, setText] = useState<string | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const show = async () => {
    const answer = await call('support.diagnostics', {});
    setError(answer.ok ? null : answer.error);
    if (answer.ok) setText(answer.value.text);
  };
  return (
    <section className="card stack">
      <h2 className="card-title">{t('support.title')}</h2>
      <p className="muted size-13 flush">{t('support.text')}</p>
      {error && <ErrorNotice error={error} />}
      <Group>
        <Button size="xs" variant="default" onClick={() => void show()}>
          {t('support.diagnostics.show')}
        </Button>
      </Group>
      {text !== null && <Diagnostics text={text} onClose={() => setText(null)} />}
    </section>
  );
}
