import type { Migration } from '../migrate.ts';

/** Names the match of each imported line, for the list of a file's lines. Matches of an earlier Closeout are filled in. */
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
INSERT OR IGNORE INTO line_match SELECT m.run, m.comparison, item.value ->> 'itemId', m.number
  FROM found_match AS m, json_each(iif(json_valid(m.theirs), m.theirs, '[]')) AS item WHERE item.value ->> '$.source.kind' = 'line';
`,
};
