/** The texts in English that stand on pages alone, by feature. Nobody waits for them to sign in. */
import { byFeature } from './by-feature.ts';

export const texts = byFeature(
  import.meta.glob<Record<string, unknown>>(
    [
      '../../../resources/locales/en/*.json',
      '!../../../resources/locales/en/{answers,app,errors,notices,operations,people,policy,practice,profiles}.json',
    ],
    { eager: true, import: 'default' },
  ),
);
