/** The use cases of webhooks: making, changing, trying and deleting them. Each request is sent once. */
import type { VerbsOf } from '#shared/contract/index.ts';
import { webhookEvents } from '#shared/domain/webhook.ts';
import { inputError } from '#shared/errors/app-error.ts';
import { err, ok } from '#shared/errors/result.ts';
import type { NewEntry } from '../../audit/entry.ts';
import type { ProfileContext } from '../context.ts';
import type { createKeptService } from '../kept/index.ts';
import { createChanges, type Making } from '../making/index.ts';
import { webhookMaker, wrongInWebhook } from './maker.ts';

type Needs = {
  record: (entry: NewEntry) => Promise<boolean>;
  kept: ReturnType<typeof createKeptService>;
  making: Making;
};

const unknown = err(inputError('invalid', { where: 'key' }));

export function createWebhookService(context: ProfileContext, { record, kept, making }: Needs) {
  const { db, gateway } = context;
  const show = () => kept.refresh({ name: 'webhooks', whole: true });
  const make = making.of(webhookMaker(context, show));
  const changes = createChanges({ record });
  const nameOf = (key: string) => db.call('kept.title', { name: 'webhooks', key });
  async function isListed(key: string): Promise<boolean | null> {
    const list = await gateway.webhooks.list();
    if (!list.ok) return null;
    return (
      list.value.rows.some(({ webhookId }) => webhookId === key) ||
      (list.value.unreadable === 0 ? false : null)
    );
  }
  return {
    async room() {
      const rows = await db.call('kept.values', 'webhooks');
      const modes = rows
        .map(({ value }) => value.cells.mode)
        .map((cell) => (cell?.is === 'text' ? cell.text : ''));
      const count = (mode: string) => modes.filter((one) => one === mode).length;
      return ok({ test: count('test'), live: count('live') });
    },
    /** What is offered decides nothing: if it cannot be read, the events of the interface are shown. */
    async events() {
      const offered = await gateway.webhooks.events();
      if (!offered.ok) return ok({ events: [...webhookEvents] });
      const known = offered.value.flatMap((event) => (event.kind === 'known' ? [event.value] : []));
      return ok({ events: webhookEvents.filter((event) => known.includes(event)) });
    },
    make: ({ webhook, despiteDouble }) => make(webhook, despiteDouble),
    async change({ key, change: { headers, ...change } }) {
      const wrong = wrongInWebhook({ ...change, headers: headers ?? null });
      if (wrong) return err(wrong);
      const name = await nameOf(key);
      if (name === null) return unknown;
      const given = headers ? { ...change, headers } : change;
      return changes.change({ what: 'webhook', key, name }, () => gateway.webhooks.update(key, given), show);
    },
    async delete({ key, typed }: { key: string; typed: string }) {
      const name = await nameOf(key);
      if (name === null) return unknown;
      if (typed.trim() !== name.trim()) return err(inputError('name-differs', { field: 'typed' }));
      return changes.remove({ what: 'webhook', key, name }, () => gateway.webhooks.delete(key), {
        isListed: () => isListed(key),
        show,
      });
    },
    async test({ key }) {
      const name = await nameOf(key);
      if (name === null) return unknown;
      const tried = await gateway.webhooks.test(key);
      const outcome = tried.ok ? 'ok' : tried.error.code;
      const delivered = tried.ok ? tried.value.success : null;
      await record({ action: 'webhook.tested', target: name, params: { key, delivered }, outcome });
      if (!tried.ok) return tried;
      const { success, statusCode, responseBody, latencyMs } = tried.value;
      return ok({ delivered: success, status: statusCode, body: responseBody, latencyMs });
    },
  } satisfies VerbsOf<'webhooks'>;
}
