/** Webhooks, in both modes. */
import { ok } from '#shared/errors/result.ts';
import { rowOf, text, time, whole, word } from './rows.ts';

const MASKED = '••••';

const webhooks = whole(async ({ gateway }) => {
  const answer = await gateway.webhooks.list();
  if (!answer.ok) return answer;
  const rows = answer.value.rows.map((one) =>
    rowOf(one.webhookId, {
      webhook: text(one.name ?? one.webhookId),
      mode: word(one.mode),
      webhookState: text(one.isActive === null ? null : one.isActive ? 'active' : 'paused'),
      // As they are sent: a server compares these very words.
      events: text(one.events.map((event) => (event.kind === 'known' ? event.value : event.raw)).join(', ')),
      webhookUrl: text(one.url),
      headers: text(
        Object.keys(one.headers)
          .map((name) => `${name}: ${MASKED}`)
          .join(', '),
      ),
      webhookId: text(one.webhookId),
      created: time(one.createdAt),
      changed: time(one.updatedAt),
    }),
  );
  return ok({ rows, unreadable: answer.value.unreadable });
});

export const integrationReads = { webhooks };
