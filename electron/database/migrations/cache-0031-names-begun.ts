import type { Migration } from '../migrate.ts';

/** Names are learnt a slice at a time, and from all that this PC has. Closes of other PCs are told anew after it. */
export const cache0031: Migration = {
  name: 'cache-0031-names-begun',
  sql: `
-- Names of rows that are stored from now on are learnt; those of before are, too, once hidden_names_learnt has its row.
CREATE TABLE hidden_names_begun (only_one INTEGER PRIMARY KEY CHECK (only_one = 1)) STRICT;
DELETE FROM hidden_names_learnt;
-- As it leaves a PC. An older Closeout told that alone.
ALTER TABLE hidden_name ADD COLUMN masked TEXT;
CREATE INDEX hidden_name_masked ON hidden_name(masked) WHERE masked IS NOT NULL;
`,
};
