/** The texts in Arabic that stand on pages alone, by feature. Nobody waits for them to sign in. */
import { byFeature } from './by-feature.ts';

export const texts = byFeature(
  import.meta.glob<Record<string, unknown>>(
    '../../../resources/locales/ar/{bills,bridge,catalogue,checkByHand,checkouts,credentials,deliveries,figures,headOffice,import,instantSettlement,kept,making,paced,payments,reconciliation,savedCards,sharing,sheets,signature,transfers,webhooks,words}.json',
    { eager: true, import: 'default' },
  ),
);
