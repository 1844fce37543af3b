/** The texts in English, by feature. A script of its own: the window loads the language that it shows. */
import { byFeature } from './by-feature.ts';

export const texts = byFeature(
  import.meta.glob<Record<string, unknown>>('../../../resources/locales/en/*.json', {
    eager: true,
    import: 'default',
  }),
);
