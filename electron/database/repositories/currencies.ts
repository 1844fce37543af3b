/** The currencies in which this merchant sells and is paid, as far as this PC has seen. */
import { reads, type ReadableFiles } from '../db.ts';

/** Sums and lists that are small; each row of settled transactions is in the first. */
const SEEN = `SELECT DISTINCT currency FROM settled_sync_sum
  UNION SELECT currency FROM window_sum
  UNION SELECT json_extract(value, '$.net.currency') FROM settlement_window WHERE json_extract(value, '$.net') IS NOT NULL
  UNION SELECT currency FROM pos_transaction WHERE gone_at_ms IS NULL`;

function onlyCurrency({ cache }: ReadableFiles): string | null {
  const [first, ...others] = cache.prepare<{ currency: string }>(SEEN).all();
  return first && others.length === 0 ? first.currency : null;
}

export const currencyProcedures = {
  /** Null: none is known, or several are. */
  'currencies.only': reads((files, _args: null) => onlyCurrency(files)),
};
