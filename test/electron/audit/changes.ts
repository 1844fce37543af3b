/** Random changes of a journal's record, events and operations, as SQL on the file. Each one changes something. */
import type { Database } from 'better-sqlite3';
import { entryHash, type AuditEntry } from '#electron/audit/entry.ts';
import { eventHash } from '#electron/database/repositories/journal/chain.ts';

type Table = 'audit_entry' | 'operation_event';
type Row = Record<string, string | number | null>;
export type Pick = (below: number) => number;
export type Change = (db: Database, pick: Pick) => void;

/** Small and seeded (mulberry32): the same seed makes the same changes. */
export function seeded(seed: number): Pick {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const anyTable = (pick: Pick): Table => (pick(3) === 0 ? 'operation_event' : 'audit_entry');
const rowsOf = (db: Database, table: Table) =>
  db.prepare(`SELECT * FROM ${table} ORDER BY seq`).all() as (Row & { seq: number })[];

function put(db: Database, table: Table, row: Row): void {
  const names = Object.keys(row);
  const places = names.map(() => '?').join(', ');
  db.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${places})`).run(...Object.values(row));
}
function replaceAll(db: Database, table: Table, rows: Row[]): void {
  db.exec(`DELETE FROM ${table}`);
  for (const row of rows) put(db, table, row);
}

function otherValue(value: string | number | null, pick: Pick): string | number {
  if (value === null) return 'SUCCEEDED';
  if (typeof value === 'number') return value + 1 + pick(1_000);
  if (value === '') return 'x';
  const at = pick(value.length);
  return `${value.slice(0, at)}${value[at] === 'e' ? 'f' : 'e'}${value.slice(at + 1)}`;
}

/** Numbers, previous hashes and hashes made right again from the first row on. */
function hashedAgain(table: Table, rows: Row[]): Row[] {
  let previous = '';
  return rows.map((old, index) => {
    const row: Row = { ...old, seq: index + 1, prev_hash: previous };
    const shared = { seq: index + 1, atMs: Number(row['at_ms']), params: String(row['params']), previous };
    const hash =
      table === 'audit_entry'
        ? entryHash({
            ...shared,
            actor: row['actor'],
            machine: row['machine'],
            action: row['action'],
            target: row['target'],
            outcome: row['outcome'],
            eventCount: row['event_count'],
            eventHead: row['event_head'],
          } as AuditEntry)
        : eventHash({
            ...shared,
            opId: String(row['op_id']),
            code: String(row['code']),
            from: row['from_state'] as string | null,
            to: row['to_state'] as string | null,
          });
    previous = hash;
    return { ...row, hash };
  });
}

const flip: Change = (db, pick) => {
  const table = anyTable(pick);
  const rows = rowsOf(db, table);
  const row = rows[pick(rows.length)] as Row & { seq: number };
  const names = Object.keys(row);
  const name = names[pick(names.length)] ?? 'hash';
  const value = name === 'seq' ? rows.length + 1 + pick(50) : otherValue(row[name] ?? null, pick);
  db.prepare(`UPDATE ${table} SET ${name} = ? WHERE seq = ?`).run(value, row.seq);
};
const remove: Change = (db, pick) => {
  const table = anyTable(pick);
  db.prepare(`DELETE FROM ${table} WHERE seq = ?`).run(1 + pick(rowsOf(db, table).length));
};
const reorder: Change = (db, pick) => {
  const table = anyTable(pick);
  const rows = rowsOf(db, table);
  const one = pick(rows.length);
  const other = (one + 1 + pick(rows.length - 1)) % rows.length;
  [rows[one], rows[other]] = [rows[other] as (typeof rows)[0], rows[one] as (typeof rows)[0]];
  replaceAll(
    db,
    table,
    rows.map((row, index) => ({ ...row, seq: index + 1 })),
  );
};
const insert: Change = (db, pick) => {
  const table = anyTable(pick);
  const rows: Row[] = rowsOf(db, table);
  const at = pick(rows.length);
  const made: Row = {
    ...rows[pick(rows.length)],
    at_ms: 5_000 + pick(9),
    prev_hash: rows[at]?.['prev_hash'] ?? '',
  };
  rows.splice(at, 0, made);
  replaceAll(
    db,
    table,
    rows.map((row, index) => ({ ...row, seq: index + 1 })),
  );
};
const cut: Change = (db, pick) => {
  const table = anyTable(pick);
  db.prepare(`DELETE FROM ${table} WHERE seq > ?`).run(pick(rowsOf(db, table).length));
};
/** Changed, removed or put in, then made right from there on: the chain itself is whole again. */
const hashAgain: Change = (db, pick) => {
  const table = anyTable(pick);
  const rows: Row[] = rowsOf(db, table);
  const at = pick(rows.length);
  const row = rows[at] as Row;
  const way = pick(3);
  if (way === 0) rows[at] = { ...row, at_ms: Number(row['at_ms']) + 1 + pick(9) };
  if (way === 1) rows.splice(at, 1);
  if (way === 2) rows.splice(at, 0, { ...row, at_ms: 7_000 + pick(9) });
  replaceAll(db, table, hashedAgain(table, rows));
};

/** Put after the end while nothing has the file open, hashed as the app would. */
const appendWhileClosed: Change = (db, pick) => {
  const table = anyTable(pick);
  const rows: Row[] = rowsOf(db, table);
  const last = rows.at(-1) as Row;
  const more = Array.from({ length: 1 + pick(3) }, () => ({ ...last, at_ms: 6_000 + pick(9) }));
  replaceAll(db, table, hashedAgain(table, [...rows, ...more]));
};
/** What an operation is: what it moves, for whom, by which request. Not hashed in its row, but in its events. */
const operationChanged: Change = (db, pick) => {
  const columns =
    `subject_key environment merchant_id terminal_id order_id ref_number totals actor reason note method url body
    body_sha256 key_fingerprint evidence_before created_at_ms`.split(/\s+/);
  const name = columns[pick(columns.length)] ?? 'totals';
  const { value, seq } = db
    .prepare(`SELECT ${name} AS value, seq FROM operation ORDER BY seq LIMIT 1 OFFSET ?`)
    .get(pick(5)) as { value: string | number | Buffer | null; seq: number };
  const bytes = Buffer.isBuffer(value) ? Buffer.concat([value, Buffer.from([pick(256)])]) : null;
  const other = bytes ?? otherValue(value as string | number | null, pick);
  db.prepare(`UPDATE operation SET ${name} = ? WHERE seq = ?`).run(other, seq);
};
const operationRowsChanged: Change = (db, pick) => {
  const rows = db.prepare('SELECT op_id, row_id FROM operation_row').all() as Row[];
  const { op_id, row_id } = rows[pick(rows.length)] as Row;
  if (pick(2) === 0)
    db.prepare('DELETE FROM operation_row WHERE op_id = ? AND row_id = ?').run(op_id, row_id);
  else db.prepare('INSERT INTO operation_row (op_id, row_id) VALUES (?, ?)').run(op_id, `row-x${pick(99)}`);
};
const operationRemoved: Change = (db, pick) => {
  db.prepare('DELETE FROM operation WHERE seq = ?').run(1 + pick(5));
};

export const changes: Readonly<Record<string, Change>> = {
  flip,
  remove,
  reorder,
  insert,
  cut,
  hashAgain,
  appendWhileClosed,
  operationChanged,
  operationRowsChanged,
  operationRemoved,
};
