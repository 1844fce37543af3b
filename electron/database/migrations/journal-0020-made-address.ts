import type { Migration } from '../migrate.ts';

/**
 * What the gateway called a bill that was made here, and where its customer pays: its lists name no address, so this is all there is.
 * Both are empty of what was made before, and of everything but links and invoices.
 */
export const journal0020: Migration = {
  name: 'journal-0020-made-address',
  sql: `
ALTER TABLE creation ADD COLUMN made_key TEXT;
ALTER TABLE creation ADD COLUMN address TEXT;
CREATE INDEX creation_made ON creation(what, made_key) WHERE made_key IS NOT NULL;
`,
};
