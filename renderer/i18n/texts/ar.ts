/** The texts in Arabic that may stand on any screen, by feature. A script of its own: the window loads the language that it shows. */
import { byFeature } from './by-feature.ts';

export const texts = byFeature(
  import.meta.glob<Record<string, unknown>>(
    [
      '../../../resources/locales/ar/*.json',
      '!../../../resources/locales/ar/{bills,bridge,catalogue,checkByHand,checkouts,credentials,deliveries,figures,headOffice,import,instantSettlement,kept,making,paced,payments,reconciliation,savedCards,sharing,sheets,signature,transfers,webhooks,words}.json',
    ],
    { eager: true, import: 'default' },
  ),
);
