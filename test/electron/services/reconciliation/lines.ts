/** Imported lines, put where an import leaves them. */
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { Shop } from './settled.ts';

type Line = {
  amount: bigint;
  on: string;
  orderId?: string;
  reference?: string;
  text?: string;
};

/** As an import leaves them: the lines, and the head that makes them count. */
export function bringIn(shop: Shop, importId: string, kind: 'bank' | 'pos', lines: Line[]): void {
  const imports = new Sqlite(join(shop.folder, 'imports.sqlite'));
  const line = imports.prepare(
    `INSERT INTO imported_line (import_id, line_no, kind, booked_on, value_on, amount_minor, currency, reference, order_id, description, counterparty, account, line_key, raw)
     VALUES (?, ?, ?, ?, NULL, ?, 'EGP', ?, ?, ?, '', '', ?, '[]')`,
  );
  imports.transaction(() => {
    imports
      .prepare(`INSERT INTO imported_file (import_id, state, lines) VALUES (?, 'begun', ?)`)
      .run(importId, lines.length);
    lines.forEach(({ amount, on, orderId = '', reference = '', text = '' }, at) =>
      line.run(importId, at + 1, kind, on, amount, reference, orderId, text, `${importId}-${at}`),
    );
    imports.prepare(`UPDATE imported_file SET state = 'kept' WHERE import_id = ?`).run(importId);
  })();
  imports.close();
  const journal = new Sqlite(join(shop.folder, 'journal.sqlite'));
  const days = lines.map(({ on }) => on).sort();
  journal
    .prepare(`INSERT OR IGNORE INTO import_source VALUES (?, ?, ?, 'mona', 1)`)
    .run(`source-${kind}`, kind, kind);
  journal
    .prepare(
      `INSERT INTO import_file (import_id, kind, source_id, file_name, sha256, format, lines, lines_sha256, not_stored, left_out, skipped, totals, accounts, first_on, last_on, by, at_ms)
       VALUES (?, ?, ?, 'file.csv', ?, 'csv', ?, '', '', 0, 0, '[]', '[]', ?, ?, 'mona', 1)`,
    )
    .run(importId, kind, `source-${kind}`, importId, lines.length, days[0], days.at(-1));
  journal.close();
}
