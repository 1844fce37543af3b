import type { Migration } from '../migrate.ts';

/** Saved cards. `key` stands for the token, which is in no other column. Of a card's number the last four digits are kept. */
export const cache0017: Migration = {
  name: 'cache-0017-saved-cards',
  sql: `
CREATE TABLE saved_card (
  key TEXT PRIMARY KEY, token TEXT NOT NULL, created_at_ms INTEGER NOT NULL, read_at_ms INTEGER NOT NULL,
  run INTEGER NOT NULL, is_gone INTEGER NOT NULL,
  -- The second is for whoever may not see phones and emails.
  search TEXT NOT NULL, masked_search TEXT NOT NULL,
  -- JSON: what is shown of it.
  value TEXT NOT NULL
) STRICT;
CREATE INDEX saved_card_by_time ON saved_card(created_at_ms, key);
`,
};
