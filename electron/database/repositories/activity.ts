/** The activity list's SQL: the record's entries and what people did with movements, newest first. */
import { z } from 'zod';
import { ALL_MOVEMENTS, type ActivityDay } from '#shared/contract/activity.ts';
import { totalSchema } from '#shared/contract/terminals.ts';
import { movementKinds, operationStates } from '#shared/domain/operation.ts';
import type { AuditEntry } from '../../audit/entry.ts';
import { reads, type ReadableDb } from '../db.ts';
import { ENTRY } from './audit.ts';

/** How far down each of the two lists has been shown: the next page starts below both. Null: nothing yet. */
export type ActivityPlace = { readonly entry: number | null; readonly event: number | null };
type ActivityFilter = {
  /** Searched in what is written: normalised by `searchText`. */
  readonly text: string;
  readonly actor: string | null;
  /** An action of the record, a kind of movement, or `ALL_MOVEMENTS`. */
  readonly action: string | null;
};
export type ActivityQuery = ActivityFilter & { readonly before: ActivityPlace };

/** What people did with movements: their asking, and each later decision. The steps between are in the operation's story. */
const ACTS = `'asked','sent-again','resolved-done','resolved-not-done'`;

function conditions(): {
  parts: string[];
  args: unknown[];
  add: (part: string, ...values: unknown[]) => void;
} {
  const parts: string[] = [];
  const args: unknown[] = [];
  return { parts, args, add: (part, ...values) => void (parts.push(part), args.push(...values)) };
}

/** The SQL of one keyset page of entries, newest first; exported so that a test can read its plan. */
export function entriesBeforeSql({ text, actor, action, before }: ActivityQuery): {
  sql: string;
  args: unknown[];
} {
  const { parts, args, add } = conditions();
  if (before.entry !== null) add('seq < ?', before.entry);
  if (actor !== null) add('actor = ?', actor);
  if (action !== null) add('action = ?', action);
  if (text !== '')
    add(`instr(lower(target || ' ' || actor || ' ' || machine || ' ' || params), ?) > 0`, text);
  const where = parts.length > 0 ? `WHERE ${parts.join(' AND ')}` : '';
  return { sql: `SELECT ${ENTRY} FROM audit_entry ${where} ORDER BY seq DESC LIMIT ?`, args };
}

/** The same for what people did with movements. */
export function actsBeforeSql({ text, actor, action, before }: ActivityQuery): {
  sql: string;
  args: unknown[];
} {
  const { parts, args, add } = conditions();
  add(`e.code IN (${ACTS})`);
  if (before.event !== null) add('e.seq < ?', before.event);
  if (actor !== null) add('o.actor = ?', actor);
  if (action !== null && action !== ALL_MOVEMENTS) add('o.kind = ?', action);
  if (text !== '')
    add(
      `instr(lower(o.op_id || ' ' || o.actor || ' ' || COALESCE(o.order_id, '') || ' ' || COALESCE(o.ref_number, '') || ' ' ||
         COALESCE(o.terminal_id, '') || ' ' || COALESCE(o.request_id, '') || ' ' || COALESCE(o.note, '')), ?) > 0`,
      text,
    );
  const sql = `SELECT e.seq, e.at_ms AS atMs, e.code, e.params, o.op_id AS opId, o.kind, o.state, o.actor, o.totals, o.reason,
      o.terminal_id AS terminalId, o.order_id AS orderId, o.ref_number AS refNumber, o.request_id AS requestId
    FROM operation_event AS e CROSS JOIN operation AS o ON o.op_id = e.op_id
    WHERE ${parts.join(' AND ')} ORDER BY e.seq DESC LIMIT ?`;
  return { sql, args };
}

const actSchema = z.object({
  seq: z.number(),
  atMs: z.number(),
  code: z.enum(['asked', 'sent-again', 'resolved-done', 'resolved-not-done']),
  opId: z.string(),
  kind: z.enum(movementKinds),
  state: z.enum(operationStates),
  actor: z.string(),
  totals: z.string().transform((text) => z.array(totalSchema).parse(JSON.parse(text))),
  reason: z.string().nullable(),
  terminalId: z.string().nullable(),
  orderId: z.string().nullable(),
  refNumber: z.string().nullable(),
  requestId: z.string().nullable(),
});
type Act = z.output<typeof actSchema>;
type MergedRow = { kind: 'entry'; entry: AuditEntry } | { kind: 'act'; act: Act };
export type ActivityRow =
  | { kind: 'entry'; entry: AuditEntry; day: ActivityDay | null }
  | { kind: 'act'; act: Act };

/**
 * One list of both, newest first. Each entry holds how many events there were before it, so the order is the chains' own,
 * whatever the clock said. Each list keeps its order: nothing is skipped, also where a record was tampered with.
 */
function mergeActivity(entries: readonly AuditEntry[], acts: readonly Act[]): MergedRow[] {
  const rows: MergedRow[] = [];
  let next = 0;
  for (const entry of entries) {
    for (let act = acts[next]; act && act.seq > entry.eventCount; act = acts[next]) {
      rows.push({ kind: 'act', act });
      next += 1;
    }
    rows.push({ kind: 'entry', entry });
  }
  return [...rows, ...acts.slice(next).map((act) => ({ kind: 'act' as const, act }))];
}

/** An entry about a close has only its id as target: people know the day and the branch. */
export function daysIn(journal: ReadableDb): (target: string) => ActivityDay | null {
  const dayOf = journal.prepare<ActivityDay>(
    `SELECT branch_key AS branchKey, branch_name AS branchName, business_date AS businessDate
       FROM closing WHERE closing_id = ?`,
  );
  return (target) => dayOf.get(target) ?? null;
}

const withDays = (journal: ReadableDb, rows: readonly MergedRow[]): ActivityRow[] => {
  const dayOf = daysIn(journal);
  return rows.map((row) => (row.kind === 'act' ? row : { ...row, day: dayOf(row.entry.target) }));
};

function activityPage(
  journal: ReadableDb,
  { limit, ...query }: ActivityQuery & { limit: number },
): { rows: ActivityRow[]; next: ActivityPlace | null } {
  const entries = entriesBeforeSql(query);
  const acts = actsBeforeSql(query);
  const merged = mergeActivity(
    journal.prepare<AuditEntry>(entries.sql).all(...entries.args, limit + 1),
    journal
      .prepare(acts.sql)
      .all(...acts.args, limit + 1)
      .map((act) => actSchema.parse(act)),
  );
  const rows = merged.slice(0, limit);
  const lastEntry = rows.findLast((row) => row.kind === 'entry');
  const lastAct = rows.findLast((row) => row.kind === 'act');
  const next = {
    entry: lastEntry?.entry.seq ?? query.before.entry,
    event: lastAct?.act.seq ?? query.before.event,
  };
  return { rows: withDays(journal, rows), next: merged.length > limit ? next : null };
}

const texts = (journal: ReadableDb, sql: string): string[] =>
  journal
    .prepare<{ text: string }>(sql)
    .all()
    .map(({ text }) => text);

export const activityProcedures = {
  'activity.page': reads(({ journal }, input: ActivityQuery & { limit: number }) =>
    activityPage(journal, input),
  ),
  /** What a filter can name. */
  'activity.names': reads(({ journal }, _: null) => ({
    actors: texts(
      journal,
      'SELECT actor AS text FROM audit_entry UNION SELECT actor FROM operation ORDER BY text',
    ),
    actions: texts(
      journal,
      'SELECT action AS text FROM audit_entry UNION SELECT kind FROM operation ORDER BY text',
    ),
  })),
};
