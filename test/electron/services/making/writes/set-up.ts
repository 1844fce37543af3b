/** Writes of what is set up: schedules, keys, allowed addresses, webhooks and their deliveries. */
import { expect } from 'vitest';
import { money } from '#shared/money/money.ts';
import { collect, deliveries, rowsOf, told, withShop } from '../../deliveries/shop.ts';
import { must, type Bench } from '../../operations/harness.ts';
import { deleteOthers } from '../lost-answers.ts';
import { ended, keyOf, kindOf, lists, on, textAt, type Was, type Write } from './write.ts';

const DAY_MS = 86_400_000;
const SCHEDULERS = '/v2/transfers/schedulers';

const makeSchedule = (bench: Bench, number: number) =>
  bench.session().transfers.makeSchedule({
    schedule: {
      method: 'bank',
      recipient: `Rent ${number}`,
      number: `EG38001900050000000026318${1_000 + number}`,
      bank: 'National Bank',
      amount: money(BigInt(100_000 + number), 'EGP'),
      frequency: 'MONTHLY',
      startAtMs: bench.clock.nowMs() + 30 * DAY_MS,
      endAtMs: null,
    },
    despiteDouble: false,
  });
async function attemptOf(bench: Bench, what: 'schedule' | 'api-key') {
  const { attempts } = must(await bench.session().making.attempts({ whats: [what] }));
  return attempts[0]?.attemptId ?? null;
}

const createSchedule: Write = {
  lost: ['not-known', 'not-known'],
  again: ['done', 'there'],
  open: on((bench) => async (number) => {
    const act = async () => kindOf(await makeSchedule(bench, number));
    return {
      act,
      isDone: () => lists(bench, SCHEDULERS, `"Rent ${number}"`),
      again: async ({ done, refused }: Was) => {
        if (refused) return act();
        const { making } = bench.session();
        const attemptId = (await attemptOf(bench, 'schedule')) ?? '';
        expect(await act()).toBe('double');
        must(await making.look({ attemptId }));
        expect(await attemptOf(bench, 'schedule')).toBe(done ? null : attemptId);
        if (done) return 'there';
        // Money would leave: it is typed again, and confirmed again.
        expect((await making.makeAgain({ attemptId })).ok).toBe(false);
        must(await making.dropAttempt({ attemptId }));
        return act();
      },
    };
  }),
};

const stopSchedule: Write = {
  lost: ['not-known', 'not-known'],
  again: ['done', 'done'],
  open: on((bench) => async (number) => {
    const key = await keyOf(makeSchedule(bench, number));
    return {
      act: async () => ended(await bench.session().transfers.stopSchedule({ key })),
      isDone: async () => {
        const { data } = JSON.parse(await textAt(bench, `${SCHEDULERS}?limit=500`)) as {
          data: { schedulerId: string; status: string }[];
        };
        return data.find(({ schedulerId }) => schedulerId === key)?.status === 'INACTIVE';
      },
    };
  }),
};

/** No list of the gateway has a key: a person who looked on its pages says whether it is there. */
const createKey: Write = {
  lost: ['not-known', 'not-known'],
  again: ['done', 'there'],
  open: on((bench) => async (number) => {
    const name = `Till ${number}`;
    const act = async () => kindOf(await bench.session().credentials.makeKey({ name, despiteDouble: false }));
    return {
      act,
      again: async ({ done, refused }: Was) => {
        if (refused) return act();
        const { making } = bench.session();
        const attemptId = (await attemptOf(bench, 'api-key')) ?? '';
        expect(await act()).toBe('double');
        must(await making.look({ attemptId }));
        expect((await making.makeAgain({ attemptId })).ok).toBe(false);
        if (!done) {
          must(await making.dropAttempt({ attemptId }));
          return act();
        }
        must(await making.takePossible({ attemptId, key: name }));
        return 'there';
      },
    };
  }),
};
const deleteKey: Write = {
  lost: ['not-known', 'not-known'],
  again: ['done', 'refused'],
  open: on((bench) => async (number) => {
    const name = `Till ${number}`;
    await keyOf(bench.session().credentials.makeKey({ name, despiteDouble: true }));
    const wanted = { name, typed: name, despiteUse: true };
    return { act: async () => ended(await bench.session().credentials.deleteKey(wanted)) };
  }),
};

