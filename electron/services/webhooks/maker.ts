/** How a webhook is made. The gateway has no field for a reference of ours: it is known by its name, its mode and its address. */
import { z } from 'zod';
import { webhookSchema, type Webhook } from '#shared/contract/webhooks.ts';
import { webhookUrlProblem } from '#shared/domain/webhook-url.ts';
import { inputError, type AppError } from '#shared/errors/app-error.ts';
import { ok } from '#shared/errors/result.ts';
import { cardIn } from '../card-in.ts';
import type { ProfileContext } from '../context.ts';
import { CLOCKS_MS, type Maker } from '../making/index.ts';

/** Headers that a delivery sets itself. */
const OWN_HEADER =
  /^(content-(type|length)|host|connection|transfer-encoding|x-signature|te|trailer|upgrade|keep-alive|expect)$/i;

/** The first field that cannot be sent, and why. */
type Given = { readonly [F in keyof Webhook]?: Webhook[F] | undefined };
export function wrongInWebhook({ name, url, events, headers }: Given): AppError | null {
  const withCard = cardIn({ name: name ?? '' });
  if (withCard) return withCard;
  if (url !== undefined && webhookUrlProblem(url) !== null)
    return inputError('address-not-public', { field: 'url' });
  if (events?.length === 0) return inputError('nothing-selected', { field: 'events' });
  const given = Object.entries(headers ?? {});
  if (given.some(([header]) => OWN_HEADER.test(header))) return inputError('invalid', { where: 'headers' });
  return given.some(([, value]) => value === '')
    ? inputError('headers-not-kept', { field: 'headers' })
    : null;
}

/** As an attempt is stored: the values of headers are left out, and are typed again if it is to be made again. */
const storedSchema = z.codec(webhookSchema, webhookSchema, {
  decode: (webhook) => webhook,
  encode: (webhook) => ({
    ...webhook,
    headers: webhook.headers && Object.fromEntries(Object.keys(webhook.headers).map((name) => [name, ''])),
  }),
});

/** The mode and the address that a webhook tells: two with the same ones would tell a server everything twice. */
const tells = ({ mode, url }: Pick<Webhook, 'mode' | 'url'>): string => `${mode} ${url}`;

export const webhookMaker = (
  { db, gateway }: ProfileContext,
  show: () => Promise<unknown>,
): Maker<Webhook> => ({
  what: 'webhook',
  schema: storedSchema,
  wish: (webhook) => ({ reference: webhook.name, customer: tells(webhook), amount: null }),
  wrongIn: wrongInWebhook,
  async send({ headers, ...webhook }) {
    const made = await gateway.webhooks.create({ ...webhook, headers: headers ?? {} });
    return made.ok ? ok({ key: made.value.webhookId, address: null }) : made;
  },
  isSame: ({ customer }, attempt) => attempt.customer === customer,
  async like(webhook) {
    const rows = await db.call('kept.values', 'webhooks');
    const text = (cell: (typeof rows)[number]['value']['cells']['mode']) =>
      cell?.is === 'text' ? cell.text : '';
    const same = rows.find(
      ({ value: { cells } }) => `${text(cells.mode)} ${text(cells.webhookUrl)}` === tells(webhook),
    );
    return same ? { key: same.key, name: text(same.value.cells.webhook), atMs: null, madeBy: null } : null;
  },
  /** One that tells the same and was made since then, or of which nobody says when, is taken for it. */
  async look(attempt) {
    const list = await gateway.webhooks.list();
    if (!list.ok) return list;
    const isThere = list.value.rows.some(({ mode, url, createdAt }) => {
      const isSince = createdAt?.kind !== 'instant' || createdAt.atMs >= attempt.atMs - CLOCKS_MS;
      return isSince && mode?.kind === 'known' && tells({ mode: mode.value, url }) === attempt.customer;
    });
    return ok({ isThere, isWhole: list.value.unreadable === 0 });
  },
  show,
});
