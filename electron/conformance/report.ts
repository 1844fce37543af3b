/** The results as text, as JSON, and as an exit code. */
import type { Result, Verdict } from './check.ts';
import type { Flags } from './flags.ts';
import type { Options } from './options.ts';
import type { Run } from './run.ts';

const MARK: Record<Verdict, string> = { holds: '✓', 'does not hold': '✗', 'could not be checked': '–' };

const numberOf = (section: string) => section.slice(1).split('.').map(Number);

/** §4.2 before §4.13. */
export function bySection(a: string, b: string): number {
  const [left, right] = [numberOf(a), numberOf(b)];
  return (left[0] ?? 0) - (right[0] ?? 0) || (left[1] ?? 0) - (right[1] ?? 0);
}

const count = (results: Result[], verdict: Verdict) =>
  results.filter((result) => result.verdict === verdict).length;

/** An assumption that the gateway proves wrong breaks nothing in the document. */
export const exitCode = ({ results }: Run): number =>
  results.some(({ verdict, check }) => verdict === 'does not hold' && !check.assumed) ? 1 : 0;

function linesOf({ check, verdict, expected, came, why }: Result): string[] {
  const assumed = check.assumed ? ' (assumed)' : '';
  const head = `  ${MARK[verdict]} ${check.fact}${assumed}`;
  if (verdict === 'does not hold')
    return [`${head}: does not hold`, `      expected ${expected}`, `      came     ${came}`];
  return [verdict === 'holds' ? head : `${head}: could not be checked (${why})`];
}

export function textReport({ results, leftBehind }: Run, { mode, dashboard }: Options): string {
  const lines = [`${dashboard}, ${mode}`];
  const sections = [...new Set(results.map(({ check }) => check.section))].sort(bySection);
  for (const section of sections) {
    const own = results.filter(({ check }) => check.section === section);
    lines.push('', section, ...own.flatMap(linesOf));
  }
  const wrong = results.filter(({ check, verdict }) => check.assumed && verdict === 'does not hold');
  if (wrong.length > 0) lines.push('', 'Assumptions that this gateway proves wrong (docs/assumptions.md):');
  lines.push(...wrong.map(({ check, came }) => `  ${check.section} ${check.fact}: ${came}`));
  if (leftBehind.length > 0)
    lines.push('', 'Left behind on the gateway:', ...leftBehind.map((one) => `  ${one}`));
  const stated = results.filter(({ check, verdict }) => !check.assumed || verdict !== 'does not hold');
  const failed = count(stated, 'does not hold');
  const assumptions = wrong.length > 0 ? `, ${wrong.length} assumed do not hold` : '';
  lines.push(
    '',
    `${count(results, 'holds')} hold, ${failed} do not hold, ${count(results, 'could not be checked')} could not be checked${assumptions}`,
  );
  return lines.join('\n');
}

export function jsonReport({ results, leftBehind }: Run, options: Options, flags: Flags): string {
  const rows = results.map(({ check, verdict, expected, came, why, tookMs }) => {
    const { section, fact, kind, mode, assumed, proves } = check;
    return { section, fact, kind, mode, assumed, proves, verdict, expected, came, why, tookMs };
  });
  const { dashboard, checkout, mode, allowWrites } = options;
  return JSON.stringify({ dashboard, checkout, mode, allowWrites, flags, leftBehind, checks: rows }, null, 2);
}
