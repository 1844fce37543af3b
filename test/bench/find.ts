/** Ctrl+K over everything that is kept, and the search of Payments: beside the raw index and beside a scan, in as many orders as settled rows. */
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { ProfileDatabase } from '../../electron/database/client.ts';
import { NEWEST_FIRST, paymentFilterSchema } from '../../shared/contract/payments.ts';
import { bareReader } from './bare-reader.ts';
import { withFolder } from './folders.ts';
import { isMeasured, ratio, timesAsFast } from './measure.ts';

/** Most rows hold the first, one the second, none the third; the fourth is an amount, too. */
const TEXTS = { frequent: 'nm-00', rare: 'nm-0004321', absent: 'zzqq', 'number of a': '1250.50' };
/** Among so many hits the newest are looked for, as the product does. */
const LOOKED_AT = 400;

function addOrders(cache: string, orders: number): void {
  const db = new Sqlite(cache);
  db.pragma('busy_timeout = 60000');
  db.prepare(
    `INSERT INTO payment (key, order_id, merchant_order_id, ref_number, channel, method, at_ms, state, currency, amount_minor, captured_minor,
       returned_minor, left_minor, count, search)
     WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?)
     SELECT printf('ord-%08d', n), printf('ord-%08d', n), printf('WEB-%07d', n), NULL, 'online', 'card', 1700000000000 + n * 60000, 'paid', 'EGP',
       500 + n, 500 + n, 0, 500 + n, 1, printf('ord-%08d web-%07d nm-%07d', n, n, n) FROM number`,
  ).run(orders);
  // Whoever reads finds them in the file, as after a pause.
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}

const indexed = (table: string, key: string, at: string) => `
  SELECT * FROM (SELECT ${table}.${key}, ${table}.search, ${at} FROM ${table}_search CROSS JOIN ${table} ON ${table}.rowid = ${table}_search.rowid
    WHERE ${table}_search MATCH ? AND instr(${table}.search, ?) LIMIT ${LOOKED_AT}) ORDER BY ${at} DESC LIMIT 6`;
const INDEXED = `SELECT * FROM (${indexed('payment', 'key', 'at_ms')}) UNION ALL SELECT * FROM (${indexed('settled', 'transaction_id', 'settled_at_ms')})`;
/** Every row is looked at, and the newest that have the text are kept. `+`: not along the index of times, which may find enough at once. */
const scanned = (table: string, columns: string, at: string, limit: number) =>
  `SELECT * FROM (SELECT ${columns} FROM ${table} WHERE instr(search, ?) ORDER BY +${at} DESC LIMIT ${limit})`;
const SCAN = `${scanned('payment', 'key', 'at_ms', 6)} UNION ALL ${scanned('settled', 'transaction_id', 'settled_at_ms', 6)}`;
const SCANS = 15;
/** Every three letters that follow one another. */
const trigramsOf = (text: string) =>
  Array.from({ length: text.length - 2 }, (_, at) => `"${text.slice(at, at + 3)}"`).join(' AND ');

async function searches(database: ProfileDatabase, raw: ReturnType<typeof bareReader>): Promise<void> {
  for (const [name, text] of Object.entries(TEXTS)) {
    const ours = () => database.ask('find.all', { text, seesContacts: true }, { for: 'rows' });
    const match = trigramsOf(text);
    await ratio(
      { id: 'search', name: `Ctrl+K: a ${name} text ÷ the raw index`, atMost: 1.5 },
      () => raw.ask(INDEXED, match, text, match, text),
      ours,
    );
    await timesAsFast(
      { id: 'search', name: `Ctrl+K: a ${name} text, × faster than a scan`, atLeast: 50 },
      () => raw.ask(SCAN, text, text),
      ours,
      SCANS,
    );
  }
}

/**
 * Of a million orders all but the last have the frequent text. The two others are in the first tenth and in the first hundredth
 * alone: their hits are all old, and the letters of `nm-00` are in every order, so that the index leaves out none. No goal is for
 * them: there the raw index itself is slower than a scan.
 */
const ORDER_TEXTS = { ...TEXTS, frequent: 'nm-0' };
const OLD_TEXTS = { 'frequent, all old': 'nm-00', 'rarer, all old': 'nm-001' };
const everything = paymentFilterSchema.parse({});
const PAGE = 100;
const pageOf = (text: string) => ({
  filter: { ...everything, text },
  sort: NEWEST_FIRST,
  after: null,
  limit: PAGE,
  nowMs: 0,
});
const INDEXED_PAGE = `SELECT payment.* FROM payment_search JOIN payment ON payment.rowid = payment_search.rowid
  WHERE payment_search MATCH ? AND instr(search, ?) > 0 ORDER BY at_ms DESC, payment.rowid DESC LIMIT ${PAGE + 1}`;
const SCAN_ORDERS = scanned('payment', '*', 'at_ms', PAGE + 1);

/** The rows come first, and their sums wait for nothing here: only the page is measured. */
async function pagesOfOrders(
  database: ProfileDatabase,
  raw: ReturnType<typeof bareReader>,
  orders: string,
): Promise<void> {
  for (const [name, text] of Object.entries({ ...ORDER_TEXTS, ...OLD_TEXTS })) {
    const hasGoal = name in ORDER_TEXTS;
    const ours = () => database.ask('payments.page', pageOf(text), { for: 'rows' });
    await ratio(
      {
        id: 'search',
        name: `Payments: a ${name} text in ${orders} orders ÷ the raw index`,
        ...(hasGoal && { atMost: 1.5 }),
      },
      () => raw.ask(INDEXED_PAGE, trigramsOf(text), text),
      ours,
    );
    await timesAsFast(
      {
        id: 'search',
        name: `Payments: a ${name} text in ${orders} orders, × faster than a scan`,
        ...(hasGoal && { atLeast: 50 }),
      },
      () => raw.ask(SCAN_ORDERS, text),
      ours,
      SCANS,
    );
  }
}

/** A thread that was just started compiles its code while it answers; nothing is measured then. */
async function warmUp(database: ProfileDatabase): Promise<void> {
  for (let time = 0; time < 300; time += 1) {
    for (const text of Object.values(TEXTS))
      await database.ask('find.all', { text, seesContacts: true }, { for: 'rows' });
    for (const text of Object.values(ORDER_TEXTS))
      await database.ask('payments.page', pageOf(text), { for: 'rows' });
  }
}

export async function findInAll(): Promise<void> {
  if (!isMeasured('search')) return;
  await withFolder(async ({ folder, database, rows, size }) => {
    const cache = join(folder, 'cache.sqlite');
    addOrders(cache, rows);
    const raw = bareReader(cache);
    await warmUp(database);
    await searches(database, raw);
    await pagesOfOrders(database, raw, size);
    await raw.close();
  });
}
