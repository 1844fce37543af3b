/** Writes of what is sold: checkouts, saved cards, links, invoices, pages, bulk bills, customers and the catalogue. */
import { expect, vi } from 'vitest';
import { checkoutRequestSchema } from '#shared/contract/checkouts.ts';
import type { KeptRow } from '#shared/contract/kept.ts';
import type { KeptListName } from '#shared/domain/kept-lists.ts';
import { money } from '#shared/money/money.ts';
import { must, type Bench } from '../../operations/harness.ts';
import { saveCard } from '../../saved-cards/save-card.ts';
import { atGateway, checked, csv, open, sent, sheetOf } from '../../sheets/bench.ts';
import { ended, keyOf, lists, on, textAt, type Write } from './write.ts';

const EGP = (minor: bigint) => money(minor, 'EGP');
const DASHBOARD_TOKENS = '/v3/payment/tokenization/tokens';

async function rowsOf(bench: Bench, name: KeptListName): Promise<KeptRow[]> {
  const { kept } = bench.session();
  must(await kept.refresh({ name, whole: true }));
  const filter = { text: '', words: {} };
  return must(await kept.page({ name, filter, sort: null, cursor: null, limit: 200 })).rows;
}

const aCheckout = (bench: Bench, order: string) => {
  const amount = { minor: '12050', currency: 'EGP' };
  const asked = { amount, order, minutes: 600, methods: [], manualCapture: false, saveCard: false };
  const request = checkoutRequestSchema.parse(asked);
  return keyOf(bench.session().checkouts.create({ request, despiteDouble: true }));
};

const abandon: Write = {
  lost: ['not-known', 'done'],
  again: ['done', 'ended-before'],
  open: on((bench) => async (number) => {
    const key = await aCheckout(bench, `ABANDON-${number}`);
    const way = await bench.session().context.db.call('checkouts.way', key);
    return {
      act: async () => ended(await bench.session().checkouts.abandon({ key })),
      isDone: async () =>
        /"status":\s*"ABANDONED"/.test(await textAt(bench, `/v3/payment/sessions/${way?.sessionId}`)),
    };
  }),
};

/** `before`: what is done before each attempt. */
const deleteCard = (before: (bench: Bench) => Promise<void>): Write['open'] =>
  on((bench) => async (number) => {
    const customer = `C-${number}`;
    await saveCard(bench, customer);
    must(await bench.session().savedCards.refresh());
    const { rows } = must(await bench.session().savedCards.page({ text: '', cursor: null, limit: 200 }));
    const key = rows.find((card) => card.customer === customer)?.key ?? '';
    return {
      act: async () => {
        await before(bench);
        return ended(await bench.session().savedCards.delete({ key, typed: '4242' }));
      },
      isDone: async () => !(await lists(bench, DASHBOARD_TOKENS, `"${customer}"`)),
    };
  });

const checkLinks: Write = {
  lost: ['failed', 'failed'],
  refused: 'failed',
  done: 'whole',
  again: ['whole', 'whole'],
  saves: false,
  open: on((bench) => async (number) => {
    const lines = csv('customer,amount,currency,description', `Client ${number},10,EGP,Tea`);
    await open(bench, 'links', lines, 'links.csv');
    return {
      act: async () => (await checked(bench, 'links')).work?.ended ?? 'nothing',
      isDone: async () =>
        (await atGateway(bench, '/v2/payment-link', 'customerName', `Client ${number}`)) > 0,
    };
  }),
};

const people = (number: number) => ({
  name: `Client ${number}`,
  phone: `0100123${String(number).padStart(4, '0')}`,
});
const openPeople = async (bench: Bench, number: number) => {
  const { name, phone } = people(number);
  await open(bench, 'customers', csv('Name,Phone', `${name},${phone}`), 'people.csv');
};
const hasPerson = (bench: Bench, number: number) => async () =>
  (await atGateway(bench, '/v2/customers', 'phoneNumber', people(number).phone)) > 0;

const checkCustomers: Write = {
  ...checkLinks,
  open: on((bench) => async (number) => {
    await openPeople(bench, number);
    return {
      act: async () => (await checked(bench, 'customers')).work?.ended ?? 'nothing',
      isDone: hasPerson(bench, number),
    };
  }),
};

const saveCustomers: Write = {
  lost: ['not-known', 'not-known'],
  again: ['done', 'done'],
  open: on((bench) => async (number) => {
    await openPeople(bench, number);
    await checked(bench, 'customers');
    const state = async () => {
      const { counts } = await sheetOf(bench, 'customers');
      return (['done', 'refused', 'not-known'] as const).find((one) => counts[one] > 0) ?? 'nothing';
    };
    const act = async () => {
      await sent(bench, 'customers');
      return state();
    };
    return {
      act,
      isDone: hasPerson(bench, number),
      again: async ({ done, refused }) => {
        if (refused) return act();
        const { making } = bench.session();
        const { attempts } = must(await making.attempts({ whats: ['customers'] }));
        const attemptId = attempts[0]?.attemptId ?? '';
        expect((await making.makeAgain({ attemptId })).ok).toBe(false);
        // What is not known is not sent with the rest.
        expect(await act()).toBe('not-known');
        must(await making.look({ attemptId }));
        return done ? state() : must(await making.makeAgain({ attemptId })).kind;
      },
    };
  }),
};

