import type { Migration } from '../migrate.ts';

/** To whom transfers go, as people keep them. The whole number is sealed by a key that only the keychain holds. */
export const journal0018: Migration = {
  name: 'journal-0018-recipients',
  sql: `
CREATE TABLE recipient (
  key TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  method TEXT NOT NULL CHECK (method IN ('bank', 'wallet')),
  -- Empty for a wallet.
  bank TEXT NOT NULL,
  -- The end of the number, which may be shown.
  ending TEXT NOT NULL,
  sealed TEXT NOT NULL,
  by TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
`,
};
