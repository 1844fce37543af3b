/** What is kept of approvals: requests of other PCs, and decisions on requests of this one. */
import type Sqlite from 'better-sqlite3';
import { z } from 'zod';
import { entryProblems } from '#shared/domain/head-office.ts';
import type { DecisionEntry } from './decisions.ts';
import type { Entry } from './entry.ts';
import type { DecisionsOn, SentDecision } from './sent-decisions.ts';
import type { Said } from './store-entries.ts';
import {
  approvalOf,
  decisionOf,
  type PublishedApproval,
  type PublishedDecision,
} from './published-approvals.ts';

/** A request of another PC that waits, or ended lately. */
export type OtherRequest = {
  readonly pc: string;
  readonly requestId: string;
  readonly askedAtMs: number;
  readonly asked: NonNullable<PublishedApproval['asked']>;
  readonly last: PublishedApproval;
  readonly lastAtMs: number;
} & DecisionsOn;
/** A decision on a request of this PC. `problem`: it does not fit its PC, and nothing in it is believed. */
export type KnownDecision = {
  readonly hash: string;
  readonly pc: string;
  readonly pcName: string;
  readonly branch: string;
  readonly isWithdrawn: boolean;
  readonly atMs: number;
  readonly decision: PublishedDecision;
  readonly problem: (typeof entryProblems)[number] | null;
  /** What this PC has published says already that the request ended, or that this decision was not carried out. */
  readonly isUsed: boolean;
};

const decidedSchema = z.object({
  hash: z.string(),
  pc: z.string(),
  pcName: z.string(),
  branch: z.string(),
  isWithdrawn: z.literal([0, 1]),
  atMs: z.number(),
  body: z.string(),
  problem: z.enum(entryProblems).nullable(),
});
const requestSchema = z.object({
  pc: z.string(),
  requestId: z.string(),
  askedAtMs: z.number(),
  asked: z.string(),
  lastAtMs: z.number(),
  last: z.string(),
  askedSeq: z.number(),
});
const sentSchema = z.object({ pc: z.string(), hash: z.string(), atMs: z.number(), body: z.string() });

/** A verified entry that came in, of this PC or another. */
export type Come = Pick<Entry, 'pc' | 'seq' | 'kind' | 'atMs' | 'body'>;
const MOST_SHOWN = 200;
const TABLES = ['approval', 'decision'] as const;

export function approvalsIn(db: Sqlite.Database, self: string) {
  const keep = db.prepare(
    `INSERT INTO decided (hash, pc, pc_name, branch, is_withdrawn, at_ms, body, problem)
     VALUES (@hash, @pc, @pcName, @branch, @isWithdrawn, @atMs, @body, @problem)
     ON CONFLICT (hash) DO UPDATE SET pc_name = @pcName, is_withdrawn = @isWithdrawn, branch = @branch, at_ms = @atMs,
       body = @body, pc = @pc, problem = @problem
     WHERE (decided.problem IS NOT NULL OR @problem IS NULL)
       AND (pc_name, is_withdrawn, body, problem) IS NOT (@pcName, @isWithdrawn, @body, @problem)`,
  );
  const decided = db.prepare(
    `SELECT hash, pc, pc_name AS pcName, branch, is_withdrawn AS isWithdrawn, at_ms AS atMs, body, problem
     FROM decided WHERE at_ms >= ? ORDER BY at_ms, hash`,
  );
  // A PC that was set back to an older copy does not know it, but head office has its entries.
  const used = db.prepare(
    `SELECT 1 FROM approval AS a JOIN entry AS e ON e.pc = a.pc AND e.seq >= coalesce(a.asked_seq, 1) AND e.kind = 'approval'
     WHERE a.pc = @self AND a.request_id = @requestId AND json_extract(e.body, '$.requestId') = @requestId
       AND (json_extract(e.body, '$.state') <> 'waiting' OR json_extract(e.body, '$.declined.decision') = @hash) LIMIT 1`,
  );
  return {
    ...showing(db),
    forgetOthers: (): void => {
      db.prepare('DELETE FROM approval WHERE pc <> ?').run(self);
      db.prepare('DELETE FROM decision WHERE pc <> ?').run(self);
      db.exec('DELETE FROM decided');
    },
    /** How many of them are new, or are of a PC that is not what it was. */
    keepDecided: db.transaction((entries: readonly DecisionEntry[]): number => {
      let news = 0;
      for (const { entry, pcName, isWithdrawn, problem } of entries) {
        const { hash, pc, branch, atMs, body } = entry;
        const row = { hash, pc, pcName, branch, atMs, body, problem, isWithdrawn: isWithdrawn ? 1 : 0 };
        news += keep.run(row).changes;
      }
      return news;
    }),
    /** The oldest first. */
    decided: (sinceMs: number): KnownDecision[] =>
      decided.all(sinceMs).flatMap((row) => {
        const { isWithdrawn, body, ...known } = decidedSchema.parse(row);
        const decision = decisionOf({ kind: 'decision', body });
        if (!decision) return [];
        const { requestId } = decision;
        const isUsed = used.get({ self, requestId, hash: known.hash }) !== undefined;
        return [{ ...known, isWithdrawn: isWithdrawn === 1, decision, isUsed }];
      }),
    othersAsked: (endedSinceMs: number): OtherRequest[] => othersAsked(db, self, endedSinceMs),
  };
}

