import type { Migration } from '../migrate.ts';

/**
 * The gateway's name of a link or an invoice that this PC made, and the address where its customer pays: the gateway's lists have no
 * address. Both columns are empty for older ones, and for everything else.
 */
export const journal0020: Migration = {
  name: 'journal-0020-made-address',
  sql: `
ALTER TABLE creation ADD COLUMN made_key TEXT;
ALTER TABLE creation ADD COLUMN address TEXT;
CREATE INDEX creation_made ON creation(what, made_key) WHERE made_key IS NOT NULL;
`,
};
