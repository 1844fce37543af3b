/** Making and changing a webhook. It is sent once. */
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeptRow } from '#shared/contract/kept.ts';
import type { Changed } from '#shared/contract/making.ts';
import { pathOfKept } from '#shared/domain/kept-lists.ts';
import { webhookEvents, type WebhookEvent } from '#shared/domain/webhook.ts';
import { call, toldElsewhere } from '../../api/client.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { MakeDialog, useMaking } from '../making/index.tsx';
import { WebhookFields } from './webhook-fields.tsx';
import {
  emptyWebhook,
  webhookFormOf,
  webhookOf,
  wrongIn,
  type WebhookForm,
  type WrongField,
} from './webhook-form.ts';

/** Until the gateway has said which events it offers, all of the interface are. */
function useOfferedEvents(): readonly WebhookEvent[] {
  const [offered, setOffered] = useState<readonly WebhookEvent[]>(webhookEvents);
  useEffect(() => {
    void toldElsewhere(call('webhooks.events', {}), 'the list').then(
      (answer) => answer && setOffered(answer.events),
    );
  }, []);
  return offered;
}

/** What was typed, and the errors of its fields once a person has tried to send it. */
function useWebhookForm(empty: () => WebhookForm) {
  const { t } = useTranslation();
  const [form, setForm] = useState(empty);
  const [tried, setTried] = useState(false);
  const offered = useOfferedEvents();
  const fields = {
    form,
    change: (part: Partial<WebhookForm>) => setForm((before) => ({ ...before, ...part })),
    wrong: (field: WrongField) =>
      tried && wrongIn(form).includes(field) ? t(`webhooks.wrong.${field}`) : undefined,
    offered,
  };
  return { form, fields, tryIt: () => setTried(true) };
}

type NewProps = { full: readonly string[]; onClose: () => void; onMade: (key: string) => void };

export function NewWebhookDialog({ full, onClose, onMade }: NewProps) {
  const { t } = useTranslation();
  const { form, fields, tryIt } = useWebhookForm(() => emptyWebhook(full.includes('live') ? 'test' : 'live'));
  const making = useMaking(
    (despiteDouble) => {
      tryIt();
      const webhook = webhookOf(form, true);
      return webhook && call('webhooks.make', { webhook, despiteDouble });
    },
    ({ key }) => onMade(key),
  );
  const change = (part: Partial<WebhookForm>) => {
    making.forget();
    fields.change(part);
  };
  return (
    <MakeDialog
      title={t('webhooks.new')}
      action={t('making.make.webhook')}
      making={making}
      size="lg"
      missing={[
        ...(form.name.trim() === '' ? [t('webhooks.field.name')] : []),
        ...(form.url.trim() === '' ? [t('webhooks.field.url')] : []),
        ...(form.events.length === 0 ? [t('kept.column.events')] : []),
      ]}
      pathOf={(key) => pathOfKept('webhooks', key)}
      onClose={onClose}
    >
      <WebhookFields {...fields} change={change} full={full} />
    </MakeDialog>
  );
}

type ChangeProps = {
  row: KeptRow;
  full: readonly string[];
  onClose: () => void;
  onDone: (ending: Changed) => void;
};

export function ChangeWebhookDialog({ row, full, onClose, onDone }: ChangeProps) {
  const { t } = useTranslation();
  const { form, fields } = useWebhookForm(() => webhookFormOf(row));
  const ended = useRef<Changed | null>(null);
  const save = async () => {
    const webhook = webhookOf(form, true);
    if (webhook === null) return null;
    // Whether it is paused is another act.
    const { isActive: _isActive, headers, ...change } = webhook;
    const answer = await call('webhooks.change', {
      key: row.key,
      change: headers ? { ...change, headers } : change,
    });
    if (!answer.ok) return answer.error;
    ended.current = answer.value.ending;
    return null;
  };
  return (
    <FormDialog
      title={t('webhooks.change')}
      action={t('app.actions.save')}
      size="lg"
      ready={wrongIn(form).length === 0}
      onSave={save}
      onSaved={() => ended.current && onDone(ended.current)}
      onClose={onClose}
    >
      <WebhookFields {...fields} full={full} />
    </FormDialog>
  );
}
