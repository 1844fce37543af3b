/**
 * A row in no exact pair may be a duplicate of one that is in such a pair: same side, reference, currency and amount. The rules need
 * to see one of those pairs to say so. Any one is enough, so one order of each is added.
 */
import type { Database } from 'better-sqlite3';
import { toLookAtSql } from './closed.ts';
import { placesOfRows, type PlaceOfRows } from './rows-of-closes.ts';
import type { RunWatch } from './watch.ts';

/** Of what is in no exact pair, on one side. */
const OPEN = `DROP TABLE IF EXISTS temp.open_reference; CREATE TEMP TABLE open_reference (
  reference TEXT, currency TEXT, minor INTEGER, PRIMARY KEY (reference, currency, minor)) WITHOUT ROWID`;
const KEEP = 'INSERT OR IGNORE INTO temp.open_reference (reference, currency, minor)';
const LOOK = 'INSERT OR IGNORE INTO temp.look';
/** Rows come by their reference, each once: one that all of them have costs no more than any other. */
const REFERENCES = '(SELECT DISTINCT reference FROM temp.open_reference) AS f';
const ONE_OF_EACH = 'GROUP BY a.reference, a.currency, a.minor';

const openOurs = (place: PlaceOfRows) =>
  `${KEEP} SELECT reference, currency, adds_minor FROM (${toLookAtSql(place, 'r.ref_number AS reference, r.currency, r.adds_minor')}) WHERE reference <> ''`;
/** Of the closes that are compared, only what is in an exact pair has an order that is not looked at. */
const pairsOfOurs = ({ rows, and }: PlaceOfRows) =>
  `${LOOK} SELECT MIN(r.merchant_order_id) FROM ${REFERENCES} CROSS JOIN ${rows} AS r ON r.ref_number = f.reference
     CROSS JOIN temp.open_reference AS a ON a.reference = f.reference AND a.currency = r.currency AND a.minor = r.adds_minor
     CROSS JOIN temp.compared AS t ON t.closing_id = r.closing_id
   WHERE r.standing = 1 AND r.merchant_order_id <> '' ${and}
     AND NOT EXISTS (SELECT 1 FROM temp.look AS o WHERE o.order_id = r.merchant_order_id) ${ONE_OF_EACH}`;

const LINE_OF = 'l.import_id = n.import_id AND l.line_no = n.line_no';
const OPEN_THEIRS = `${KEEP} SELECT l.reference, l.currency, l.amount_minor FROM temp.open_line AS o CROSS JOIN temp.line AS n ON n.id = o.id
  CROSS JOIN imports.imported_line AS l ON ${LINE_OF} WHERE l.reference <> ''`;
const PAIRS_OF_THEIRS = `${LOOK} SELECT MIN(l.order_id) FROM ${REFERENCES}
    CROSS JOIN imports.imported_line AS l ON l.reference = f.reference AND l.reference <> ''
    CROSS JOIN temp.open_reference AS a ON a.reference = f.reference AND a.currency = l.currency AND a.minor = l.amount_minor
    CROSS JOIN temp.line AS n ON n.merchant_order_id = l.order_id AND ${LINE_OF}
  WHERE l.order_id <> '' AND NOT EXISTS (SELECT 1 FROM temp.open_line AS o WHERE o.id = n.id) ${ONE_OF_EACH}`;
const LINES_OF_PAIRS = `INSERT OR IGNORE INTO temp.open_line
  SELECT n.id FROM temp.look AS o CROSS JOIN temp.line AS n ON n.merchant_order_id = o.order_id`;

/** Adds orders to temp.look, and their lines to temp.open_line, which has those that are in no exact pair. */
export function lookAtTwice(source: Database, watch: RunWatch): void {
  const places = placesOfRows(source);
  const statements = [
    OPEN,
    ...places.map(openOurs),
    ...places.map(pairsOfOurs),
    OPEN,
    OPEN_THEIRS,
    PAIRS_OF_THEIRS,
    LINES_OF_PAIRS,
  ];
  for (const statement of statements) {
    source.exec(statement);
    watch.did(0);
  }
}
