import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { checkoutRequestSchema } from '#shared/contract/checkouts.ts';
import type { FilesWithResults } from '#electron/database/db.ts';
import { savedCardsList } from '#electron/services/reports/lists/saved-cards.ts';
import type { ExportOf } from '#shared/contract/exports.ts';
import type { SavedCard } from '#shared/contract/saved-cards.ts';
import { ask } from '../../sandbox/wire.ts';
import { codeOf, must, withBench, type Bench } from '../operations/harness.ts';
import { saveCard } from './save-card.ts';

const TOKENS = '/v3/payment/tokenization/tokens';
const CHECKOUT_TOKENS = '/v3/cards/tokens';
const cardsOf = (bench: Bench) => bench.session().savedCards;

async function listed(bench: Bench, text = ''): Promise<SavedCard[]> {
  return must(await cardsOf(bench).page({ text, cursor: null, limit: 50 })).rows;
}
async function savedCard(bench: Bench): Promise<SavedCard> {
  await saveCard(bench, 'C-7');
  must(await cardsOf(bench).refresh());
  const [card] = await listed(bench);
  if (!card) throw new Error('no card');
  return card;
}
const tokensAt = async (bench: Bench) => (await ask(bench.sandbox.live, 'GET', TOKENS)).body;

it('a card that a customer let be saved is listed with its last four digits, and is found by them in either digits', () =>
  withBench(async (bench) => {
    must(await cardsOf(bench).refresh());
    expect(await listed(bench)).toEqual([]);
    await saveCard(bench, 'C-7');
    bench.clock.forward(1_000);
    await saveCard(bench, 'C-8', 'mastercard-1118');
    must(await cardsOf(bench).refresh());
    const year = new Date(bench.clock.nowMs()).getUTCFullYear() + 3;
    const rows = await listed(bench);
    expect(rows).toMatchObject([
      { brand: 'Mastercard', lastFour: '1118', customer: 'C-8', isGone: false },
      { brand: 'Visa', lastFour: '4242', customer: 'C-7', expiry: `${year}-08`, holder: 'Mona Adel' },
    ]);
    expect((await listed(bench, '٤٢٤٢')).map(({ customer }) => customer)).toEqual(['C-7']);
    expect(must(await cardsOf(bench).summary({ text: '' }))).toMatchObject({ count: 2, unreadable: 0 });
    // What goes to the window has neither the token nor the first digits.
    const { body } = (await tokensAt(bench)) as { body: { token: string }[] };
    for (const { token } of body) expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(rows)).not.toContain('424242');
  }));

it('no file of the profile has the first digits of a saved card', () =>
  withBench(async (bench) => {
    await savedCard(bench);
    await bench.restart((folder) => {
      const names = readdirSync(folder).filter((name) => name.startsWith('cache'));
      expect(names.length).toBeGreaterThan(0);
      for (const name of names) expect(readFileSync(join(folder, name)).includes('424242')).toBe(false);
    });
    expect(await listed(bench)).toHaveLength(1);
  }));

it('a checkout that saves a card needs the customer whose card it is', () =>
  withBench(async (bench) => {
    const request = checkoutRequestSchema.parse({
      amount: { minor: '100', currency: 'EGP' },
      order: 'NOBODY',
      minutes: 60,
      methods: [],
      manualCapture: false,
      saveCard: true,
    });
    const made = await bench.session().checkouts.create({ request, despiteDouble: false });
    expect(made).toMatchObject({ ok: false, error: { code: 'customer-needed' } });
    expect(await bench.received('POST', '/v3/payment/sessions')).toBe(0);
  }));

it('a deleted card is gone at the gateway, stays readable here, and is told in the record', () =>
  withBench(async (bench) => {
    const { key } = await savedCard(bench);
    expect(codeOf(await cardsOf(bench).delete({ key, typed: '4243' }))).toBe('last-four-differ');
    expect(await bench.received('DELETE', TOKENS)).toBe(0);
    const deleted = must(await cardsOf(bench).delete({ key, typed: '٤٢٤٢' }));
    expect(deleted).toMatchObject({ ending: 'done', detail: { card: { lastFour: '4242', isGone: true } } });
    expect(await tokensAt(bench)).toMatchObject({ body: [] });
    expect(await bench.received('DELETE', TOKENS)).toBe(1);
    const told = await bench.session().context.db.call('activity.page', {
      text: '',
      actor: null,
      action: 'saved-card.deleted',
      before: { entry: null, event: null },
      limit: 5,
    });
    expect(JSON.stringify(told)).toContain('"target":"•••• 4242"');
    expect(must(await cardsOf(bench).delete({ key, typed: '4242' })).ending).toBe('gone-before');
  }));

