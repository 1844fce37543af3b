/** §4.13 webhooks, with §2.9, the event values (§6) and the limit of five (§8). */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Bench } from '../bench.ts';
import { assumedSafe, assumedWrite, cannot, ids, safe, write, type Check, type Mode } from '../check.ts';
import { answers, hasStatus, isRejected, isUnknown, succeeds, that } from '../expect.ts';
import {
  createWebhook,
  deleteWebhook,
  LIMIT,
  listWebhooks,
  needRoom,
  webhookBody,
  WEBHOOKS,
  withWebhook,
} from '../fixtures/webhooks.ts';
import { EVENTS, webhook, type Webhook } from '../shapes/webhooks.ts';

const S = '§4.13';
const OTHER: Record<Mode, Mode> = { test: 'live', live: 'test' };

/** Changes one and reads it again from the list. */
async function change(bench: Bench, made: Webhook, body: unknown): Promise<Webhook> {
  const answer = await bench.ask('PUT', `${WEBHOOKS}/${made._id}`, { body });
  const updated = answers(answer, webhook);
  const listed = (await listWebhooks(bench)).find((one) => one._id === made._id);
  that(isDeepStrictEqual(listed, updated), 'the updated webhook in the list', answer);
  return updated;
}

/** Fills a mode up to its five, tries, and empties it again. */
async function withFullMode(bench: Bench, mode: Mode, use: () => Promise<void>): Promise<void> {
  const missing = await needRoom(bench, mode);
  const made: string[] = [];
  try {
    for (let at = 0; at < missing; at += 1) {
      const answer = await createWebhook(bench, webhookBody(bench, { mode }));
      made.push(answers(answer, webhook)._id);
    }
    await use();
  } finally {
    for (const id of made) await deleteWebhook(bench, id);
  }
}

