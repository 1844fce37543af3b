/** The fields of a webhook: what it is called, which address it tells, of what, and with which headers. */
import { ActionIcon, Button, Checkbox, PasswordInput, SegmentedControl, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { webhookUrlProblem } from '#shared/domain/webhook-url.ts';
import {
  transactionEvents,
  transferEvents,
  webhookModes,
  type WebhookEvent,
} from '#shared/domain/webhook.ts';
import { useActiveProfile } from '../../app-store.ts';
import { EventText } from '../../components/webhook-events.tsx';
import { useModeWord } from './mode-word.ts';
import { needsTwoVerifiers, type WebhookForm, type WrongField } from './webhook-form.ts';

type WebhookFieldsProps = {
  form: WebhookForm;
  change: (part: Partial<WebhookForm>) => void;
  /** The error of a field, once a person has tried to send the form. */
  wrong: (field: WrongField) => string | undefined;
  offered: readonly WebhookEvent[];
  /** Modes that take no further webhook. */
  full: readonly string[];
};

function ModeField({ form, change, full }: WebhookFieldsProps) {
  const { t } = useTranslation();
  const modeWord = useModeWord();
  const isPractice = useActiveProfile()?.environment === 'practice';
  return (
    <div className="labelled">
      <span className="field-label">{t('kept.column.mode')}</span>
      <SegmentedControl
        aria-label={t('kept.column.mode')}
        value={form.mode}
        onChange={(value) => change({ mode: value === 'live' ? 'live' : 'test' })}
        data={webhookModes.map((mode) => ({
          value: mode,
          label: modeWord(mode),
          disabled: full.includes(mode) && form.mode !== mode,
        }))}
      />
      <span className="muted size-12">
        {t(`webhooks.modeIs.${isPractice ? 'practice' : 'real'}.${form.mode}`)}
      </span>
    </div>
  );
}

type GroupProps = {
  of: 'transactions' | 'transfers';
  /** Those of this kind that the gateway offers. */
  kind: readonly WebhookEvent[];
  chosen: readonly WebhookEvent[];
  onChoose: (chosen: readonly string[]) => void;
};

function EventGroup({ of, kind, chosen, onChoose }: GroupProps) {
  const { t } = useTranslation();
  const own = kind.filter((event) => chosen.includes(event));
  const isAll = own.length === kind.length;
  const others = chosen.filter((event) => !kind.includes(event));
  return (
    <div className="webhook-group">
      <Checkbox.Group
        label={t(`webhooks.events.${of}`)}
        description={
          <span className="webhook-hint">
            <IconAlertTriangle size={14} aria-hidden /> {t(`webhooks.hint.${of}`)}
          </span>
        }
        value={[...chosen]}
        onChange={onChoose}
      >
        <div className="webhook-events">
          {kind.map((event) => (
            <Checkbox key={event} value={event} label={<EventText code={event} />} size="sm" />
          ))}
        </div>
      </Checkbox.Group>
      {kind.length > 1 && (
        <Checkbox
          className="webhook-all"
          size="sm"
          label={t('webhooks.events.every')}
          aria-label={t(`webhooks.events.everyOf.${of}`)}
          checked={isAll}
          indeterminate={own.length > 0 && !isAll}
          onChange={() => onChoose(isAll ? others : [...others, ...kind])}
        />
      )}
    </div>
  );
}

function EventFields({ form: { events }, change, wrong, offered }: WebhookFieldsProps) {
  const { t } = useTranslation();
  const error = wrong('events');
  return (
    <div role="group" aria-labelledby="webhook-events" className="contents">
      <span id="webhook-events" className="field-label webhook-events-head">
        {t('kept.column.events')}{' '}
        <span className="required-mark" aria-hidden>
          *
        </span>
        <span className="visually-hidden">{t('webhooks.events.required')}</span>
      </span>
      {([transactionEvents, transferEvents] as const).map((kind, place) => (
        <EventGroup
          key={place}
          of={place === 0 ? 'transactions' : 'transfers'}
          kind={kind.filter((event) => offered.includes(event))}
          chosen={events}
          onChoose={(chosen) => change({ events: offered.filter((event) => chosen.includes(event)) })}
        />
      ))}
      {error && (
        <div className="banner" data-tone="late" role="alert">
          {error}
        </div>
      )}
      {needsTwoVerifiers(events) && <p className="muted size-13">{t('webhooks.hint.two')}</p>}
    </div>
  );
}

function HeaderFields({ form: { headers }, change, wrong }: WebhookFieldsProps) {
  const { t } = useTranslation();
  const error = wrong('headers');
  const given = headers ?? [];
  return (
    <div role="group" aria-label={t('webhooks.headers.all')} className="labelled">
      <span className="field-label">{t('webhooks.headers.all')}</span>
      <span className="muted size-12">
        {t(headers === null ? 'webhooks.headers.stay' : 'webhooks.headers.about')}
      </span>
      {given.map((header, place) => {
        const set = (part: Partial<typeof header>) =>
          change({ headers: given.map((one, at) => (at === place ? { ...one, ...part } : one)) });
        return (
          <div key={place} className="webhook-header" dir="ltr">
            <TextInput
              size="xs"
              aria-label={t('webhooks.headers.name')}
              placeholder="X-Token"
              value={header.name}
              onChange={(event) => set({ name: event.currentTarget.value })}
            />
            <PasswordInput
              size="xs"
              aria-label={t('webhooks.headers.value')}
              autoComplete="off"
              value={header.value}
              onChange={(event) => set({ value: event.currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('webhooks.headers.remove')}
              onClick={() => change({ headers: given.filter((_, at) => at !== place) })}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </div>
        );
      })}
      {error && (
        <div className="banner" data-tone="late" role="alert">
          {error}
        </div>
      )}
      <Button
        variant="subtle"
        size="xs"
        className="webhook-add"
        leftSection={<IconPlus size={14} />}
        disabled={given.length >= 10}
        onClick={() => change({ headers: [...given, { name: '', value: '' }] })}
      >
        {t(headers === null ? 'webhooks.headers.anew' : 'webhooks.headers.add')}
      </Button>
    </div>
  );
}

export function WebhookFields(props: WebhookFieldsProps) {
  const { form, change, wrong } = props;
  const { t } = useTranslation();
  const typed = form.url.trim();
  const problem = typed.length < 9 ? null : webhookUrlProblem(typed);
  return (
    <>
      <TextInput
        label={t('webhooks.field.name')}
        required
        data-autofocus
        maxLength={100}
        value={form.name}
        error={wrong('name')}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TextInput
        label={t('webhooks.field.url')}
        required
        dir="ltr"
        inputMode="url"
        placeholder="https://"
        maxLength={2_000}
        value={form.url}
        error={problem ? t(`webhooks.url.${problem}`) : wrong('url')}
        onChange={(event) => change({ url: event.currentTarget.value })}
      />
      <ModeField {...props} />
      <EventFields {...props} />
      <HeaderFields {...props} />
    </>
  );
}
