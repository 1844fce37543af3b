import type { Migration } from '../migrate.ts';

/** Rules that people write for a bank's lines that settle nothing. The last row of a rule is how it stands. */
export const journal0015: Migration = {
  name: 'journal-0015-bank-rules',
  sql: `
CREATE TABLE bank_rule (
  seq INTEGER PRIMARY KEY,
  rule_id TEXT NOT NULL,
  -- Both are empty where the rule asks for neither.
  text TEXT NOT NULL,
  account TEXT NOT NULL,
  -- Sizes, whichever way the money goes; null where the rule does not look at amounts.
  currency TEXT,
  least_minor INTEGER,
  most_minor INTEGER,
  kind TEXT NOT NULL CHECK (kind IN ('bank-fee', 'other-income', 'own-transfer')),
  is_on INTEGER NOT NULL CHECK (is_on IN (0, 1)),
  by TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX bank_rule_by_id ON bank_rule(rule_id, seq);
CREATE TRIGGER bank_rule_no_update BEFORE UPDATE ON bank_rule BEGIN SELECT RAISE(ABORT, 'rules are kept'); END;
CREATE TRIGGER bank_rule_no_delete BEFORE DELETE ON bank_rule BEGIN SELECT RAISE(ABORT, 'rules are kept'); END;
`,
};