export const webhookChecks: Check[] = [
  safe(
    S,
    'the list is an array of webhooks',
    ['§4.13-1', ...ids('§2.9', 1, 9), '§2-3', '§1-18', '§6-1'],
    async (bench) => {
      if ((await listWebhooks(bench)).length === 0)
        cannot('there are no webhooks: their fields were not seen');
    },
  ),
  safe(S, 'no mode holds more than five', ['§8-6'], async (bench) => {
    const all = await listWebhooks(bench);
    for (const mode of ['test', 'live'] as const) {
      const used = all.filter((one) => one.mode === mode).length;
      that(used <= LIMIT, `at most ${LIMIT} in ${mode}`, String(used));
    }
  }),
  write(
    S,
    'a webhook is created from name, url, events and mode, with the documented defaults',
    ['§4.13-2', '§4.13-3', ...ids('§2.9', 1, 9), '§2-3', '§1-18', '§6-1'],
    async (bench) => {
      await withWebhook(bench, { isActive: undefined }, async (made, answer) => {
        that(made.isActive, 'isActive true when it was not sent', answer);
        that(Object.keys(made.headers).length === 0, 'headers {} when they were not sent', answer);
      });
    },
  ),
  write(
    S,
    'everything sent on create comes back',
    ['§4.13-2', '§4.13-3', '§2.9-5', '§2.9-8'],
    async (bench) => {
      const sent = {
        headers: { 'x-conformance': 'yes' },
        isActive: false,
        events: ['refund', 'FAILED'],
        name: 'conformance label',
      };
      await withWebhook(bench, sent, async (made, answer) => {
        for (const [name, value] of Object.entries(sent))
          that(isDeepStrictEqual(made[name], value), `${name} as sent`, answer);
      });
    },
  ),
  write(S, 'every documented event value can be subscribed', ['§6-3', '§6-4', '§6-5'], async (bench) => {
    await withWebhook(bench, { events: [...EVENTS] }, async (made, answer) => {
      that([...made.events].sort().join() === [...EVENTS].sort().join(), 'all ten values', answer);
    });
  }),
  write(S, 'webhooks of both modes stand in one list', ['§4.13-1'], async (bench) => {
    await withWebhook(bench, {}, async (own) => {
      await withWebhook(bench, { mode: OTHER[bench.options.mode] }, async (other) => {
        const listed = new Set((await listWebhooks(bench)).map((one) => one._id));
        that(listed.has(own._id) && listed.has(other._id), 'both', [...listed].join(' '));
      });
    });
  }),
  ...(
    [
      ['name', { name: 'conformance renamed' }],
      ['url', { url: 'https://hooks.example.org/changed' }],
      ['headers', { headers: { 'x-changed': '1' } }],
      ['events', { events: ['void', 'TRANSFERRED'] }],
      ['isActive', { isActive: true }],
    ] satisfies [keyof Webhook, Record<string, unknown>][]
  ).map(([name, body]) =>
    write(S, `an update of ${name} alone changes nothing else`, ['§4.13-4', '§4.13-5'], async (bench) => {
      await withWebhook(bench, { headers: { 'x-conformance': 'yes' } }, async (made, answer) => {
        const updated = await change(bench, made, body);
        for (const [field, value] of Object.entries({ ...made, ...body })) {
          if (field === 'updatedAt') continue;
          that(isDeepStrictEqual(updated[field], value), `${field} ${JSON.stringify(value)}`, answer);
        }
      });
    }),
  ),
  write(S, 'a webhook moves to the other mode where there is room', ['§4.13-4', '§4.13-6'], async (bench) => {
    const mode = OTHER[bench.options.mode];
    await needRoom(bench, mode);
    await withWebhook(bench, {}, async (made) => {
      that((await change(bench, made, { mode })).mode === mode, `mode ${mode}`, made.mode);
    });
  }),
  write(S, 'a deleted webhook is gone from the list', ['§4.13-7', '§4.13-9'], async (bench) => {
    await withWebhook(bench, {}, async (made) => {
      succeeds(await deleteWebhook(bench, made._id));
      that(!(await listWebhooks(bench)).some((one) => one._id === made._id), 'it is gone', 'still listed');
      isUnknown(await bench.ask('PUT', `${WEBHOOKS}/${made._id}`, { body: { name: 'undone' } }));
    });
  }),
  ...(['test', 'live'] as const).map((mode) =>
    write(
      S,
      `a sixth webhook in a full mode is rejected (${mode})`,
      ['§8-6', '§8-7', '§7-12', '§7-13'],
      async (bench) => {
        await withFullMode(bench, mode, async () => {
          isRejected(await createWebhook(bench, webhookBody(bench, { mode })));
        });
      },
    ),
  ),
  write(S, 'a webhook does not move into a full mode', ['§4.13-6', '§8-7', '§7-12'], async (bench) => {
    const full = OTHER[bench.options.mode];
    await withWebhook(bench, {}, async (made) => {
      await withFullMode(bench, full, async () => {
        isRejected(await bench.ask('PUT', `${WEBHOOKS}/${made._id}`, { body: { mode: full } }));
        const listed = (await listWebhooks(bench)).find((one) => one._id === made._id);
        that(
          listed?.mode === bench.options.mode,
          `mode ${bench.options.mode} as before`,
          String(listed?.mode),
        );
      });
    });
  }),
  write(
    S,
    'the limit is one of each mode: a full mode leaves the other one open',
    ['§8-6', '§8-8'],
    async (bench) => {
      const { mode } = bench.options;
      await needRoom(bench, OTHER[mode]);
      await withFullMode(bench, mode, async () => {
        const answer = await createWebhook(bench, webhookBody(bench, { mode: OTHER[mode] }));
        bench.flags.webhookLimitPerMode = answer.status < 300;
        await deleteWebhook(bench, answers(answer, webhook)._id);
      });
    },
  ),
  write(S, 'a full mode can be changed and used again after a delete', ['§8-7'], async (bench) => {
    const { mode } = bench.options;
    await withFullMode(bench, mode, async () => {
      const [first] = (await listWebhooks(bench)).filter(
        (one) => one.mode === mode && one.name.startsWith('conformance'),
      );
      if (!first) return cannot('every webhook of this mode is somebody else’s');
      succeeds(await bench.ask('PUT', `${WEBHOOKS}/${first._id}`, { body: { name: `${first.name}-2` } }));
      succeeds(await deleteWebhook(bench, first._id));
      const answer = await createWebhook(bench, webhookBody(bench, { mode }));
      await deleteWebhook(bench, answers(answer, webhook)._id);
    });
  }),
  ...(
    [
      ['no name', { name: undefined }],
      ['no url', { url: undefined }],
      ['no events', { events: undefined }],
      ['an empty list of events', { events: [] }],
      ['no mode', { mode: undefined }],
      ['a mode that does not exist', { mode: 'practice' }],
      ['headers that are not flat', { headers: { 'x-nested': { a: 'b' } } }],
      ['a header that is no text', { headers: { 'x-number': 1 } }],
      ['isActive as a text', { isActive: 'yes' }],
    ] satisfies [string, Record<string, unknown>][]
  ).map(([what, more]) =>
    assumedWrite(S, `a webhook with ${what} answers 400`, ['§2-5', '§2.9-5'], async (bench) => {
      await needRoom(bench, bench.options.mode);
      hasStatus(await createWebhook(bench, webhookBody(bench, more)), 400);
    }),
  ),
  assumedSafe(S, 'a webhook that nobody has answers 404', ['§4.13-9'], async (bench) => {
    hasStatus(await deleteWebhook(bench, '000000000000000000000000'), 404);
    hasStatus(await bench.ask('PUT', `${WEBHOOKS}/000000000000000000000000`, { body: { name: 'x' } }), 404);
  }),
  assumedWrite(S, 'a sixth webhook and a bad address answer 400', ['§7-13'], async (bench) => {
    const { mode } = bench.options;
    await needRoom(bench, mode);
    hasStatus(await createWebhook(bench, webhookBody(bench, { url: 'https://localhost/hook' })), 400);
    await withFullMode(bench, mode, async () => {
      hasStatus(await createWebhook(bench, webhookBody(bench)), 400);
    });
  }),
  assumedWrite(S, 'a delete answers {message}', ['§4.13-9'], async (bench) => {
    await withWebhook(bench, {}, async (made) => {
      answers(await deleteWebhook(bench, made._id), z.looseObject({ message: z.unknown() }));
    });
  }),
];
