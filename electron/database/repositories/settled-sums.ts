/**
 * A settled row's net, as SQL: the gateway's own if it gives one; else what the row adds, less fee and VAT. Without the gateway's
 * own, a row of a kind not known counts as 0.
 */
export const NET = `COALESCE(net_minor, CASE kind WHEN 'unknown' THEN 0 ELSE adds_minor - COALESCE(fee_minor, 0) - COALESCE(vat_minor, 0) END)`;

/**
 * The column adds_minor, written out: SQLite reads a generated column from the row, and not from an index that has all it is made of.
 * For sums over many rows, which are answered from an index alone. A test holds both to the same.
 */
export const ADDS = `CASE WHEN kind = 'sale' THEN ABS(amount_minor)
  WHEN kind = 'refund' OR (kind IN ('void', 'reversal') AND undoes IS NOT NULL) THEN -ABS(amount_minor) ELSE 0 END`;

/** The amount as lists show it (`shownAmount`): an index has it in these words. */
export const SHOWN = `CASE WHEN kind IN ('refund', 'void', 'reversal') THEN -ABS(amount_minor) ELSE amount_minor END`;
