/** What is typed of a webhook, which fields are wrong, and what is sent of it. */
import type { InputOf } from '#shared/contract/index.ts';
import type { KeptRow } from '#shared/contract/kept.ts';
import { webhookUrlProblem } from '#shared/domain/webhook-url.ts';
import {
  transactionEvents,
  transferEvents,
  webhookEvents,
  type WebhookEvent,
  type WebhookMode,
} from '#shared/domain/webhook.ts';

type Header = { name: string; value: string };
export type WebhookForm = {
  name: string;
  url: string;
  mode: WebhookMode;
  events: readonly WebhookEvent[];
  /** Null: as they are. */
  headers: readonly Header[] | null;
};
type Wanted = InputOf<'webhooks.make'>['webhook'];

export const emptyWebhook = (mode: WebhookMode): WebhookForm => ({
  name: '',
  url: '',
  mode,
  events: [],
  headers: [],
});

export function webhookFormOf({ cells }: KeptRow): WebhookForm {
  const text = (cell: KeptRow['cells']['mode']) => (cell?.is === 'text' ? cell.text : '');
  const named = text(cells.events).split(', ');
  return {
    name: text(cells.webhook),
    url: text(cells.webhookUrl),
    mode: text(cells.mode) === 'live' ? 'live' : 'test',
    events: webhookEvents.filter((event) => named.includes(event)),
    headers: null,
  };
}

export type WrongField = 'name' | 'url' | 'events' | 'headers';
export function wrongIn({ name, url, events, headers }: WebhookForm): WrongField[] {
  const isHeaderWrong = (headers ?? []).some(
    (header) =>
      !/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/.test(header.name) || !/^[\x20-\x7e]{1,500}$/.test(header.value),
  );
  return [
    ...(name.trim() === '' ? ['name' as const] : []),
    ...(webhookUrlProblem(url.trim()) === null ? [] : ['url' as const]),
    ...(events.length === 0 ? ['events' as const] : []),
    ...(isHeaderWrong ? ['headers' as const] : []),
  ];
}

/** Null while a field is wrong. */
export function webhookOf(form: WebhookForm, isActive: boolean): Wanted | null {
  if (wrongIn(form).length > 0) return null;
  const { name, url, mode, events, headers } = form;
  return {
    name: name.trim(),
    url: url.trim(),
    mode,
    events: [...events],
    isActive,
    headers: headers && Object.fromEntries(headers.map((header) => [header.name, header.value])),
  };
}

/** Events of transactions and of transfers are signed in two ways. */
export const needsTwoVerifiers = (events: readonly WebhookEvent[]): boolean =>
  [transactionEvents, transferEvents].every((kind) => kind.some((event) => events.includes(event)));
