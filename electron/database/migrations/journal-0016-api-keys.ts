import type { Migration } from '../migrate.ts';

/**
 * What became of Payment API keys that were made here. The gateway lists none (interface §2.11), so this is all that is known. A key's
 * value is never here: only its fingerprint, which says whether it is the one that this PC signs with.
 */
export const journal0016: Migration = {
  name: 'journal-0016-api-keys',
  sql: `
CREATE TABLE api_key (
  name TEXT PRIMARY KEY,
  -- Of the value that a person entered for it; null if nobody did.
  fingerprint TEXT,
  deleted_by TEXT,
  deleted_at_ms INTEGER
) STRICT;
`,
};
