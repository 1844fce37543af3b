import type { Migration } from '../migrate.ts';

/** A count that a comparison keeps with its result: if it is another now, rows of other PCs have changed since. */
export const cache0033: Migration = {
  name: 'cache-0033-others-changed',
  sql: `
-- Counted up whenever closes of other PCs, or names, kinds or pairs of their rows, have changed.
CREATE TABLE others_changed (only_one INTEGER PRIMARY KEY CHECK (only_one = 1), times INTEGER NOT NULL) STRICT;
INSERT INTO others_changed VALUES (1, 0);
`,
};
