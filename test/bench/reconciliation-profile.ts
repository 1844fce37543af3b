/** A profile with as many rows of closes as settled transactions; in every thousand some that do not agree. */
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { openDatabase } from '../../electron/database/client.ts';

const DAY_MS = 86_400_000;
const FIRST_DAY_MS = Date.UTC(2026, 0, 4);
const SALES_A_CLOSE = 400;
const BRANCHES = 8;
const CLOSES_A_DAY = 64;
const dateOf = (atMs: number) => new Date(atMs).toISOString().slice(0, 10);

/** Order ids as gateways make them: in no order. */
const orderOf = (sale: number) => `NM-${((sale * 2_654_435_761) % 4_294_967_296).toString(36)}-${sale}`;
const amountOf = (sale: number) => 500 + ((sale * 7_919) % 250_000);
const dayOf = (sale: number) => FIRST_DAY_MS + Math.floor(sale / SALES_A_CLOSE / CLOSES_A_DAY) * DAY_MS;
/** What is wrong with it; most are as they should be. */
function kindOf(
  sale: number,
): 'as-it-should' | 'missing' | 'amount' | 'twice' | 'late' | 'no-order' | 'reversed' {
  switch (sale % 1_000) {
    case 101:
    case 102:
      return 'missing';
    case 201:
      return 'amount';
    case 301:
      return 'twice';
    case 401:
    case 402:
      return 'late';
    case 501:
      return 'no-order';
    case 601:
    case 602:
      return 'reversed';
    default:
      return 'as-it-should';
  }
}

function fillJournal(folder: string, rows: number): void {
  const db = new Sqlite(join(folder, 'journal.sqlite'));
  db.pragma('synchronous = OFF');
  db.pragma('journal_mode = OFF');
  const closing = db.prepare(
    `INSERT INTO closing (closing_id, seq, branch_key, branch_name, business_date, time_zone, cut_off, ends_at_ms, state, begun_at_ms, begun_by, number, revision, closed_at_ms)
     VALUES (?, ?, ?, ?, ?, 'Africa/Cairo', '04:00', 0, 'closed', 0, 'bench', ?, 1, ?)`,
  );
  const row = db.prepare(
    `INSERT INTO closing_row (closing_id, row_id, standing, terminal_id, merchant_order_id, ref_number, amount_minor, currency, payment_type, entry_mode, first_seen_at_ms, business_date, kind, undoes)
     VALUES (?, ?, 1, ?, ?, ?, ?, 'EGP', ?, 'CHIP', ?, ?, ?, ?)`,
  );
  db.transaction(() => {
    let sale = 0;
    for (let done = 0, close = 0; done < rows; close += 1) {
      const branch = `BR-${close % BRANCHES}-${Math.floor(close / BRANCHES) % (CLOSES_A_DAY / BRANCHES)}`;
      const atMs = dayOf(close * SALES_A_CLOSE);
      const closingId = `01930000-0000-7000-8000-${String(close).padStart(12, '0')}`;
      closing.run(closingId, close + 1, branch, branch, dateOf(atMs), close + 1, atMs);
      const terminal = `3041${String(close % CLOSES_A_DAY).padStart(4, '0')}`;
      const idOf = (type: string, order: string | null, n: number) =>
        `${terminal}|${600_000_000_000 + n}|${order}|${type}|${amountOf(n)}|EGP|0`;
      const put = (type: 'SALE' | 'REVERSAL', order: string | null, n: number) => {
        row.run(
          closingId,
          idOf(type, order, n),
          terminal,
          order,
          String(600_000_000_000 + n),
          amountOf(n),
          type,
          atMs,
          dateOf(atMs),
          type === 'SALE' ? 'sale' : 'reversal',
          type === 'SALE' ? null : idOf('SALE', order, n),
        );
        done += 1;
      };
      for (let n = 0; n < SALES_A_CLOSE && done < rows; n += 1, sale += 1) {
        const kind = kindOf(sale);
        put('SALE', kind === 'no-order' ? null : orderOf(sale), sale);
        if (kind === 'reversed') put('REVERSAL', orderOf(sale), sale);
      }
    }
  })();
  db.pragma('journal_mode = WAL');
  db.close();
}

function fillCache(folder: string, rows: number): void {
  const db = new Sqlite(join(folder, 'cache.sqlite'));
  db.pragma('synchronous = OFF');
  db.pragma('journal_mode = OFF');
  // Indexes are made of the rows when they are there: the same file in a tenth of the time.
  const indexes = db
    .prepare(
      `SELECT name, sql FROM sqlite_master WHERE tbl_name = 'settled' AND type = 'index' AND sql IS NOT NULL`,
    )
    .all() as { name: string; sql: string }[];
  for (const { name } of indexes) db.exec(`DROP INDEX ${name}`);
  const insert = db.prepare(
    `INSERT INTO settled (transaction_id, merchant_order_id, ref_number, terminal_id, branch_id, amount_minor, fee_minor, vat_minor, net_minor, currency, settled_at_ms, window_id, payment_type, method, search, value)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'EGP', ?, ?, 'SALE', 'card', ?, ?)`,
  );
  db.transaction(() => {
    let done = 0;
    const put = (sale: number, id: string, more: number, days: number) => {
      const [order, amount] = [orderOf(sale), amountOf(sale) + more];
      const fee = Math.floor((amount * 200 + 5_000) / 10_000);
      const vat = Math.floor((fee * 14) / 100);
      const terminal = `3041${String(Math.floor(sale / SALES_A_CLOSE) % CLOSES_A_DAY).padStart(4, '0')}`;
      const reference = String(600_000_000_000 + sale);
      const value = JSON.stringify({
        transactionId: id,
        merchantOrderId: order,
        refNumber: reference,
        terminalId: terminal,
        amount: { minor: String(amount), currency: 'EGP' },
        method: 'card',
        paymentType: 'SALE',
        raw: 'x'.repeat(300),
      });
      const search = `${id} ${order} ${reference} ${terminal}`.toLowerCase();
      insert.run(
        id,
        order,
        reference,
        terminal,
        'BR-1',
        amount,
        fee,
        vat,
        amount - fee - vat,
        dayOf(sale) + days * DAY_MS,
        'SW-1',
        search,
        value,
      );
      done += 1;
    };
    // Newest first, as pages come; `far` keeps it from being the order of the closes.
    for (let sale = rows; done < rows; sale -= 1) {
      const kind = kindOf(Math.abs(sale));
      const id = `TX-${String((sale * 48_271) % 2_147_483_647).padStart(10, '0')}`;
      if (sale < 0) put(-sale + rows * 2, `${id}-more`, 0, 1);
      else if (kind !== 'missing' && kind !== 'reversed') {
        put(sale, id, kind === 'amount' ? 100 : 0, kind === 'late' ? 9 : 1);
        if (kind === 'twice' && done < rows) put(sale, `${id}-twice`, 0, 1);
      }
    }
    db.prepare(`INSERT INTO list_read (name, read_at_ms) VALUES ('settled', 1)`).run();
  })();
  for (const { sql } of indexes) db.exec(sql);
  db.pragma('journal_mode = WAL');
  db.close();
}

/** Makes it in an empty folder, of files that the app itself made. */
export async function fillProfile(workerUrl: URL, folder: string, rows: number): Promise<void> {
  const { database } = await openDatabase(workerUrl, folder);
  await database.close();
  fillJournal(folder, rows);
  fillCache(folder, rows);
}
