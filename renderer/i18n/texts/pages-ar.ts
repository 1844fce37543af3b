/** The texts in Arabic that stand on pages alone, by feature. Nobody waits for them to sign in. */
import { byFeature } from './by-feature.ts';

export const texts = byFeature(
  import.meta.glob<Record<string, unknown>>(
    [
      '../../../resources/locales/ar/*.json',
      '!../../../resources/locales/ar/{answers,app,errors,notices,operations,people,policy,practice,profiles}.json',
    ],
    { eager: true, import: 'default' },
  ),
);
