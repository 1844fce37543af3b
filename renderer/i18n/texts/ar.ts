/** The texts in Arabic that stand on the first screen or in an error there, by feature. A script of its own: the window loads the language that it shows. */
import { byFeature } from './by-feature.ts';

export const texts = byFeature(
  import.meta.glob<Record<string, unknown>>(
    '../../../resources/locales/ar/{answers,app,errors,notices,operations,people,policy,practice,profiles}.json',
    { eager: true, import: 'default' },
  ),
);
