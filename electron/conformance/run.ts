/** Runs the checks one after the other. Nothing a check does ends the run. */
import type { Bench } from './bench.ts';
import { CannotCheck, Unmet, type Check, type Result } from './check.ts';
import type { Options } from './options.ts';
import { shorten } from './redact.ts';

/** `§4.1` chooses §4.1 but not §4.13; `§4` chooses all of them; other text is looked for in the fact. */
export function isChosen(check: Check, only: string | null): boolean {
  if (only === null) return true;
  if (!only.startsWith('§')) return check.fact.toLowerCase().includes(only.toLowerCase());
  return check.section === only || check.section.startsWith(`${only}.`);
}

/** Why it is not even tried, or null. */
function reasonToSkip(check: Check, options: Options): string | null {
  if (check.mode !== null && check.mode !== options.mode) return `is said of ${check.mode} only`;
  if (check.kind === 'write' && !options.allowWrites) return 'writes; needs --allow-writes';
  return null;
}

async function runOne(check: Check, bench: Bench): Promise<Result> {
  const clean = (text: string) => shorten(bench.redact(text));
  const started = performance.now();
  const end = (rest: Partial<Result> & Pick<Result, 'verdict'>): Result => ({
    check,
    expected: null,
    came: null,
    why: null,
    tookMs: Math.round(performance.now() - started),
    ...rest,
  });
  const skip = reasonToSkip(check, bench.options);
  if (skip !== null) return end({ verdict: 'could not be checked', why: skip });
  try {
    await check.run(bench);
    return end({ verdict: 'holds' });
  } catch (error) {
    if (error instanceof CannotCheck)
      return end({ verdict: 'could not be checked', why: clean(error.message) });
    if (error instanceof Unmet)
      return end({ verdict: 'does not hold', expected: clean(error.expected), came: clean(error.came) });
    // A surprise in a check is a surprising answer until a person has looked.
    const came = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return end({ verdict: 'does not hold', expected: 'an answer the check understands', came: clean(came) });
  }
}

export type Run = { results: Result[]; leftBehind: string[] };

export async function runChecks(
  checks: Check[],
  bench: Bench,
  tell: (result: Result) => void = () => undefined,
): Promise<Run> {
  const results: Result[] = [];
  for (const check of checks.filter((one) => isChosen(one, bench.options.only))) {
    const result = await runOne(check, bench);
    results.push(result);
    tell(result);
  }
  return { results, leftBehind: await bench.cleanUp() };
}
