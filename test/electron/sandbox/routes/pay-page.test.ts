import { expect, test } from 'vitest';
import type { SandboxAccess } from '#electron/sandbox/start-sandbox.ts';
import { withGateway } from '../gateway.ts';
import { allAccountedFor, newSession, paidOrder, readSession, setting, SMALL } from '../merchant.ts';
import { refusesTricks, takesOnly } from '../refusals.ts';
import { ask, at, textAt } from '../wire.ts';

const checkout = { host: 'checkout' as const, key: null };
const open = (access: SandboxAccess, id: string) => ask(access, 'GET', `/pay/${id}`, checkout);
const submit = (access: SandboxAccess, id: string, form: string) =>
  ask(access, 'POST', `/pay/${id}`, {
    ...checkout,
    bytes: form,
    type: 'application/x-www-form-urlencoded',
  });

test('sessionUrl opens a page with the amount, which needs no key', async () => {
  await withGateway(async ({ live }) => {
    const id = await newSession(live);
    const { pathname, origin } = new URL(textAt(await readSession(live, id), 'sessionUrl'));
    expect([origin, pathname]).toEqual([live.checkoutUrl, `/pay/${id}`]);
    const page = await open(live, id);
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain('120.50 EGP');
    expect(page.text).toContain('WEB-77');
    expect(page.text).toContain('<form');
    expect(await readSession(live, id)).toMatchObject({ status: 'OPENED' });
  }, SMALL);
});

test('the customer pays, or is refused, with the buttons of the page', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    for (const [form, status, method] of [
      ['method=card&outcome=approve', 'PAID', 'card'],
      ['method=wallet&outcome=approve', 'PAID', 'wallet'],
      ['method=bnpl&outcome=approve', 'PAID', 'bnpl'],
      ['method=card&outcome=decline', 'PENDING', 'NA'],
      ['method=card&outcome=reject', 'REJECTED', 'NA'],
      ['method=card&outcome=leave', 'ABANDONED', 'NA'],
      ['', 'PAID', 'card'],
    ] as const) {
      const id = await newSession(live);
      await open(live, id);
      const page = await submit(live, id, form);
      expect([form, page.status]).toEqual([form, 200]);
      const view = await ask(live, 'GET', `/v3/payment/sessions/${id}/payment`);
      expect(view.body).toMatchObject({ data: { status, method } });
      if (status === 'PENDING') expect(page.text).toContain('Failed tries: 1 of 3');
      else expect(page.text).not.toContain('<form');
    }
    await allAccountedFor(sandbox);
  }, SMALL);
});

test('a session that has ended takes no payment, and its page says so', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    const id = await paidOrder(sandbox, 'WEB-1');
    const page = await open(live, id);
    expect([page.status, page.text.includes('<form')]).toEqual([200, false]);
    expect(page.text).toContain('PAID');
    const again = await submit(live, id, 'method=card&outcome=approve');
    expect(again.status).toBe(400);
    expect(await readSession(live, id)).toMatchObject({ status: 'PAID', capturedAmount: 120.5 });
    await allAccountedFor(sandbox);
  }, SMALL);
});

test('the page opened past expireAt does not open the session', async () => {
  await withGateway(async ({ live }, clock) => {
    const id = await newSession(live, { expireAt: '2026-11-17 10:31:00.000000+00:00' });
    clock.forward(60_000);
    expect((await open(live, id)).text).toContain('EXPIRED');
    expect((await submit(live, id, 'outcome=approve')).status).toBe(400);
    expect(await readSession(live, id)).toMatchObject({ status: 'EXPIRED' });
  }, SMALL);
});

test('a card is kept if the session asks for it, names a customer, and the customer agrees', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    const tokens = async () => at((await ask(live, 'GET', '/v3/payment/tokenization/tokens')).body, 'body');
    const known = { saveCard: 'optional', customer: { reference: 'C-77' } };
    for (const [more, form, offered] of [
      [{}, 'outcome=approve&save=yes', false],
      [{ saveCard: 'optional', customer: { email: 'a@b.example' } }, 'outcome=approve&save=yes', false],
      [{ customer: { reference: 'C-77' } }, 'outcome=approve&save=yes', false],
      [known, 'outcome=approve', true],
      [known, 'outcome=decline&save=yes', true],
      [known, 'method=wallet&outcome=approve&save=yes', true],
    ] as const) {
      const id = await newSession(live, more);
      expect([more, (await open(live, id)).text.includes('name="save"')]).toEqual([more, offered]);
      expect((await submit(live, id, form)).status).toBe(200);
      expect([form, await tokens()]).toEqual([form, []]);
    }
    const id = await newSession(live, known);
    await submit(live, id, 'method=card&outcome=approve&save=yes&card=visa-0002');
    expect(await tokens()).toMatchObject([
      { maskedCard: '400000******0002', cardBrand: 'Visa', customerReference: 'C-77', expiryYear: '2029' },
    ]);
    await allAccountedFor(sandbox);
  }, SMALL);
});

test('what the merchant wrote is text on the page, never markup', async () => {
  await withGateway(async ({ live }) => {
    const id = await newSession(live, { order: `<script>alert('x')</script>&"'` });
    const { text } = await open(live, id);
    expect(text).not.toContain('<script>');
    expect(text).toContain('&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;&quot;&#39;');
  }, SMALL);
});

test('unknown ids, other methods and other content types are refused; the allow-list is not asked', async () => {
  await withGateway(async (sandbox) => {
    const { live, test: tried } = sandbox;
    const id = await newSession(live);
    await setting(sandbox, { ip_allow_list: ['127.0.0.2'] });
    expect((await open(live, id)).status).toBe(200);
    expect((await open(tried, id)).status).toBe(404);
    await refusesTricks(live, 'GET', (trick) => `/pay/${trick}`, checkout);
    await refusesTricks(live, 'POST', (trick) => `/pay/${trick}`, { ...checkout, json: {} });
    await takesOnly(live, `/pay/${id}`, 'GET POST', 'checkout');
    const xml = await ask(live, 'POST', `/pay/${id}`, {
      ...checkout,
      bytes: '<a/>',
      type: 'application/xml',
    });
    expect(xml.status).toBe(415);
    const large = `method=card&x=${'y'.repeat(1_048_576)}`;
    expect((await submit(live, id, large)).status).toBe(413);
    const form = { bytes: 'a=1', type: 'application/x-www-form-urlencoded', host: 'checkout' as const };
    expect((await ask(live, 'POST', '/v3/cards/tokens', form)).status).toBe(415);
    expect(await readSession(live, id)).toMatchObject({ status: 'OPENED' });
  }, SMALL);
});
