/** §6: which event values and which addresses a webhook may have. */
import { assumedSafe, safe, write, type Check } from '../check.ts';
import { isRejected, that } from '../expect.ts';
import {
  createWebhook,
  listWebhooks,
  needRoom,
  webhookBody,
  WEBHOOKS,
  withWebhook,
} from '../fixtures/webhooks.ts';

const S = '§6';

const BAD_URLS: Record<string, string[]> = {
  'not https': [
    'http://hooks.example.com/x',
    'ftp://hooks.example.com/x',
    'ws://hooks.example.com/x',
    'file:///etc/passwd',
  ],
  localhost: [
    'https://localhost/x',
    'https://localhost:8443/x',
    'https://LOCALHOST/x',
    'https://localhost./x',
  ],
  loopback: ['https://127.0.0.1/x', 'https://127.8.9.10/x', 'https://[::1]/x'],
  'link-local': ['https://169.254.0.1/x', 'https://169.254.169.254/latest/meta-data', 'https://[fe80::1]/x'],
  'private (10/8)': ['https://10.0.0.1/x', 'https://10.255.255.254/x'],
  'private (172.16/12)': ['https://172.16.0.1/x', 'https://172.31.255.254/x'],
  'private (192.168/16)': ['https://192.168.0.1/x', 'https://192.168.255.254:8443/x'],
  'no URL': ['hooks.example.com', 'https://', 'https:///x', ''],
};

const DISGUISED: Record<string, string[]> = {
  'loopback in other numbers': [
    'https://2130706433/x',
    'https://0x7f000001/x',
    'https://017700000001/x',
    'https://127.1/x',
  ],
  'private behind IPv6': [
    'https://[::ffff:10.0.0.1]/x',
    'https://[::ffff:127.0.0.1]/x',
    'https://[fd00::1]/x',
  ],
  'a name for local use': ['https://hook.local/x', 'https://hook.localhost/x', 'https://hook.internal/x'],
  'the address of nobody': ['https://0.0.0.0/x', 'https://[::]/x'],
  'a name with a private address as user': ['https://hooks.example.com@10.0.0.1/x'],
};

/** Neighbours of the private ranges, which are public. */
const GOOD_URLS = [
  'https://172.15.0.1/x',
  'https://172.32.0.1/x',
  'https://192.167.1.1/x',
  'https://11.0.0.1:8443/x',
];

const BAD_EVENTS = ['PAY', 'Pay', 'partial_refund', 'chargeback', 'initiated', 'In_Transit', 'pay ', ''];

export const webhookRuleChecks: Check[] = [
  ...Object.entries(BAD_URLS).map(([what, urls]) =>
    safe(
      S,
      `a webhook address that is ${what} is rejected on create`,
      ['§6-24', '§6-25', '§7-12', '§2.9-4'],
      async (bench) => {
        await needRoom(bench, bench.options.mode);
        for (const url of urls) isRejected(await createWebhook(bench, webhookBody(bench, { url })));
      },
    ),
  ),
  ...Object.entries(DISGUISED).map(([what, urls]) =>
    assumedSafe(
      S,
      `a webhook address that is ${what} is rejected, too`,
      ['§6-24', '§6-25'],
      async (bench) => {
        await needRoom(bench, bench.options.mode);
        for (const url of urls) isRejected(await createWebhook(bench, webhookBody(bench, { url })));
      },
    ),
  ),
  write(
    S,
    'a webhook address is checked on update as well, and the old one stays',
    ['§7-12', '§6-25'],
    async (bench) => {
      await withWebhook(bench, {}, async (made) => {
        for (const url of Object.values(BAD_URLS).flat())
          isRejected(await bench.ask('PUT', `${WEBHOOKS}/${made._id}`, { body: { url } }));
        const listed = (await listWebhooks(bench)).find((one) => one._id === made._id);
        that(listed?.url === made.url, 'the address as before', String(listed?.url));
      });
    },
  ),
  write(S, 'public addresses beside the private ranges are taken', ['§6-24'], async (bench) => {
    for (const url of GOOD_URLS) await withWebhook(bench, { url }, async () => undefined);
  }),
  ...BAD_EVENTS.map((event) =>
    safe(
      S,
      `the event value "${event}" is refused: values are exact and case-sensitive`,
      ['§6-3', '§6-4', '§6-5', '§6-7', '§6-8'],
      async (bench) => {
        await needRoom(bench, bench.options.mode);
        isRejected(await createWebhook(bench, webhookBody(bench, { events: ['refund', event] })));
      },
    ),
  ),
  ...['PENDING', 'PARTIALLY_TRANSFERRED'].map((event) =>
    safe(S, `the transfer status ${event} is not subscribable`, ['§6-10'], async (bench) => {
      await needRoom(bench, bench.options.mode);
      isRejected(await createWebhook(bench, webhookBody(bench, { events: [event] })));
    }),
  ),
];
