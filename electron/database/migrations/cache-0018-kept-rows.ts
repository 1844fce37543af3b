import type { Migration } from '../migrate.ts';

const textOf = (column: string) => `COALESCE(json_extract(value, '$.cells.${column}.text'), '')`;
const LETTERS = ['currency', 'exchangeRate', 'link'].map(textOf).join(` || ' ' || `);

/**
 * Kept lists grow to lists of business: they are read page by page, searched, and know what is gone. `place` orders the rows as the
 * gateway does, rows of a later reading first. Only exchange rates cannot be read again; every other list is.
 */
export const cache0018: Migration = {
  name: 'cache-0018-kept-rows',
  sql: `
ALTER TABLE kept_row RENAME TO kept_row_before;
CREATE TABLE kept_row (
  list TEXT NOT NULL, key TEXT NOT NULL, run INTEGER NOT NULL, place INTEGER NOT NULL, is_gone INTEGER NOT NULL,
  -- What the palette shows of it, and what it is found by.
  title TEXT, detail TEXT, amount_minor INTEGER, currency TEXT, at_ms INTEGER,
  -- Without phones and emails: for whoever may not see them.
  search TEXT NOT NULL, search_masked TEXT NOT NULL,
  -- JSON: what the gateway said of it.
  value TEXT NOT NULL,
  PRIMARY KEY (list, key)
) STRICT;
CREATE INDEX kept_row_by_place ON kept_row(list, place, key);
CREATE INDEX kept_row_by_amount ON kept_row(amount_minor) WHERE amount_minor IS NOT NULL;
INSERT INTO kept_row (list, key, run, place, is_gone, search, search_masked, value)
  SELECT list, key, 1, position, 0, lower(${LETTERS}), lower(${LETTERS}),
    json_object('cells', json_extract(value, '$.cells'), 'lines', json_array())
  FROM kept_row_before WHERE list = 'exchange';
DELETE FROM list_read WHERE name LIKE 'kept %';
DROP TABLE kept_row_before;

CREATE VIRTUAL TABLE kept_row_search USING fts5(letters, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1', detail = none);
CREATE TRIGGER kept_row_search_insert AFTER INSERT ON kept_row BEGIN
  INSERT INTO kept_row_search (rowid, letters) VALUES (new.rowid, new.search);
END;
CREATE TRIGGER kept_row_search_delete AFTER DELETE ON kept_row BEGIN
  DELETE FROM kept_row_search WHERE rowid = old.rowid;
END;
CREATE TRIGGER kept_row_search_update AFTER UPDATE OF search ON kept_row WHEN new.search IS NOT old.search BEGIN
  DELETE FROM kept_row_search WHERE rowid = old.rowid;
  INSERT INTO kept_row_search (rowid, letters) VALUES (new.rowid, new.search);
END;
`,
};
