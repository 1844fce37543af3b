/** Payment API keys and the addresses that the gateway allows (§4.12, §4.15, §5 rule 5). */
import { expect } from 'vitest';
import { must } from './client.ts';
import { MERCHANT, type PlaceCase } from './place-case.ts';
import { CUSTOMER, TOKEN } from './seed.ts';

export const credentialCases: PlaceCase[] = [
  {
    operation: 'credentials.create-api-key',
    call: 'credentials.createApiKey',
    run: async ({ client, server }) => {
      const made = must(await client.credentials.createApiKey('Till'));
      expect(made).toMatchObject({ merchantId: MERCHANT, mode: { value: 'live' }, isInternal: false });
      expect(server.state.keyNames).toEqual(['Till']);
    },
  },
  {
    operation: 'credentials.delete-api-key',
    call: 'credentials.deleteApiKey',
    before: async ({ client }) => must(await client.credentials.createApiKey('Till')),
    run: async ({ client, server }) => {
      must(await client.credentials.deleteApiKey('Till'));
      expect(server.state.keyNames).toEqual([]);
    },
  },
  {
    operation: 'credentials.get-allow-list',
    call: 'credentials.readAllowList',
    run: async ({ client }) =>
      expect(must(await client.credentials.readAllowList())).toEqual({ addresses: [] }),
  },
  {
    operation: 'credentials.put-allow-list',
    call: 'credentials.saveAllowList',
    run: async ({ client, server }) => {
      must(await client.credentials.saveAllowList(['203.0.113.7']));
      expect(server.state.addressAllowList).toEqual(['203.0.113.7']);
      // The address of this computer is not in it.
      expect(await client.credentials.readAllowList()).toMatchObject({
        error: { code: 'address-not-allowed' },
      });
    },
  },
  {
    operation: 'tokens.checkout-get',
    call: 'tokens.checkoutGet',
    run: async ({ client }) => {
      const owner = { merchantId: MERCHANT, customerReference: CUSTOMER };
      expect(must(await client.tokens.checkoutGet(TOKEN, owner))).toMatchObject({ token: TOKEN });
      const another = { ...owner, customerReference: 'another' };
      expect(await client.tokens.checkoutGet(TOKEN, another)).toMatchObject({
        error: { code: 'key-refused' },
      });
    },
  },
];