it('a deletion without an answer is done if the card is gone when it is read, and else not known', () =>
  withBench(async (bench) => {
    const first = await savedCard(bench);
    await bench.fault('DELETE', TOKENS, { kind: 'drop-before' });
    const lost = must(await cardsOf(bench).delete({ key: first.key, typed: '4242' }));
    expect(lost).toMatchObject({ ending: 'not-known', detail: { card: { isGone: false } } });
    await bench.fault('DELETE', TOKENS, { kind: 'drop-after' });
    expect(must(await cardsOf(bench).delete({ key: first.key, typed: '4242' })).ending).toBe('done');
    expect(await bench.received('DELETE', TOKENS)).toBe(2);
  }));

it('a refusal leaves the card; where the dashboard refuses the role, the checkout host is asked', () =>
  withBench(async (bench) => {
    const { key } = await savedCard(bench);
    await bench.fault('DELETE', TOKENS, { kind: 'status', status: 400 });
    expect(codeOf(await cardsOf(bench).delete({ key, typed: '4242' }))).toBe('refused');
    expect((await listed(bench))[0]?.isGone).toBe(false);
    await bench.fault('DELETE', TOKENS, { kind: 'status', status: 403 });
    expect(must(await cardsOf(bench).delete({ key, typed: '4242' })).ending).toBe('done');
    expect(await bench.received('DELETE', CHECKOUT_TOKENS)).toBe(1);
  }));

it('a card that the list does not have any more is kept in grey; a failed reading changes nothing', () =>
  withBench(async (bench) => {
    const { key } = await savedCard(bench);
    await bench.fault('GET', TOKENS, { kind: 'status', status: 500 }, 20);
    expect((await cardsOf(bench).refresh()).ok).toBe(false);
    expect(must(await cardsOf(bench).summary({ text: '' })).read.lastError).not.toBeNull();
    expect((await listed(bench))[0]?.isGone).toBe(false);
    await bench.clearFaults();
    const { body } = (await tokensAt(bench)) as { body: { token: string }[] };
    await ask(bench.sandbox.live, 'DELETE', `${TOKENS}/${body[0]?.token}`);
    must(await cardsOf(bench).refresh());
    expect((await listed(bench)).map(({ isGone }) => isGone)).toEqual([true]);
    expect(must(await cardsOf(bench).read({ key })).detail.card.isGone).toBe(true);
  }));

it('without the right to contacts, a phone or email in the customer’s name is masked and finds nothing', () => {
  let sees = true;
  return withBench(
    async (bench) => {
      await saveCard(bench, 'nadia@mail.example');
      must(await cardsOf(bench).refresh());
      expect((await listed(bench, 'nadia'))[0]?.customer).toBe('nadia@mail.example');
      sees = false;
      expect(await listed(bench, 'nadia')).toEqual([]);
      expect(must(await cardsOf(bench).summary({ text: 'nadia' })).count).toBe(0);
      const [card] = await listed(bench, '4242');
      expect(card?.customer).toBe('n•••@•••');
      const { detail } = must(await cardsOf(bench).detail({ key: card?.key ?? '' }));
      expect(JSON.stringify(detail)).not.toContain('nadia@');
    },
    { seesContacts: () => sees },
  );
});

it('a file of the cards has neither a token nor the first digits, and contacts only for whoever may see them', () =>
  withBench(async (bench) => {
    await saveCard(bench, 'mona.adel@example.com');
    await saveCard(bench, 'C-8', 'mastercard-1118');
    must(await cardsOf(bench).refresh());
    const tokens = JSON.stringify(await tokensAt(bench));
    const cacheFile = join(bench.folder, 'cache.sqlite');
    for (const seesContacts of [true, false]) {
      const cache = new Sqlite(cacheFile, { readonly: true });
      const opened = savedCardsList.open(
        { cache } as unknown as FilesWithResults,
        { text: '' } as ExportOf<'savedCards'>,
        0,
        seesContacts,
      );
      const columns = Object.values(savedCardsList.columns);
      const cells = [...(opened?.rows ?? [])].map((row) => columns.map(({ value }) => value(row)));
      cache.close();
      expect(opened?.count).toBe(2);
      expect(cells.map(([brand, lastFour]) => [brand, lastFour])).toContainEqual(['Mastercard', '1118']);
      const file = JSON.stringify(cells);
      expect(file.includes('mona.adel@example.com')).toBe(seesContacts);
      for (const [, token = ''] of tokens.matchAll(/"token":"([^"]+)"/g)) expect(file).not.toContain(token);
      expect(file).not.toContain('511111');
    }
  }));
