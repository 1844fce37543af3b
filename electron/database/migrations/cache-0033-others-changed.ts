import type { Migration } from '../migrate.ts';

/** So that a result knows whether it is of what other PCs' closes come to now. */
export const cache0033: Migration = {
  name: 'cache-0033-others-changed',
  sql: `
-- Counted up whenever closes of other PCs, or names, kinds or pairs of their rows, have changed.
CREATE TABLE others_changed (only_one INTEGER PRIMARY KEY CHECK (only_one = 1), times INTEGER NOT NULL) STRICT;
INSERT INTO others_changed VALUES (1, 0);
`,
};
