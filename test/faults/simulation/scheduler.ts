/**
 * One simulated computer and its network: time, the database worker's queue and every timer, taken one step at a time in an
 * order that the seed decides. A crash drops what belongs to the process and keeps what belongs to the world.
 */
import { createHash } from 'node:crypto';
import type { Rng } from './rng.ts';

type Timed = { atMs: number; order: number; life: number | null; run: () => void };

/** Lets every promise that can go on go on: nothing in the product waits for anything but the simulation. */
const drained = () => new Promise<void>((resolve) => setImmediate(resolve));

export class Scheduler {
  /** Real time of the world; the computer's clock may be wrong (`skewMs`). */
  worldMs: number;
  skewMs = 0;
  /** Counts the lives of the process: what was started in an earlier one never goes on. */
  life = 1;
  steps = 0;
  /** The process is killed at this step. */
  crashAtStep = Number.POSITIVE_INFINITY;
  readonly rng: Rng;
  readonly #trace = createHash('sha256');
  #order = 0;
  #timed: Timed[] = [];
  /** Sent to the worker and not run yet; and run, the answer not delivered yet. Both keep their order. */
  #work: (() => void)[] = [];
  #answers: (() => void)[] = [];

  constructor(rng: Rng, startMs: number) {
    this.rng = rng;
    this.worldMs = startMs;
  }

  nowMs = (): number => this.worldMs + this.skewMs;

  /** A line of the history; two runs of one seed must write the same lines. */
  note(line: string): void {
    this.#trace.update(`${this.worldMs} ${line}\n`);
  }
  hash = (): string => this.#trace.copy().digest('hex');

  /** `ofWorld` goes on when the process is killed. */
  after(delayMs: number, run: () => void, ofWorld = false): () => void {
    const entry = {
      atMs: this.worldMs + delayMs,
      order: ++this.#order,
      life: ofWorld ? null : this.life,
      run,
    };
    this.#timed.push(entry);
    return () => void (this.#timed = this.#timed.filter((one) => one !== entry));
  }
  sleep = (delayMs: number): Promise<void> => new Promise((resolve) => this.after(delayMs, resolve));

  /** Runs in the worker, after everything posted before it; the answer travels back on its own. */
  post<T>(run: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const { life } = this;
      this.#work.push(() => {
        let answer: () => void;
        try {
          const value = run();
          answer = () => resolve(value);
        } catch (error) {
          answer = () => reject(error instanceof Error ? error : new Error(String(error)));
        }
        if (life === this.life) this.#answers.push(answer);
      });
    });
  }

  crash(): void {
    this.life += 1;
    this.#work = [];
    this.#answers = [];
    this.#timed = this.#timed.filter(({ life }) => life === null);
    this.crashAtStep = Number.POSITIVE_INFINITY;
  }

  #next(counts: (one: Timed) => boolean = () => true): Timed | undefined {
    let first: Timed | undefined;
    for (const one of this.#timed) {
      if (!counts(one)) continue;
      const earlier = !first || one.atMs < first.atMs || (one.atMs === first.atMs && one.order < first.order);
      if (earlier) first = one;
    }
    return first;
  }

  /** One thing that can happen now happens; false when nothing can. */
  #step(): boolean {
    const next = this.#next();
    const due = next && next.atMs <= this.worldMs ? next : null;
    const choices: (() => void)[] = [];
    if (this.#work.length > 0) choices.push(() => this.#work.shift()?.());
    if (this.#answers.length > 0) choices.push(() => this.#answers.shift()?.());
    if (due)
      choices.push(() => {
        this.#timed = this.#timed.filter((one) => one !== due);
        due.run();
      });
    if (choices.length === 0) return false;
    this.steps += 1;
    (choices.length === 1 ? choices[0] : this.rng.pick(choices))?.();
    return true;
  }

  /** Lets `forMs` pass, or less when `until` comes true; 'crashed' when the process was killed meanwhile. */
  async run(forMs: number, until: () => boolean = () => false): Promise<'ran' | 'crashed'> {
    const endMs = this.worldMs + forMs;
    for (;;) {
      await drained();
      if (this.steps >= this.crashAtStep) return 'crashed';
      if (until()) return 'ran';
      if (this.#step()) continue;
      const next = this.#next();
      if (!next || next.atMs > endMs) break;
      this.worldMs = next.atMs;
    }
    this.worldMs = endMs;
    return 'ran';
  }

  /** The computer sleeps: what was due happens late, when it wakes. The rest of the world goes on. */
  jump(ms: number): void {
    const wakesMs = this.worldMs + ms;
    for (;;) {
      const next = this.#next((one) => one.life === null && one.atMs <= wakesMs);
      if (!next) break;
      this.#timed = this.#timed.filter((one) => one !== next);
      this.worldMs = Math.max(this.worldMs, next.atMs);
      next.run();
    }
    this.worldMs = wakesMs;
  }
}
