/** Attempts to make something at the gateway, and what became of them. */
import type { Thing } from '#shared/domain/making.ts';
import { money, type Money } from '#shared/money/money.ts';
import { reads, writesJournal, type ReadableDb } from '../db.ts';

export type CreationState = 'sent' | 'done' | 'refused' | 'not-known' | 'made-again' | 'dropped';
export type Creation = {
  creationId: string;
  what: Thing;
  reference: string;
  customer: string | null;
  amount: Money;
  /** JSON: what was asked for. */
  request: string;
  by: string;
  atMs: number;
  /** When the attempt ended without an answer. Null: it is on its way, or was on its way when Closeout stopped. */
  endedAtMs: number | null;
  absentAtMs: number | null;
};
type Row = {
  creation_id: string;
  what: Thing;
  reference: string;
  customer: string | null;
  amount_minor: bigint;
  currency: string;
  request: string;
  by: string;
  at_ms: bigint;
  ended_at_ms: bigint | null;
  absent_at_ms: bigint | null;
};

const creationFrom = (row: Row): Creation => ({
  creationId: row.creation_id,
  what: row.what,
  reference: row.reference,
  customer: row.customer,
  amount: money(row.amount_minor, row.currency),
  request: row.request,
  by: row.by,
  atMs: Number(row.at_ms),
  endedAtMs: row.ended_at_ms === null ? null : Number(row.ended_at_ms),
  absentAtMs: row.absent_at_ms === null ? null : Number(row.absent_at_ms),
});
/** What an attempt made: its name at the gateway, and the address where its customer pays, if the gateway gave one. */
export type MadeThing = { key: string; address: string | null };
/** Exported so that a test can read its plan. */
export const MADE = `SELECT request, address FROM creation INDEXED BY creation_made WHERE what = ? AND made_key = ? ORDER BY at_ms DESC LIMIT 1`;
const OPEN = `state IN ('sent', 'not-known')`;

const find = (journal: ReadableDb, where: string, ...args: unknown[]): Creation[] =>
  journal
    .prepare<Row>(`SELECT * FROM creation WHERE ${where} ORDER BY at_ms DESC`)
    .safeIntegers()
    .all(...args)
    .map(creationFrom);

export const creationProcedures = {
  /** Stores the attempt before it is sent. */
  'creations.begin': writesJournal(({ journal }, creation: Creation) => {
    journal
      .prepare(
        `INSERT INTO creation (creation_id, what, reference, customer, amount_minor, currency, request, by, at_ms, state)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'sent')`,
      )
      .run(
        creation.creationId,
        creation.what,
        creation.reference,
        creation.customer,
        creation.amount.minor,
        creation.amount.currency,
        creation.request,
        creation.by,
        creation.atMs,
      );
    return null;
  }),
  /** Ends the attempt. Answers false if it had ended before. */
  'creations.end': writesJournal(
    (
      { journal },
      {
        creationId,
        state,
        atMs,
        made = null,
      }: { creationId: string; state: Exclude<CreationState, 'sent'>; atMs: number; made?: MadeThing | null },
    ) =>
      journal
        .prepare(
          `UPDATE creation SET state = ?, ended_at_ms = ?, made_key = ?, address = ? WHERE creation_id = ? AND ${OPEN}`,
        )
        .run(state, atMs, made?.key ?? null, made?.address ?? null, creationId).changes === 1,
  ),
  'creations.absent': writesJournal(
    ({ journal }, { creationId, atMs }: { creationId: string; atMs: number }) => {
      journal
        .prepare(`UPDATE creation SET absent_at_ms = ? WHERE creation_id = ? AND ${OPEN}`)
        .run(atMs, creationId);
      return null;
    },
  ),
  'creations.open': reads(({ journal }, what: Thing) => find(journal, `what = ? AND ${OPEN}`, what)),
  /** Attempts whose ids begin so, in the order in which they were made. */
  'creations.states': reads(({ journal }, prefix: string) =>
    journal
      .prepare<{ creationId: string; state: CreationState }>(
        `SELECT creation_id AS creationId, state FROM creation WHERE creation_id > ? AND creation_id < ? ORDER BY at_ms, creation_id`,
      )
      .all(prefix, `${prefix}~`),
  ),
  /** The attempt that made this bill, and the address where its customer pays. Null if it was not made on this PC, or before addresses were kept. */
  'creations.made': reads(({ journal }, { what, key }: { what: Thing; key: string }) => {
    const row = journal.prepare<{ request: string; address: string | null }>(MADE).get(what, key);
    return row ?? null;
  }),
  /** Who made the attempt with this reference of ours. */
  'creations.by': reads(
    ({ journal }, creationId: string) => find(journal, 'creation_id = ?', creationId)[0]?.by ?? null,
  ),
};
