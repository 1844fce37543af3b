import type { Migration } from '../migrate.ts';

/** So that what a word changes is found without reading the rows of all others. */
export const cache0032: Migration = {
  name: 'cache-0032-other-words',
  sql: 'CREATE INDEX other_row_told ON other_row(payment_type, told_kind, amount_minor, terminal_id);',
};
