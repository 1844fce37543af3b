/** A check: how it is written down, and how it can end. */
import type { Bench } from './bench.ts';
import { cannot, type Mode } from './outcome.ts';

export { cannot, CannotCheck, Unmet, type Mode } from './outcome.ts';

/** `safe` reads, or asks for what must be refused; `write` makes, moves or deletes something. */
type Kind = 'safe' | 'write';

export type Check = {
  section: string;
  /** A sentence that is true of a gateway that keeps to the document. */
  fact: string;
  kind: Kind;
  /** Given if the document says this of one environment only. */
  mode: Mode | null;
  /** From docs/assumptions.md: the gateway may prove it wrong without breaking the document. */
  assumed: boolean;
  /** Ids of the clauses it proves (clauses/). */
  proves: string[];
  run(bench: Bench): Promise<void>;
};

export type Verdict = 'holds' | 'does not hold' | 'could not be checked';
export type Result = {
  check: Check;
  verdict: Verdict;
  /** Redacted; only where it does not hold. */
  expected: string | null;
  came: string | null;
  /** Only where it could not be checked. */
  why: string | null;
  tookMs: number;
};

type Run = (bench: Bench) => Promise<void>;
type Extras = { mode?: Mode; assumed?: boolean };

const check =
  (kind: Kind, always: Extras = {}) =>
  (section: string, fact: string, proves: string[], run: Run, extras: Extras = {}): Check => {
    const { mode = null, assumed = false } = { ...always, ...extras };
    return { section, fact, kind, mode, assumed, proves, run };
  };

export const safe = check('safe');
export const write = check('write');
/** The same, for what docs/assumptions.md takes as given. */
export const assumedSafe = check('safe', { assumed: true });
export const assumedWrite = check('write', { assumed: true });

/** `ids('§4.1', 1, 3)` → §4.1-1, §4.1-2, §4.1-3. */
export const ids = (section: string, first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, at) => `${section}-${first + at}`);

/** Money that leaves a real live account is not a check's to send, whatever was allowed. */
export function spareRealMoney({ options }: Bench, what: string): void {
  if (options.mode === 'live' && !options.isLoopback) cannot(`${what}: not done in live`);
}
