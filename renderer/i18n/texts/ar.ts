/** The texts in Arabic, by feature. A script of its own: the window loads the language that it shows. */
import { byFeature } from './by-feature.ts';

export const texts = byFeature(
  import.meta.glob<Record<string, unknown>>('../../../resources/locales/ar/*.json', {
    eager: true,
    import: 'default',
  }),
);
