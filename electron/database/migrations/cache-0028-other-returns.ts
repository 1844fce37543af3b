import type { Migration } from '../migrate.ts';

/** So that what takes money back is found among many sales, and the words of all rows without reading them. */
export const cache0028: Migration = {
  name: 'cache-0028-other-returns',
  sql: `
CREATE INDEX other_row_no_sale ON other_row(terminal_id, row_id) WHERE standing = 1 AND kind <> 'sale';
CREATE INDEX other_row_words ON other_row(payment_type, kind, currency, amount_minor) WHERE standing = 1;
`,
};
