import type { Migration } from '../migrate.ts';

/** Invoices and payment pages that were sent to customers. The gateway keeps no list of that (interface §4.5), so this is all there is. */
export const journal0017: Migration = {
  name: 'journal-0017-shares',
  sql: `
CREATE TABLE share (
  share_id INTEGER PRIMARY KEY,
  what TEXT NOT NULL CHECK (what IN ('invoice', 'page')),
  bill TEXT NOT NULL,
  -- An email or a phone number.
  recipient TEXT NOT NULL,
  by TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  -- 'sending' is not known once nobody waits for its answer; 'waiting' was never sent then.
  state TEXT NOT NULL CHECK (state IN ('waiting', 'sending', 'sent', 'refused', 'not-known', 'unsent')),
  -- JSON: why it was refused.
  error TEXT
) STRICT;
CREATE INDEX share_of_bill ON share(what, bill, share_id);
CREATE INDEX share_open ON share(share_id) WHERE state IN ('waiting', 'sending');
`,
};
