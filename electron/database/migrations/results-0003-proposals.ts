import type { Migration } from '../migrate.ts';

/** What may belong together at a bank, for people to accept, and what the run learnt of each source of statements. */
export const results0003: Migration = {
  name: 'results-0003-proposals',
  sql: `
-- In the order of the list. \`alike\`: those with the same text can be accepted together.
CREATE TABLE proposal (
  run INTEGER NOT NULL,
  number INTEGER NOT NULL,
  rank INTEGER NOT NULL,
  alike TEXT,
  currency TEXT NOT NULL,
  difference_minor INTEGER NOT NULL,
  search TEXT NOT NULL,
  grounds TEXT NOT NULL,
  ours TEXT NOT NULL,
  theirs TEXT NOT NULL,
  PRIMARY KEY (run, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX proposal_alike ON proposal(run, alike, number) WHERE alike IS NOT NULL;
-- One row a source; the value is JSON.
CREATE TABLE learnt (
  run INTEGER NOT NULL,
  source_id TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (run, source_id)
) STRICT, WITHOUT ROWID;
`,
};
