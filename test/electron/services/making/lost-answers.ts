/**
 * Answers that are lost, for everything that is made and that a press may make again: the ending is right, and nothing is made twice
 * without a person. The other writes are in `lost-writes.ts`.
 */
import { expect } from 'vitest';
import { endpointTable, type WriteName } from '#electron/gateway/endpoint-table.ts';
import { checkoutRequestSchema } from '#shared/contract/checkouts.ts';
import type { Made } from '#shared/contract/making.ts';
import { things, type Thing } from '#shared/domain/making.ts';
import type { Result } from '#shared/errors/result.ts';
import { money } from '#shared/money/money.ts';
import { must, withBench, type Bench } from '../operations/harness.ts';

type Fault = {
  readonly name: string;
  readonly fault: Record<string, unknown>;
  /** Whether the gateway does what it was asked, and what a person is told. */
  readonly acts: boolean;
  readonly ending: 'done' | 'not-known' | 'refused';
};
const faults: readonly Fault[] = [
  { name: 'dropped before', fault: { kind: 'drop-before' }, acts: false, ending: 'not-known' },
  { name: 'dropped after', fault: { kind: 'drop-after' }, acts: true, ending: 'not-known' },
  { name: 'dropped inside', fault: { kind: 'body', text: '{"body":{"na' }, acts: true, ending: 'not-known' },
  { name: 'nonsense', fault: { kind: 'nonsense' }, acts: true, ending: 'not-known' },
  { name: 'server error', fault: { kind: 'status', status: 500 }, acts: false, ending: 'not-known' },
  { name: 'late', fault: { kind: 'delay', ms: 20 }, acts: true, ending: 'done' },
  { name: 'refused', fault: { kind: 'status', status: 403 }, acts: false, ending: 'refused' },
];

type Write = {
  readonly endpoint: WriteName;
  make(bench: Bench, name: string, minor: bigint): Promise<Result<Made>>;
  /** How the gateway's list calls it. */
  readonly field: string;
  readonly list: string;
};
const EGP = (minor: bigint) => money(minor, 'EGP');
const bill = { description: 'Cakes', manualCapture: false };
/**
 * What a person may make again by a press. Of a key no list says whether it is there; a schedule is typed again; customers are
 * saved part by part.
 */
type Listed = Exclude<Thing, 'api-key' | 'schedule' | 'customers'>;
const writes: { readonly [T in Listed]: Write } = {
  checkout: {
    endpoint: 'sessions.create',
    list: '/v3/payment/sessions',
    field: 'order',
    make: (bench, order, minor) => {
      const amount = { minor: String(minor), currency: 'EGP' };
      const asked = { amount, order, minutes: 60, methods: [], manualCapture: false, saveCard: false };
      const request = checkoutRequestSchema.parse(asked);
      return bench.session().checkouts.create({ request, despiteDouble: false });
    },
  },
  product: {
    endpoint: 'catalogue.create-product',
    list: '/v2/products',
    field: 'productName',
    make: (bench, name, minor) => {
      const entry = { what: 'product' as const, name, price: EGP(minor), description: '', categoryIds: [] };
      return bench.session().catalogue.make({ entry, despiteDouble: false });
    },
  },
  category: {
    endpoint: 'catalogue.create-category',
    list: '/v2/categories',
    field: 'categoryName',
    make: (bench, name) =>
      bench.session().catalogue.make({ entry: { what: 'category', name }, despiteDouble: false }),
  },
  link: {
    endpoint: 'payment-links.create',
    list: '/v2/payment-link',
    field: 'customerName',
    make: (bench, customer, minor) => {
      const link = { customer, amount: EGP(minor), fee: null, dueAtMs: null, ...bill };
      return bench.session().bills.makeLink({ link, despiteDouble: false });
    },
  },
  invoice: {
    endpoint: 'invoices.create',
    list: '/v2/paymentRequest',
    field: 'customerName',
    make: (bench, customer, minor) => {
      const invoice = {
        type: 'simple' as const,
        customer,
        amount: EGP(minor),
        email: '',
        phone: '',
        ...bill,
      };
      return bench.session().bills.makeInvoice({ invoice, despiteDouble: false });
    },
  },
  webhook: {
    endpoint: 'webhooks.create',
    list: '/v2/webhooks',
    field: 'name',
    make: async (bench, name) => {
      await deleteOthers(bench, name);
      const url = `https://shop.example.com/${encodeURIComponent(name)}`;
      const events: ['pay'] = ['pay'];
      const webhook = { name, url, events, mode: 'live' as const, isActive: true, headers: null };
      return bench.session().webhooks.make({ webhook, despiteDouble: false });
    },
  },
};
/** The gateway takes five webhooks a mode: those of earlier faults are deleted past the client. */
export async function deleteOthers({ sandbox: { live } }: Bench, name: string): Promise<void> {
  const headers = { authorization: live.secretKey };
  const answer = await fetch(`${live.dashboardUrl}/v2/webhooks`, { headers });
  const all = (await answer.json()) as { _id: string; name: string }[];
  for (const one of all.filter((webhook) => webhook.name !== name))
    await fetch(`${live.dashboardUrl}/v2/webhooks/${one._id}`, { method: 'DELETE', headers });
}
/** What each of them sends. */
export const endpointsOfMade = Object.values(writes).map(({ endpoint }) => endpoint);
export const allWrites = things.filter((what): what is Listed => what in writes);

