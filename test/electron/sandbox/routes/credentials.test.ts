import { expect, test } from 'vitest';
import type { SandboxAccess } from '#electron/sandbox/start-sandbox.ts';
import { englishOf, withGateway } from '../gateway.ts';
import { SMALL } from '../merchant.ts';
import { needsPermission, refusesFields, refusesShapes, refusesStrangers, takesOnly } from '../refusals.ts';
import { ask, at } from '../wire.ts';

const KEYS = '/v2/merchants/api-keys';
const CREATE = `${KEYS}?operation=apiKey.create`;
const DELETE = `${KEYS}?operation=apiKey.delete`;
const put = (access: SandboxAccess, path: string, keyName: unknown = 'till') =>
  ask(access, 'PUT', path, { json: { keyName } });

test('a Payment API key is made in the environment of the host that was called', async () => {
  await withGateway(async ({ live, test: tried }) => {
    const made = await put(live, CREATE);
    expect([made.status, made.body]).toEqual([
      200,
      {
        body: { merchantId: 'MID-7301-118', mode: 'live', isInternal: false },
        message: expect.any(String) as string,
      },
    ]);
    expect((await put(tried, DELETE)).status).toBe(404);
    expect((await put(tried, CREATE)).body).toMatchObject({ body: { mode: 'test' } });
    for (const secret of [live.paymentKey, live.secretKey, live.apiKey])
      expect(made.text).not.toContain(secret);
  }, SMALL);
});

test('rotation is create, then delete; a key that is not there cannot be deleted', async () => {
  await withGateway(async ({ live }) => {
    expect((await put(live, CREATE, 'old')).status).toBe(200);
    expect((await put(live, CREATE, 'new')).status).toBe(200);
    const gone = await put(live, DELETE, 'old');
    expect([gone.status, Object.keys(gone.body as object)]).toEqual([200, ['message']]);
    const again = await put(live, DELETE, 'old');
    expect([again.status, englishOf(again)]).toEqual([404, 'There is no API key with this id.']);
    expect((await put(live, CREATE, 'new')).status).toBe(400);
    expect((await put(live, CREATE, 'old')).status).toBe(200);
  }, SMALL);
});

test('without operation, or with another one, the call is refused with 400', async () => {
  await withGateway(async ({ live }) => {
    for (const query of [
      '',
      '?',
      '?operation=',
      '?operation=apiKey.rotate',
      '?operation=APIKEY.CREATE',
      '?operation=apiKey.create%00',
      '?Operation=apiKey.create',
    ]) {
      const refused = await put(live, `${KEYS}${query}`);
      expect([query, refused.status]).toEqual([query, 400]);
      expect(refused.body).toMatchObject({ error: { cause: 'Bad request' }, status: 'FAILURE' });
    }
    expect((await put(live, DELETE)).status).toBe(404);
  }, SMALL);
});

test('both operations need the API-key permission; wrong fields, strangers and other methods are refused', async () => {
  await withGateway(async (sandbox) => {
    for (const path of [CREATE, DELETE]) {
      const operation = { method: 'PUT', path, json: { keyName: 'till' } };
      await refusesStrangers(sandbox, operation);
      await refusesFields(sandbox, operation, [
        ['keyName', undefined],
        ['keyName', ''],
        ['keyName', '   '],
        ['keyName', 7],
        ['keyName', null],
        ['keyName', 'x'.repeat(201)],
      ]);
      await refusesShapes(sandbox.live, operation);
      await needsPermission(sandbox, 'api_keys.create_api_key', operation);
    }
    await takesOnly(sandbox.live, KEYS, 'PUT');
    const more = { json: { keyName: 'other', somethingNew: 1 } };
    expect((await ask(sandbox.live, 'PUT', CREATE, more)).status).toBe(200);
    expect(
      at((await ask(sandbox.live, 'PUT', `${CREATE}&x=1`, { json: { keyName: 'third' } })).body, 'body.mode'),
    ).toBe('live');
  }, SMALL);
});
