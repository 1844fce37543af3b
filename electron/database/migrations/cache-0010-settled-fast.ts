import type { Migration } from '../migrate.ts';

/** What a row adds to the sums of its day; `sign` takes it away again. */
const add = (row: 'old' | 'new', sign: '' | '-') => `
  INSERT INTO settled_sum (currency, branch_id, payment_type, day, count, listed, gross, fees, with_fee, vat, with_vat, net, with_net, unknown, unknown_size)
  VALUES (${row}.currency, ${row}.branch_id, ${row}.payment_type, ${row}.settled_at_ms / 86400000 - (${row}.settled_at_ms % 86400000 < 0),
    ${sign}1, ${sign}${row}.amount_minor, ${sign}${row}.adds_minor, ${sign}COALESCE(${row}.fee_minor, 0), ${sign}(${row}.fee_minor IS NOT NULL),
    ${sign}COALESCE(${row}.vat_minor, 0), ${sign}(${row}.vat_minor IS NOT NULL), ${sign}COALESCE(${row}.net_minor, 0), ${sign}(${row}.net_minor IS NOT NULL),
    ${sign}(${row}.kind = 'unknown'), ${sign}((${row}.kind = 'unknown') * ABS(${row}.amount_minor)))
  ON CONFLICT(currency, branch_id, payment_type, day) DO UPDATE SET
    count = count + excluded.count, listed = listed + excluded.listed, gross = gross + excluded.gross,
    fees = fees + excluded.fees, with_fee = with_fee + excluded.with_fee, vat = vat + excluded.vat, with_vat = with_vat + excluded.with_vat,
    net = net + excluded.net, with_net = with_net + excluded.with_net,
    unknown = unknown + excluded.unknown, unknown_size = unknown_size + excluded.unknown_size;`;
const within = (row: 'old' | 'new') => `${row}.rowid <= (SELECT through FROM settled_filled)`;

/**
 * Sums of settled transactions by day (of UTC), branch, type and currency, and a trigram index of what is searched. Both follow the
 * table by triggers, for rows up to `through`: rows that an earlier Closeout stored are taken in afterwards, some at a time
 * (settled-fill.ts), and everything is in once `through` is the largest number there is. A row keeps its rowid.
 */
export const cache0010: Migration = {
  name: 'cache-0010-settled-fast',
  sql: `
CREATE TABLE settled_filled (only_one INTEGER PRIMARY KEY CHECK (only_one = 1), through INTEGER NOT NULL) STRICT;
INSERT INTO settled_filled SELECT 1, CASE WHEN EXISTS (SELECT 1 FROM settled) THEN 0 ELSE 9223372036854775807 END;

CREATE TABLE settled_sum (
  currency TEXT NOT NULL, branch_id TEXT NOT NULL, payment_type TEXT NOT NULL, day INTEGER NOT NULL, count INTEGER NOT NULL,
  listed INTEGER NOT NULL, gross INTEGER NOT NULL, fees INTEGER NOT NULL, with_fee INTEGER NOT NULL, vat INTEGER NOT NULL,
  with_vat INTEGER NOT NULL, net INTEGER NOT NULL, with_net INTEGER NOT NULL, unknown INTEGER NOT NULL, unknown_size INTEGER NOT NULL,
  PRIMARY KEY (currency, branch_id, payment_type, day)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER settled_sum_insert AFTER INSERT ON settled WHEN ${within('new')} BEGIN${add('new', '')}
END;
CREATE TRIGGER settled_sum_delete AFTER DELETE ON settled WHEN ${within('old')} BEGIN${add('old', '-')}
END;
CREATE TRIGGER settled_sum_update AFTER UPDATE OF currency, branch_id, payment_type, settled_at_ms, amount_minor, fee_minor, vat_minor, net_minor, kind, undoes
  ON settled WHEN ${within('old')} BEGIN${add('old', '-')}${add('new', '')}
END;

CREATE VIRTUAL TABLE settled_search USING fts5(letters, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1', detail = none);
CREATE VIRTUAL TABLE settled_search_term USING fts5vocab(settled_search, row);
CREATE TRIGGER settled_search_insert AFTER INSERT ON settled WHEN ${within('new')} BEGIN
  INSERT INTO settled_search (rowid, letters) VALUES (new.rowid, new.search || '  ');
END;
CREATE TRIGGER settled_search_delete AFTER DELETE ON settled WHEN ${within('old')} BEGIN
  DELETE FROM settled_search WHERE rowid = old.rowid;
END;
CREATE TRIGGER settled_search_update AFTER UPDATE OF search ON settled WHEN new.search IS NOT old.search AND ${within('old')} BEGIN
  DELETE FROM settled_search WHERE rowid = old.rowid;
  INSERT INTO settled_search (rowid, letters) VALUES (new.rowid, new.search || '  ');
END;
`,
};
