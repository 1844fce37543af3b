import type { Migration } from '../migrate.ts';

/** What the last run of reconciliation found. All of it may be deleted and found again. */
export const results0001: Migration = {
  name: 'results-0001-reconciliation',
  sql: `
-- A run under way, or one that was cut off, is no result: only the one that \`current\` names is read.
CREATE TABLE result (
  run INTEGER PRIMARY KEY AUTOINCREMENT,
  started_at_ms INTEGER NOT NULL,
  ended_at_ms INTEGER,
  basis TEXT NOT NULL,
  summary TEXT
) STRICT;
CREATE TABLE current (only_one INTEGER PRIMARY KEY CHECK (only_one = 1), run INTEGER NOT NULL REFERENCES result(run)) STRICT;

-- An empty date: it has none. \`size_minor\` is what the list "largest first" goes by.
CREATE TABLE exception (
  run INTEGER NOT NULL,
  key TEXT NOT NULL,
  comparison TEXT NOT NULL,
  type TEXT NOT NULL,
  date TEXT NOT NULL,
  size_minor INTEGER NOT NULL,
  ours_minor INTEGER,
  ours_currency TEXT,
  theirs_minor INTEGER,
  theirs_currency TEXT,
  theirs_count INTEGER NOT NULL,
  version TEXT NOT NULL,
  branch TEXT NOT NULL,
  search TEXT NOT NULL,
  usual_share INTEGER,
  fee_minor INTEGER,
  ours TEXT,
  theirs TEXT NOT NULL,
  PRIMARY KEY (run, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX exception_by_date ON exception(run, comparison, date, key);
CREATE INDEX exception_by_size ON exception(run, comparison, size_minor, key);

-- What is in no match: the members of exceptions, and what is expected.
CREATE TABLE open_item (
  run INTEGER NOT NULL,
  comparison TEXT NOT NULL,
  side TEXT NOT NULL,
  item_id TEXT NOT NULL,
  key TEXT,
  reason TEXT,
  expected_by TEXT,
  date TEXT NOT NULL,
  minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  search TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (run, comparison, side, item_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX open_item_by_date ON open_item(run, comparison, side, date, item_id);
CREATE INDEX open_item_by_amount ON open_item(run, comparison, side, currency, minor, item_id);
CREATE INDEX open_item_expected ON open_item(run, comparison, date, side, item_id) WHERE reason IS NOT NULL;

-- But for exact pairs by order id, which are found again when they are looked at.
CREATE TABLE found_match (
  run INTEGER NOT NULL,
  number INTEGER NOT NULL,
  comparison TEXT NOT NULL,
  rule TEXT NOT NULL,
  grouping TEXT,
  currency TEXT NOT NULL,
  difference_minor INTEGER NOT NULL,
  search TEXT NOT NULL,
  ours TEXT NOT NULL,
  theirs TEXT NOT NULL,
  PRIMARY KEY (run, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX found_match_by_rule ON found_match(run, comparison, rule, number);
`,
};
