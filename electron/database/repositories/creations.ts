/** Attempts to make something at the gateway, and what became of them. */
import { money, type Money } from '#shared/money/money.ts';
import { reads, writesJournal, type ReadableDb } from '../db.ts';

type CreationState = 'sent' | 'done' | 'refused' | 'not-known' | 'made-again' | 'dropped';
export type Creation = {
  creationId: string;
  what: string;
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
  what: string;
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
const OPEN = `state IN ('sent', 'not-known')`;

const find = (journal: ReadableDb, where: string, ...args: unknown[]): Creation[] =>
  journal
    .prepare<Row>(`SELECT * FROM creation WHERE ${where} ORDER BY at_ms DESC`)
    .safeIntegers()
    .all(...args)
    .map(creationFrom);

type Like = { what: string; customer: string | null; amount: Money; sinceMs: number };

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
      }: { creationId: string; state: Exclude<CreationState, 'sent'>; atMs: number },
    ) =>
      journal
        .prepare(`UPDATE creation SET state = ?, ended_at_ms = ? WHERE creation_id = ? AND ${OPEN}`)
        .run(state, atMs, creationId).changes === 1,
  ),
  'creations.absent': writesJournal(
    ({ journal }, { creationId, atMs }: { creationId: string; atMs: number }) => {
      journal
        .prepare(`UPDATE creation SET absent_at_ms = ? WHERE creation_id = ? AND ${OPEN}`)
        .run(atMs, creationId);
      return null;
    },
  ),
  'creations.open': reads(({ journal }, what: string) => find(journal, `what = ? AND ${OPEN}`, what)),
  /** An attempt for this customer and amount since then whose result is not known. */
  'creations.like': reads(
    ({ journal }, { what, customer, amount, sinceMs }: Like) =>
      find(
        journal,
        `what = ? AND ${OPEN} AND at_ms >= ? AND amount_minor = ? AND currency = ? AND customer IS ?`,
        what,
        sinceMs,
        amount.minor,
        amount.currency,
        customer,
      )[0] ?? null,
  ),
};
