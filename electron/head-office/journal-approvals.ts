/** What this PC's journal has to tell of approvals: movements that were sent for approval here, and decisions on those of other PCs. */
import type Sqlite from 'better-sqlite3';
import { z } from 'zod';
import { isDecidedElsewhere } from '#shared/contract/approvals.ts';
import type { AuditEntry } from '../audit/entry.ts';
import type { ReadableDb } from '../database/db.ts';
import { getApproval } from '../database/repositories/approvals.ts';
import type { Fact } from './entry.ts';
import { approvalFact, decisionFact, publishedErrorSchema, type PublishedApproval } from './published.ts';

/** What the record says of a request beside its row. */
const requestedSchema = z.object({
  sha256: z.string(),
  about: z
    .object({
      terminalId: z.string().nullable(),
      refNumber: z.string().nullable(),
      merchantOrderId: z.string().nullable(),
    })
    .optional(),
});
const declinedSchema = z.object({ decision: z.string(), by: z.string(), error: publishedErrorSchema });
/** The decision as the person confirmed it: its own record has all of it. */
const sentSchema = z.object({
  of: z.string(),
  sha256: z.string(),
  amount: z.object({ minor: z.string(), currency: z.string() }),
  word: z.enum(['approved', 'refused']),
  note: z.string().nullable(),
  person: z.object({ id: z.string(), name: z.string(), role: z.string() }),
  untilMs: z.number(),
});

export function approvalFactsOf(db: Sqlite.Database, entry: AuditEntry): Fact[] {
  const { seq, hash, atMs, target: requestId } = entry;
  const origin = { seq, hash };
  const params: unknown = JSON.parse(entry.params);
  if (entry.action === 'approval.sent') {
    const sent = sentSchema.safeParse(params).data;
    if (!sent) return [];
    const { person: by, amount: of, ...rest } = sent;
    const amount = { minor: BigInt(of.minor), currency: of.currency };
    return [decisionFact({ ...rest, by, amount, origin, requestId }, atMs)];
  }
  const request = getApproval(db as unknown as ReadableDb, requestId);
  const [total] = request?.totals ?? [];
  if (!request || !total || !isDecidedElsewhere(request.kind)) return [];
  const told = (rest: Partial<PublishedApproval>): Fact[] => {
    const nothing = { asked: null, decided: null, declined: null };
    return [approvalFact({ origin, requestId, state: 'waiting', ...nothing, ...rest }, atMs)];
  };
  switch (entry.action) {
    case 'approval.requested': {
      const requested = requestedSchema.safeParse(params).data;
      if (!requested) return [];
      const { kind, requestedBy, reason, note } = request;
      const { terminalId, refNumber, merchantOrderId } = requested.about ?? {
        terminalId: null,
        refNumber: null,
        merchantOrderId: request.subject,
      };
      const { sha256 } = requested;
      const about = { terminalId, refNumber, merchantOrderId };
      return told({
        asked: { kind, amount: total.amount, sha256, requestedBy, reason, note, ...about },
      });
    }
    case 'approval.declined': {
      const declined = declinedSchema.safeParse(params).data;
      return declined ? told({ declined }) : [];
    }
    default: {
      // What the record says of its end: the row is where a later entry may have brought it.
      const ended = endedSchema.safeParse({
        state: entry.action.slice('approval.'.length),
        ...(params as object),
      });
      if (!ended.success) return [];
      const { state, by, note } = ended.data;
      return told({ state, decided: { by, note } });
    }
  }
}
const endedSchema = z.object({
  state: z.enum(['approved', 'refused', 'withdrawn']),
  by: z.string(),
  note: z.string().nullable(),
});
