/** Small checks and benches for the tests of the frame. */
import { createBench, type Bench } from '#electron/conformance/bench.ts';
import type { Check, Result, Verdict } from '#electron/conformance/check.ts';
import { readOptions, type Options } from '#electron/conformance/options.ts';

export const HERE = ['--dashboard', 'http://127.0.0.1:9', '--checkout', 'http://127.0.0.1:9'];

export function optionsOf(...args: string[]): Options {
  const options = readOptions([...HERE, ...args], {});
  if (options === null) throw new Error('usage');
  return options;
}

export const benchOf = (...args: string[]): Bench => createBench(optionsOf(...args));

export const checkOf = (fact: string, rest: Partial<Check> = {}): Check => ({
  section: '§4.1',
  fact,
  kind: 'safe',
  mode: null,
  assumed: false,
  proves: [],
  run: async () => undefined,
  ...rest,
});

export const resultOf = (fact: string, verdict: Verdict, rest: Partial<Check> = {}): Result => ({
  check: checkOf(fact, rest),
  verdict,
  expected: verdict === 'does not hold' ? 'status 404' : null,
  came: verdict === 'does not hold' ? 'GET /x → 200 {}' : null,
  why: verdict === 'could not be checked' ? 'needs --terminal' : null,
  tookMs: 1,
});
