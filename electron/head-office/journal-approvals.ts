/** What this PC's journal has to tell of approvals: what was sent for approval here, and decisions on requests of other PCs. */
import type Sqlite from 'better-sqlite3';
import { z } from 'zod';
import { decisionWords, staysOnItsPc } from '#shared/domain/approvals.ts';
import { parseMoney } from '#shared/money/money.ts';
import type { AuditEntry } from '../audit/entry.ts';
import type { ReadableDb } from '../database/db.ts';
import { getApproval } from '../database/repositories/approvals.ts';
import type { Fact } from './entry.ts';
import {
  approvalFact,
  decisionFact,
  publishedErrorSchema,
  type PublishedApproval,
} from './published-approvals.ts';

const name = z.string().nullable().default(null);
/** What the record says of a request beside its row. */
const requestedSchema = z.object({
  sha256: z.string(),
  about: z
    .object({ terminalId: name, refNumber: name, merchantOrderId: name, party: name })
    .default({ terminalId: null, refNumber: null, merchantOrderId: null, party: null }),
});
const declinedSchema = z.object({ decision: z.string(), by: z.string(), error: publishedErrorSchema });
/** "EGP 120.50", as the record says amounts. */
const amountSchema = z.string().transform((text, context) => {
  const [currency = '', decimal = ''] = text.split(' ');
  const read = parseMoney(decimal, currency);
  if (read.ok) return read.value;
  context.addIssue({ code: 'custom', message: read.problem });
  return z.NEVER;
});
/** The decision as the person confirmed it: its own record has all of it. */
const sentSchema = z.object({
  of: z.string(),
  kind: z.string(),
  sha256: z.string(),
  amounts: z.array(amountSchema),
  word: z.enum(decisionWords),
  takesBack: z.string().optional(),
  note: z.string().nullable(),
  person: z.object({ id: z.string(), name: z.string(), role: z.string() }),
  untilMs: z.number(),
});

export function approvalFactsOf(db: Sqlite.Database, entry: AuditEntry): Fact[] {
  const { seq, hash, atMs, target: requestId } = entry;
  const origin = { seq, hash };
  const params: unknown = JSON.parse(entry.params);
  if (entry.action === 'approval.sent' || entry.action === 'approval.taken-back') {
    const sent = sentSchema.safeParse(params).data;
    if (!sent) return [];
    const { person: by, ...rest } = sent;
    return [decisionFact({ ...rest, by, origin, requestId }, atMs)];
  }
  const request = getApproval(db as unknown as ReadableDb, requestId);
  if (!request) return [];
  const told = (rest: Partial<PublishedApproval>): Fact[] => {
    const nothing = { asked: null, decided: null, declined: null };
    return [approvalFact({ origin, requestId, state: 'waiting', ...nothing, ...rest }, atMs)];
  };
  switch (entry.action) {
    case 'approval.requested': {
      const requested = requestedSchema.safeParse(params).data;
      if (!requested) return [];
      const { about, sha256 } = requested;
      return told({ asked: { ...request, ...about, sha256, stays: staysOnItsPc(request) } });
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
