/** What leaves this PC of approvals: what was asked for here, what became of it, and decisions on requests of other PCs. */
import { z } from 'zod';
import { approvalSchema as approvalShape } from '#shared/contract/approvals.ts';
import { totalSchema } from '#shared/contract/terminals.ts';
import { moneySchema } from '#shared/contract/wire.ts';
import { decisionWords, MOST_DECIDED_ELSEWHERE, reasonsToStay } from '#shared/domain/approvals.ts';
import { canonicalJson } from '#shared/text/canonical-json.ts';
import type { Fact } from './entry.ts';
import { maskedMoneyFacts, type Json } from './masking.ts';
import { originSchema } from './origin.ts';
import { parsed } from './read-body.ts';

const { operation, closing, differences, authorized, resolution, offer, exceptions } = approvalShape.shape;
const askedSchema = z.object({
  kind: z.string(),
  totals: z.array(totalSchema),
  /** Of the request as it is stored on its PC: a decision names it, and holds for nothing else. */
  sha256: z.string(),
  requestedBy: z.string(),
  reason: z.string().nullable(),
  note: z.string().nullable(),
  terminalId: z.string().nullable(),
  refNumber: z.string().nullable(),
  merchantOrderId: z.string().nullable(),
  /** The card of a charge or who is paid by a transfer, as the record of its PC has it: without a number but for the end. */
  party: z.string().nullable(),
  operation,
  closing,
  resolution,
  offer,
  /** At most `MOST_DECIDED_ELSEWHERE`. */
  differences,
  authorized,
  exceptions,
  /** Why it is decided on its PC only. */
  stays: z.enum(reasonsToStay).nullable(),
});
export const publishedErrorSchema = z.object({
  kind: z.string(),
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});
const approvalSchema = z.object({
  origin: originSchema,
  requestId: z.string(),
  state: z.enum(['waiting', 'approved', 'refused', 'withdrawn']),
  /** In its first entry only. */
  asked: askedSchema.nullable(),
  decided: z.object({ by: z.string(), note: z.string().nullable() }).nullable(),
  /** A decision of another PC, by the hash of its entry, that was not carried out: it goes on waiting. */
  declined: z.object({ decision: z.string(), by: z.string(), error: publishedErrorSchema }).nullable(),
});
export type PublishedApproval = z.output<typeof approvalSchema>;

export function approvalFact(approval: PublishedApproval, atMs: number): Fact {
  const { asked } = approval;
  const bounded = asked && {
    ...asked,
    differences: asked.differences.slice(0, MOST_DECIDED_ELSEWHERE),
    exceptions: asked.exceptions.slice(0, MOST_DECIDED_ELSEWHERE),
  };
  const { origin, ...told } = z.encode(approvalSchema, { ...approval, asked: bounded });
  const body = canonicalJson({ ...(maskedMoneyFacts(told as Json) as object), origin });
  return { kind: 'approval', atMs, body };
}

/** Null for another kind, and for a shape of a newer Closeout. */
export function approvalOf({ kind, body }: Pick<Fact, 'kind' | 'body'>): PublishedApproval | null {
  return kind === 'approval' ? parsed(approvalSchema, body) : null;
}

const decisionSchema = z.object({
  origin: originSchema,
  /** The PC that asked. The server finds its decisions by this name and value. */
  of: z.string(),
  requestId: z.string(),
  kind: z.string(),
  sha256: z.string(),
  amounts: z.array(moneySchema),
  /** An older Closeout does not know `taken-back`, and reads past it. */
  word: z.enum(decisionWords),
  /** Of `taken-back`: the hash of the entry that decided. It is of the same PC. */
  takesBack: z.string().optional(),
  note: z.string().nullable(),
  /** As this PC knows the person; no other PC does. */
  by: z.object({ id: z.string(), name: z.string(), role: z.string() }),
  /** It is not carried out after this. */
  untilMs: z.number().int(),
});
export type PublishedDecision = z.output<typeof decisionSchema>;

export function decisionFact(decision: PublishedDecision, atMs: number): Fact {
  const { origin, of, takesBack, ...told } = z.encode(decisionSchema, decision);
  const back = takesBack === undefined ? {} : { takesBack };
  return {
    kind: 'decision',
    atMs,
    body: canonicalJson({ ...(maskedMoneyFacts(told) as object), ...back, origin, of }),
  };
}

/** Null for another kind, and for a shape of a newer Closeout. */
export function decisionOf({ kind, body }: Pick<Fact, 'kind' | 'body'>): PublishedDecision | null {
  return kind === 'decision' ? parsed(decisionSchema, body) : null;
}
