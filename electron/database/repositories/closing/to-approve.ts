/** What a request for approval says of a close, and whether the close is still what was asked for. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { zContentSchema, type ZContent } from '#shared/contract/closing-z.ts';
import type { Total } from '#shared/contract/terminals.ts';
import type { ApprovalRequest } from '#shared/contract/approvals.ts';
import { closingError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { canonicalJson } from '#shared/text/canonical-json.ts';
import type { ClosingFacts } from './facts.ts';
import type { ClosingRecord } from './records.ts';

export type CloseToApprove = {
  closing: NonNullable<ApprovalRequest['closing']>;
  differences: ApprovalRequest['differences'];
  authorized: ApprovalRequest['authorized'];
  totals: ApprovalRequest['totals'];
  figures: string;
  /** A second person is needed for it. */
  needed: boolean;
};

const figuresSchema = zContentSchema.omit({
  number: true,
  revision: true,
  skipped: true,
  appVersion: true,
  closed: true,
  approvedBy: true,
});

/**
 * One hash over everything that two people agree on. Not in it: the age of the figures and the progress of carried operations,
 * which change by themselves and change no amount.
 */
export function figuresOf(content: Omit<ZContent, 'number' | 'revision'>): string {
  const agreed = {
    ...content,
    terminals: content.terminals.map((terminal) => ({ ...terminal, lastReadAtMs: null })),
    carried: content.carried.map((one) => ({ ...one, state: '' })),
  };
  return createHash('sha256')
    .update(canonicalJson(z.encode(figuresSchema, agreed)))
    .digest('hex');
}

const closingOf = (record: ClosingRecord): NonNullable<ApprovalRequest['closing']> => ({
  closingId: record.closing_id,
  branchKey: record.branch_key,
  branchName: record.branch_name,
  businessDate: record.business_date,
  number: record.number,
});

/** How much is authorised and how often, per currency: it is in no net, and the sums of a close say only how often. */
export function authorizedOf({ totals }: Pick<ZContent, 'totals'>): Total[] {
  const held = totals.filter(({ kind }) => kind === 'authorization');
  return [...Map.groupBy(held, ({ currency }) => currency)].map(([currency, own]) => ({
    count: own.reduce((sum, { count }) => sum + count, 0),
    amount: { minor: own.reduce((sum, { amount }) => sum + amount.minor, 0n), currency },
  }));
}

type Prepared = { facts: ClosingFacts; content: Omit<ZContent, 'number' | 'revision'> };

export function closeToApprove({ facts, content }: Prepared): CloseToApprove {
  const large = facts.lines.filter((line) => line.large);
  return {
    closing: closingOf(facts.record),
    differences: large.map((line) => {
      const { currency, paymentType, terminalId, side, expected, counted, difference, explanation } = line;
      return {
        currency,
        paymentType,
        terminalId,
        side,
        expected,
        counted: counted ?? { minor: 0n, currency },
        difference: difference ?? { minor: -expected.minor, currency },
        why: explanation && { reason: explanation.reason, note: explanation.note, by: explanation.by },
      };
    }),
    authorized: authorizedOf(content),
    totals: content.sales,
    figures: figuresOf(content),
    needed: large.length > 0,
  };
}

/** An operation of a close that nobody carried yet. */
export function carryToApprove(
  { record, operations }: ClosingFacts,
  opId: string,
): Result<Pick<ApprovalRequest, 'closing' | 'operation' | 'totals'>, AppError> {
  if (record.state !== 'open' && record.state !== 'provisional')
    return err(closingError('not-allowed-in-state', { state: record.state }));
  const found = operations.find((one) => one.record.opId === opId)?.record;
  if (!found) return err(closingError('line-not-found', { where: opId }));
  const { kind, state, terminalId, totals } = found;
  return ok({ closing: closingOf(record), operation: { opId, kind, state, terminalId }, totals });
}

export function reopenToApprove(
  record: ClosingRecord,
  content: ZContent | null,
): Result<Pick<ApprovalRequest, 'closing' | 'totals'>, AppError> {
  if (record.state !== 'closed') return err(closingError('not-allowed-in-state', { state: record.state }));
  return ok({ closing: closingOf(record), totals: content?.sales ?? [] });
}
