/** Credentials (§4.12) and the IP allow-list (§5 rule 5). */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { isAddressOrRange, needs } from '../access.ts';
import { readBody, shortText } from '../bodies.ts';
import { refuse } from '../errors.ts';
import { acted } from '../server.ts';
import { documents } from '../state/documents.ts';
import { readSetting, writeSetting } from '../state/settings.ts';
import type { World } from '../world.ts';

/** Names of the Payment API keys that were made here; a key's value is shown in no answer (§2.11). */
const paymentKeys = documents<Record<string, never>>('payment-key');

const keySchema = z.looseObject({ keyName: shortText });
const addressesSchema = z.object({
  addresses: z.array(z.string().refine(isAddressOrRange, 'is not an IP address or range')).max(100),
});

export function credentialRoutes(app: FastifyInstance, world: World): void {
  const key = needs('api_keys.create_api_key');
  app.put<{ Querystring: { operation?: string } }>('/v2/merchants/api-keys', key, (request) => {
    const { operation } = request.query;
    if (operation !== 'apiKey.create' && operation !== 'apiKey.delete') throw refuse.noKeyOperation();
    const { keyName } = readBody(keySchema, request.body);
    if (operation === 'apiKey.delete') {
      if (!paymentKeys.remove(world, keyName)) throw refuse.missing('API key', 'مفتاح API');
      acted(request);
      return { message: 'The API key was deleted.' };
    }
    if (paymentKeys.get(world, keyName)) throw refuse.field('keyName', 'is taken');
    paymentKeys.insert(world, keyName, {});
    acted(request);
    return {
      body: { merchantId: world.merchantId, mode: world.environment, isInternal: false },
      message: 'The API key was created.',
    };
  });

  app.get('/v2/merchants/ip-allow-list', () => ({
    body: { addresses: readSetting(world, 'ip_allow_list') },
  }));
  app.put('/v2/merchants/ip-allow-list', (request) => {
    const { addresses } = readBody(addressesSchema, request.body);
    writeSetting(world, 'ip_allow_list', addresses);
    acted(request);
    return { body: { addresses }, message: 'The list was saved.' };
  });
}
