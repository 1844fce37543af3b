import type { Migration } from '../migrate.ts';

type Searched = {
  readonly table: string;
  readonly follows: readonly string[];
  readonly letters: (row: string) => string;
};

/** An index of every three letters of a row, which follows the table by triggers; and one of its amount. A row keeps its rowid. */
const searched = ({ table, follows, letters }: Searched) => `
CREATE INDEX ${table}_by_amount ON ${table}(amount_minor);
CREATE VIRTUAL TABLE ${table}_search USING fts5(letters, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1', detail = none);
INSERT INTO ${table}_search (rowid, letters) SELECT rowid, ${letters(table)} FROM ${table};
CREATE TRIGGER ${table}_search_insert AFTER INSERT ON ${table} BEGIN
  INSERT INTO ${table}_search (rowid, letters) VALUES (new.rowid, ${letters('new')});
END;
CREATE TRIGGER ${table}_search_delete AFTER DELETE ON ${table} BEGIN
  DELETE FROM ${table}_search WHERE rowid = old.rowid;
END;
CREATE TRIGGER ${table}_search_update AFTER UPDATE OF ${follows.join(', ')} ON ${table} WHEN ${letters('new')} IS NOT ${letters('old')} BEGIN
  DELETE FROM ${table}_search WHERE rowid = old.rowid;
  INSERT INTO ${table}_search (rowid, letters) VALUES (new.rowid, ${letters('new')});
END;`;

const bySearch = (row: string) => `${row}.search`;
/** The text that a terminal's list looks in also has the type of each transaction, by which nobody looks for one. */
const byReference = (row: string) =>
  `lower(COALESCE(${row}.ref_number, '') || ' ' || COALESCE(${row}.merchant_order_id, ''))`;

/** Orders, checkouts and terminals' transactions are found by any three letters of them, and by their amount. */
export const cache0016: Migration = {
  name: 'cache-0016-find',
  sql: [
    { table: 'payment', follows: ['search'], letters: bySearch },
    { table: 'checkout', follows: ['search'], letters: bySearch },
    { table: 'pos_transaction', follows: ['ref_number', 'merchant_order_id'], letters: byReference },
  ]
    .map(searched)
    .join('\n'),
};