/** How many of this name the gateway has, asked past the client. */
async function atGateway(
  { sandbox: { live } }: Bench,
  { list, field }: Write,
  name: string,
): Promise<number> {
  const answer = await fetch(`${live.dashboardUrl}${list}?limit=500`, {
    headers: { authorization: live.secretKey },
  });
  const text = await answer.text();
  return text.split(`"${field}":${JSON.stringify(name)}`).length - 1;
}

async function oneFault(bench: Bench, what: Listed, number: number): Promise<void> {
  const { name: of, fault, acts, ending } = faults[number % faults.length] ?? faults[0]!;
  const write = writes[what];
  const { path } = endpointTable[write.endpoint];
  const name = `${what} ${number}`;
  const { making } = bench.session();
  const open = async () => must(await making.attempts({ whats: [what] })).attempts;
  const before = await bench.received('POST', path);
  await bench.fault('POST', path, fault);
  const made = await write.make(bench, name, BigInt(1_000 + number));
  const told = made.ok ? made.value.kind : 'refused';
  expect([of, told]).toEqual([of, ending]);
  expect([of, await atGateway(bench, write, name)]).toEqual([of, acts ? 1 : 0]);
  if (ending === 'not-known') {
    const [attempt] = await open();
    const attemptId = attempt?.attemptId ?? '';
    // Nobody makes it again before a whole list lacked it, and a second wish is a question.
    expect((await making.makeAgain({ attemptId })).ok).toBe(false);
    expect(must(await write.make(bench, name, BigInt(1_000 + number))).kind).toBe('double');
    bench.clock.forward(1_000);
    must(await making.look({ attemptId }));
    expect([of, (await open()).length]).toEqual([of, acts ? 0 : 1]);
    if (!acts) expect(must(await making.makeAgain({ attemptId })).kind).toBe('done');
  }
  expect(await open()).toEqual([]);
  expect([of, await atGateway(bench, write, name)]).toEqual([of, ending === 'refused' ? 0 : 1]);
  const sent = (await bench.received('POST', path)) - before;
  expect([of, sent]).toEqual([of, ending === 'not-known' && !acts ? 2 : 1]);
}

/** So many faults of one write, one after another. */
export const loseAnswers = (what: Listed, times: number): Promise<void> =>
  withBench(async (bench) => {
    for (let number = 0; number < times; number += 1) await oneFault(bench, what, number);
  });
