import { describe, expect, it } from 'vitest';
import { decodeAllowList } from '#electron/gateway/endpoints/credentials.ts';
import { expectAsked, object, withRecorder } from '../recorder.ts';

describe('API keys', () => {
  it('are created and deleted by name; the operation is part of the call', async () => {
    await withRecorder(
      '{"body":{"merchantId":"MID","mode":"test","isInternal":false},"message":"ok"}',
      async ({ credentials }, asked) => {
        expect(await credentials.createApiKey('Shop')).toMatchObject({
          value: { merchantId: 'MID', mode: { value: 'test' }, isInternal: false },
        });
        expectAsked(asked, 'PUT /v2/merchants/api-keys?operation=apiKey.create', { keyName: 'Shop' });
      },
    );
    await withRecorder('{"message":"Deleted"}', async ({ credentials }, asked) => {
      expect((await credentials.deleteApiKey('Shop')).ok).toBe(true);
      expectAsked(asked, 'PUT /v2/merchants/api-keys?operation=apiKey.delete', { keyName: 'Shop' });
    });
  });
});

describe('the IP allow-list', () => {
  it('is read and replaced', () =>
    withRecorder('{"body":{"addresses":["203.0.113.7","2001:db8::/32"]}}', async ({ credentials }, asked) => {
      expect(await credentials.readAllowList()).toEqual({
        ok: true,
        value: { addresses: ['203.0.113.7', '2001:db8::/32'] },
      });
      expectAsked(asked.splice(0), 'GET /v2/merchants/ip-allow-list', null);
      expect((await credentials.saveAllowList([])).ok).toBe(true);
      expectAsked(asked, 'PUT /v2/merchants/ip-allow-list', { addresses: [] });
    }));
  it.each(['{"body":[]}', '{"body":{"addresses":[1]}}', '{"body":{"addresses":"203.0.113.7"}}'])(
    'that is not whole is not read: %s',
    (body) => expect(decodeAllowList(object(body))).toBeNull(),
  );
});
