/** Importing statements and sales: parsed input to service. */
import type { Channel, HandlersOf } from '#shared/contract/index.ts';
import type { UseSession } from '../core/profile-session.ts';

type Channels = Extract<Channel, `import.${string}`>;

export const createImportHandlers = (use: UseSession): HandlersOf<Channels> => ({
  'import.begin': (input) => use(({ imports }) => imports.begin(input)),
  'import.chunk': (input) => use(({ imports }) => imports.chunk(input)),
  'import.inspect': (input) => use(({ imports }) => imports.inspect(input)),
  'import.preview': (input) => use(({ imports }) => imports.preview(input)),
  'import.previewPage': (input) => use(({ imports }) => imports.previewPage(input)),
  'import.confirm': (input) => use(({ imports }) => imports.confirm(input)),
  'import.discard': (input) => use(({ imports }) => imports.discard(input)),
  'import.list': (input) => use(({ imports }) => imports.list(input)),
  'import.sources': () => use(({ imports }) => imports.sources()),
  'import.withdraw': (input) => use(({ imports }) => imports.withdraw(input)),
  'import.lines': (input) => use(({ imports }) => imports.lines(input)),
});
