/** A blind count: what is expected leaves the core only once the count is stored. */
import type { ClosingDetail } from '#shared/contract/closing-day.ts';

export function hideExpected(detail: ClosingDetail): ClosingDetail {
  return {
    ...detail,
    lines: detail.lines.map((line) => ({
      ...line,
      count: null,
      expected: null,
      difference: null,
      verdict: null,
      large: false,
      slips: line.slips && { ...line.slips, counted: null },
      explanation: null,
      hints: [],
    })),
    steps: detail.steps.map((one) =>
      one.step === 'differences'
        ? { ...one, done: false, ready: 0, total: 0, blocked: { reason: 'step-before', count: 0 } }
        : one,
    ),
    lateArrivals: { ...detail.lateArrivals, totals: null, notSummed: null },
    sums: null,
    approvalNeeded: [],
  };
}