function showing(db: Sqlite.Database) {
  // The table's `declined_seq` is not used any more: decisions that were declined are read from the entries.
  const approval = db.prepare(
    `INSERT INTO approval (pc, request_id, asked_seq, last_seq, state, at_ms)
     VALUES (@pc, @requestId, @asked, @seq, @state, @atMs)
     ON CONFLICT (pc, request_id) DO UPDATE SET asked_seq = coalesce(@asked, asked_seq), at_ms = @atMs,
       last_seq = CASE WHEN @isDecline THEN last_seq ELSE @seq END,
       state = CASE WHEN @isDecline THEN state ELSE @state END`,
  );
  const decision = db.prepare(
    'INSERT OR IGNORE INTO decision (of_pc, request_id, pc, seq) VALUES (?, ?, ?, ?)',
  );
  return {
    show({ pc, seq, atMs }: Come, { approval: told, decision: decides }: Said): void {
      if (told) {
        const { requestId, state, asked, declined } = told;
        const isDecline = declined === null ? 0 : 1;
        approval.run({ pc, requestId, seq, state, atMs, asked: asked && seq, isDecline });
      }
      if (decides) decision.run(decides.of, decides.requestId, pc, seq);
    },
    empty: (): void => {
      for (const table of TABLES) db.exec(`DELETE FROM ${table}`);
    },
  };
}

/** Those that wait, the oldest first, and those that ended since then. A withdrawn PC carries nothing out. */
function othersAsked(db: Sqlite.Database, self: string, endedSinceMs: number): OtherRequest[] {
  const sent = db.prepare(
    `SELECT e.pc, e.hash, e.at_ms AS atMs, e.body FROM decision AS d JOIN entry AS e ON e.pc = d.pc AND e.seq = d.seq
     WHERE d.of_pc = ? AND d.request_id = ? ORDER BY e.at_ms DESC, e.pc, e.seq DESC`,
  );
  const declined = db
    .prepare(
      `SELECT body FROM entry WHERE pc = ? AND seq >= ? AND kind = 'approval' AND json_extract(body, '$.requestId') = ?
         AND json_extract(body, '$.declined') IS NOT NULL`,
    )
    .pluck();
  const rows = db
    .prepare(
      `SELECT a.pc, a.request_id AS requestId, asked.at_ms AS askedAtMs, asked.body AS asked, asked.seq AS askedSeq, last.at_ms AS lastAtMs,
         last.body AS last
       FROM approval AS a JOIN pc ON pc.id = a.pc AND pc.withdrawn_at_ms IS NULL
       JOIN entry AS asked ON asked.pc = a.pc AND asked.seq = a.asked_seq
       JOIN entry AS last ON last.pc = a.pc AND last.seq = a.last_seq
       WHERE a.pc <> ? AND (a.state = 'waiting' OR a.at_ms >= ?) ORDER BY a.state <> 'waiting', asked.at_ms LIMIT ?`,
    )
    .all(self, endedSinceMs, MOST_SHOWN);
  return rows.flatMap((row): OtherRequest[] => {
    const { pc, requestId, askedAtMs, askedSeq, lastAtMs, ...bodies } = requestSchema.parse(row);
    const of = (body: string) => approvalOf({ kind: 'approval', body });
    const asked = of(bodies.asked)?.asked;
    const last = of(bodies.last);
    if (!asked || !last) return [];
    const decisions = sent.all(pc, requestId).flatMap((one): SentDecision[] => {
      const { body, ...known } = sentSchema.parse(one);
      const decision = decisionOf({ kind: 'decision', body });
      return decision ? [{ ...known, decision }] : [];
    });
    // Nothing is looked for where nothing was decided.
    const said = decisions.length > 0 ? declined.all(pc, askedSeq, requestId) : [];
    const declines = z
      .array(z.string())
      .parse(said)
      .flatMap((body) => of(body)?.declined ?? []);
    return [{ pc, requestId, askedAtMs, asked, last, lastAtMs, decisions, declines }];
  });
}