async function stateOfShare(
  bench: Bench,
  what: 'invoice' | 'page',
  key: string,
  to: string,
): Promise<string> {
  const { sharing } = bench.session();
  must(await sharing.share({ what, key, to: [to] }));
  await vi.waitFor(async () => expect(must(await sharing.work()).work?.ended).not.toBeNull(), {
    timeout: 60_000,
    interval: 5,
  });
  const { shares } = must(await sharing.log({ what, key }));
  return shares[0]?.state ?? 'nothing';
}
/** Nothing shows what was shared: a person who does not know may send it once more. */
const shareOf = (what: 'invoice' | 'page', keyIn: (bench: Bench) => Promise<string>): Write => ({
  lost: ['not-known', 'not-known'],
  done: 'sent',
  again: ['sent', 'sent'],
  open: on(async (bench) => {
    const key = await keyIn(bench);
    return async (number) => {
      // Ten a minute.
      bench.clock.forward(61_000);
      return { act: () => stateOfShare(bench, what, key, `client${number}@example.com`) };
    };
  }),
});
const anInvoice = (bench: Bench) => {
  const one = { type: 'simple' as const, customer: 'Hany', description: '', manualCapture: false };
  const invoice = { ...one, amount: EGP(40_000n), email: '', phone: '' };
  return keyOf(bench.session().bills.makeInvoice({ invoice, despiteDouble: false }));
};
const aPage = async (bench: Bench) => (await rowsOf(bench, 'pages'))[0]?.key ?? '';

const draftsOf = async (bench: Bench) =>
  (await rowsOf(bench, 'bulk'))
    .filter(({ cells }) => cells.bulkState?.is === 'text' && cells.bulkState.text === 'draft')
    .map(({ key }) => key);
const amountOf = async (bench: Bench, key: string): Promise<number | null> => {
  const { body } = JSON.parse(await textAt(bench, '/v2/batch-item?limit=500')) as {
    body: { _id: string; amount: number }[];
  };
  const found = body.find(({ _id }) => _id === key);
  return found ? Number(found.amount) : null;
};
const correct: Write = {
  lost: ['not-known', 'not-known'],
  again: ['done', 'done'],
  open: on(async (bench) => {
    const [key = ''] = await draftsOf(bench);
    return async (number) => {
      const change = { key, amount: EGP(BigInt(10_000 + number)), dueAtMs: null };
      return {
        act: async () => ended(await bench.session().bills.correct(change)),
        isDone: async () => (await amountOf(bench, key)) === (10_000 + number) / 100,
      };
    };
  }),
};
const DRAFTS = 3;
const drop: Write = {
  lost: ['not-known', 'done'],
  again: ['done', 'gone-before'],
  atOnce: DRAFTS,
  open: on(async (bench) => {
    const drafts = await draftsOf(bench);
    return async (number) => {
      const key = drafts[number % DRAFTS] ?? '';
      return {
        act: async () => ended(await bench.session().bills.drop({ key })),
        isDone: async () => (await amountOf(bench, key)) === null,
      };
    };
  }),
};

const LISTS = { product: '/v2/products', category: '/v2/categories' } as const;
const entryOf = (what: 'product' | 'category', name: string) =>
  what === 'category' ? { what, name } : { what, name, price: EGP(3_550n), description: '', categoryIds: [] };
const inCatalogue = (bench: Bench, what: 'product' | 'category', name: string) =>
  keyOf(bench.session().catalogue.make({ entry: entryOf(what, name), despiteDouble: true }));
const changeOf = (what: 'product' | 'category'): Write => ({
  lost: ['not-known', 'not-known'],
  again: ['done', 'done'],
  open: on((bench) => async (number) => {
    const key = await inCatalogue(bench, what, `Old ${number}`);
    const entry = entryOf(what, `New ${number}`);
    return {
      act: async () => ended(await bench.session().catalogue.change({ key, entry })),
      isDone: () => lists(bench, LISTS[what], `"New ${number}"`),
    };
  }),
});
const deletionOf = (what: 'product' | 'category'): Write => ({
  lost: ['not-known', 'done'],
  again: ['done', 'gone-before'],
  open: on((bench) => async (number) => {
    const typed = `Gone ${number}`;
    const key = await inCatalogue(bench, what, typed);
    return {
      act: async () => ended(await bench.session().catalogue.delete({ what, key, typed })),
      isDone: async () => !(await lists(bench, LISTS[what], `"${typed}"`)),
    };
  }),
});

export const sellingWrites = {
  'sessions.abandon': abandon,
  'tokens.delete': {
    lost: ['not-known', 'done'],
    again: ['done', 'gone-before'],
    // After 403 the checkout host is asked.
    refusals: [400, 409, 422],
    open: deleteCard(async () => {}),
  },
  'tokens.checkout-delete': {
    lost: ['not-known', 'done'],
    again: ['done', 'gone-before'],
    open: deleteCard((bench) => bench.fault('DELETE', DASHBOARD_TOKENS, { kind: 'status', status: 403 })),
  },
  'payment-links.import': checkLinks,
  'invoices.share': shareOf('invoice', anInvoice),
  'payment-pages.share': shareOf('page', aPage),
  'customers.upload': checkCustomers,
  'customers.save': saveCustomers,
  'batch-items.update': correct,
  'batch-items.delete': drop,
  'catalogue.update-product': changeOf('product'),
  'catalogue.delete-product': deletionOf('product'),
  'catalogue.update-category': changeOf('category'),
  'catalogue.delete-category': deletionOf('category'),
} as const satisfies Record<string, Write>;