const saveAddresses: Write = {
  lost: ['not-saved', 'done'],
  // The list is no longer the one that the person saw.
  again: ['done', 'refused'],
  open: on((bench) => async (number) => {
    const { addresses: before } = must(await bench.session().credentials.addresses());
    const address = `203.0.113.${number + 1}`;
    const wanted = { before, after: ['127.0.0.1', address], despiteOwn: true };
    return {
      act: async () => ended(await bench.session().credentials.saveAddresses(wanted)),
      isDone: () => lists(bench, '/v2/merchants/ip-allow-list', `"${address}"`),
    };
  }),
};

async function aWebhook(bench: Bench, name: string): Promise<string> {
  await deleteOthers(bench, name);
  const url = `https://shop.example.com/${encodeURIComponent(name)}`;
  const webhook = {
    name,
    url,
    events: ['pay' as const],
    mode: 'live' as const,
    isActive: true,
    headers: null,
  };
  return keyOf(bench.session().webhooks.make({ webhook, despiteDouble: true }));
}
const changeWebhook: Write = {
  lost: ['not-known', 'not-known'],
  again: ['done', 'done'],
  open: on((bench) => async (number) => {
    const key = await aWebhook(bench, `Server ${number}`);
    const change = { url: `https://shop.example.com/changed/${number}` };
    return {
      act: async () => ended(await bench.session().webhooks.change({ key, change })),
      isDone: () => lists(bench, '/v2/webhooks', `"${change.url}"`),
    };
  }),
};
const deleteWebhook: Write = {
  lost: ['not-known', 'done'],
  again: ['done', 'gone-before'],
  open: on((bench) => async (number) => {
    const typed = `Server ${number}`;
    const key = await aWebhook(bench, typed);
    return {
      act: async () => ended(await bench.session().webhooks.delete({ key, typed })),
      isDone: async () => !(await lists(bench, '/v2/webhooks', `"${typed}"`)),
    };
  }),
};
const tryWebhook: Write = {
  lost: ['not-known', 'not-known'],
  done: 'tried',
  again: ['tried', 'tried'],
  open: on(async (bench) => {
    const key = await aWebhook(bench, 'Server');
    return async () => ({
      act: async () => {
        const tried = await bench.session().webhooks.test({ key });
        if (tried.ok) return 'tried';
        return tried.error.kind === 'gateway' && tried.error.outcome === 'unknown' ? 'not-known' : 'refused';
      },
    });
  }),
};

const resend: Write = {
  lost: ['not-known', 'delivered'],
  done: 'delivered',
  // The gateway takes no second one within half a minute.
  again: ['delivered', 'refused'],
  open: (use) =>
    withShop(async (shop) => {
      await told(shop, 1, 500);
      await collect(shop);
      shop.listener.answer(200);
      const key = (await rowsOf(shop))[0]?.key ?? '';
      await use(shop.bench, async () => {
        shop.bench.clock.forward(31_000);
        const before = shop.listener.received.length;
        return {
          act: async () => ended(await deliveries(shop).resend({ key })),
          isDone: async () => shop.listener.received.length === before + 1,
        };
      });
    }),
};

export const setUpWrites = {
  'payouts.create-scheduler': createSchedule,
  'payouts.deactivate-scheduler': stopSchedule,
  'credentials.create-api-key': createKey,
  'credentials.delete-api-key': deleteKey,
  'credentials.put-allow-list': saveAddresses,
  'webhooks.update': changeWebhook,
  'webhooks.delete': deleteWebhook,
  'webhooks.test': tryWebhook,
  'webhooks.resend': resend,
} as const satisfies Record<string, Write>;
