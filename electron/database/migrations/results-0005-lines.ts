import type { Migration } from '../migrate.ts';

/** Which stored match has an imported line: whoever looks at the lines of a file asks for each of them. */
export const results0005: Migration = {
  name: 'results-0005-lines',
  sql: `
CREATE TABLE line_match (
  run INTEGER NOT NULL,
  comparison TEXT NOT NULL,
  item_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  PRIMARY KEY (run, comparison, item_id)
) STRICT, WITHOUT ROWID;
`,
};
