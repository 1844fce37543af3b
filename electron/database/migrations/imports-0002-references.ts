import type { Migration } from '../migrate.ts';

/** Every other reference that a bank gives a line, one a line of text: matching looks for names in all of them. */
export const imports0002: Migration = {
  name: 'imports-0002-references',
  sql: `ALTER TABLE imported_line ADD COLUMN more_references TEXT NOT NULL DEFAULT '';`,
};
