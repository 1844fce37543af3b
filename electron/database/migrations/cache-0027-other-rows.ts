import type { Migration } from '../migrate.ts';

/** Closes of other PCs are told anew after it (`hidden_names_learnt`): their rows have more to say. */
export const cache0027: Migration = {
  name: 'cache-0027-other-rows',
  sql: `
-- Of a name that came masked. The name is the gateway's own where this PC knows it, else one that is shown.
ALTER TABLE other_row ADD COLUMN merchant_order_id_hash TEXT;
ALTER TABLE other_row ADD COLUMN ref_number_hash TEXT;
CREATE INDEX other_row_by_order_hash ON other_row(merchant_order_id_hash) WHERE merchant_order_id_hash IS NOT NULL;
CREATE INDEX other_row_by_reference_hash ON other_row(ref_number_hash) WHERE ref_number_hash IS NOT NULL;
-- Names that the gateway says here and that other PCs tell masked.
CREATE TABLE hidden_name (hash TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE hidden_names_learnt (only_one INTEGER PRIMARY KEY CHECK (only_one = 1)) STRICT;

-- As its PC said. \`kind\` and \`undoes\` are what they are here, by the words that people explained here.
ALTER TABLE other_row ADD COLUMN told_kind TEXT;
ALTER TABLE other_row ADD COLUMN told_undoes TEXT;
CREATE INDEX other_row_by_terminal ON other_row(terminal_id, row_id) WHERE standing = 1;
-- Terminals with rows that are not paired yet.
CREATE TABLE other_unpaired (terminal_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

-- Its Z left it outstanding.
ALTER TABLE other_row ADD COLUMN outstanding INTEGER NOT NULL DEFAULT 0 CHECK (outstanding IN (0, 1));
CREATE INDEX other_row_by_time ON other_row(first_seen_at_ms) WHERE standing = 1 AND kind = 'sale';
`,
};
