import type { Migration } from '../migrate.ts';

/** Read-only lists of the gateway (`shared/domain/kept-lists.ts`), in the order in which they were read. */
export const cache0014: Migration = {
  name: 'cache-0014-kept-lists',
  sql: `
CREATE TABLE kept_row (
  list TEXT NOT NULL, key TEXT NOT NULL, position INTEGER NOT NULL, value TEXT NOT NULL,
  PRIMARY KEY (list, key)
) STRICT, WITHOUT ROWID;
`,
};
