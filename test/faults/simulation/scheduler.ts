/**
 * Simulated computers and their network: time, the queue of each database worker and every timer, taken one step at a time in an
 * order that the seed decides. A crash drops what belongs to a process and keeps what belongs to the world.
 */
import { createHash } from 'node:crypto';
import type { Rng } from './rng.ts';

/** Without a computer it belongs to the world. */
type Timed = { atMs: number; order: number; of: Scheduler | null; run: () => void };
/** Sent to a worker and not run yet; and run, the answer not delivered yet. Both keep their order. */
type Queues = { work: (() => void)[]; answers: (() => void)[] };

/** Lets every promise that can go on go on: nothing in the product waits for anything but the simulation. */
const drained = () => new Promise<void>((resolve) => setImmediate(resolve));

/** The time of a world, in which one computer lives or several. */
export class Timeline {
  worldMs: number;
  steps = 0;
  readonly rng: Rng;
  readonly #trace = createHash('sha256');
  #order = 0;
  #timed: Timed[] = [];
  readonly #computers = new Map<Scheduler, Queues>();

  constructor(rng: Rng, startMs: number) {
    this.rng = rng;
    this.worldMs = startMs;
  }

  /** A line of the history; two runs of one seed must write the same lines. */
  note(line: string): void {
    this.#trace.update(`${this.worldMs} ${line}\n`);
  }
  hash = (): string => this.#trace.copy().digest('hex');

  after(delayMs: number, run: () => void, of: Scheduler | null = null): () => void {
    const entry = { atMs: this.worldMs + delayMs, order: ++this.#order, of, run };
    this.#timed.push(entry);
    return () => void (this.#timed = this.#timed.filter((one) => one !== entry));
  }
  queuesOf(computer: Scheduler): Queues {
    const known = this.#computers.get(computer) ?? { work: [], answers: [] };
    this.#computers.set(computer, known);
    return known;
  }
  forget(computer: Scheduler): void {
    this.#computers.set(computer, { work: [], answers: [] });
    this.#timed = this.#timed.filter(({ of }) => of !== computer);
  }

  /** What is due on a computer that sleeps happens when it wakes. */
  #next(counts: (one: Timed) => boolean = () => true): { one: Timed; atMs: number } | undefined {
    let first: { one: Timed; atMs: number } | undefined;
    for (const one of this.#timed) {
      if (!counts(one)) continue;
      const atMs = Math.max(one.atMs, one.of?.wakesMs ?? one.atMs);
      if (!first || atMs < first.atMs || (atMs === first.atMs && one.order < first.one.order))
        first = { one, atMs };
    }
    return first;
  }
  #take(one: Timed): void {
    this.#timed = this.#timed.filter((other) => other !== one);
    one.run();
  }

  /** One thing that can happen now happens; false when nothing can. */
  #step(): boolean {
    const next = this.#next();
    const choices: (() => void)[] = [];
    for (const [computer, { work, answers }] of this.#computers) {
      if (computer.wakesMs > this.worldMs) continue;
      if (work.length > 0) choices.push(() => work.shift()?.());
      if (answers.length > 0) choices.push(() => answers.shift()?.());
    }
    if (next && next.atMs <= this.worldMs) choices.push(() => this.#take(next.one));
    if (choices.length === 0) return false;
    this.steps += 1;
    (choices.length === 1 ? choices[0] : this.rng.pick(choices))?.();
    return true;
  }

  /** Lets `forMs` pass, or less when `until` comes true; answers the computer whose process was killed meanwhile. */
  async run(forMs: number, until: () => boolean = () => false): Promise<Scheduler | null> {
    const endMs = this.worldMs + forMs;
    for (;;) {
      await drained();
      for (const computer of this.#computers.keys()) if (this.steps >= computer.crashAtStep) return computer;
      if (until()) return null;
      if (this.#step()) continue;
      const next = this.#next();
      const wakes = [...this.#computers].filter(([, { work, answers }]) => work.length + answers.length > 0);
      const atMs = Math.min(next?.atMs ?? Infinity, ...wakes.map(([{ wakesMs }]) => wakesMs));
      if (atMs > endMs) break;
      this.worldMs = atMs;
    }
    this.worldMs = endMs;
    return null;
  }

  /** Every computer sleeps. The rest of the world goes on. */
  jump(ms: number): void {
    const wakesMs = this.worldMs + ms;
    for (;;) {
      const next = this.#next((one) => one.of === null && one.atMs <= wakesMs);
      if (!next) break;
      this.worldMs = Math.max(this.worldMs, next.atMs);
      this.#take(next.one);
    }
    this.worldMs = wakesMs;
  }
}

/** One computer on a timeline: its clock, the lives of its process, its worker and its timers. */
export class Scheduler {
  readonly timeline: Timeline;
  /** The computer's clock may be wrong by this. */
  skewMs = 0;
  /** Counts the lives of the process: what was started in an earlier one never goes on. */
  life = 1;
  /** The process is killed at this step of the timeline. */
  crashAtStep = Number.POSITIVE_INFINITY;
  /** Asleep until then, while other computers are awake. */
  wakesMs = 0;

  constructor(rng: Rng, startMs: number, timeline = new Timeline(rng, startMs)) {
    this.timeline = timeline;
    timeline.queuesOf(this);
  }

  get rng(): Rng {
    return this.timeline.rng;
  }
  /** Real time of the world. */
  get worldMs(): number {
    return this.timeline.worldMs;
  }
  get steps(): number {
    return this.timeline.steps;
  }
  nowMs = (): number => this.worldMs + this.skewMs;
  note = (line: string): void => this.timeline.note(line);
  hash = (): string => this.timeline.hash();

  /** `ofWorld` goes on when the process is killed. */
  after = (delayMs: number, run: () => void, ofWorld = false): (() => void) =>
    this.timeline.after(delayMs, run, ofWorld ? null : this);
  sleep = (delayMs: number): Promise<void> => new Promise((resolve) => this.after(delayMs, resolve));

  /** Runs in the worker, after everything posted before it; the answer travels back on its own. */
  post<T>(run: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const { life } = this;
      const queues = this.timeline.queuesOf(this);
      queues.work.push(() => {
        let answer: () => void;
        try {
          const value = run();
          answer = () => resolve(value);
        } catch (error) {
          answer = () => reject(error instanceof Error ? error : new Error(String(error)));
        }
        if (life === this.life) queues.answers.push(answer);
      });
    });
  }

  crash(): void {
    this.life += 1;
    this.timeline.forget(this);
    this.crashAtStep = Number.POSITIVE_INFINITY;
  }

  /** Lets `forMs` pass, or less when `until` comes true; 'crashed' when the process was killed meanwhile. */
  run = async (forMs: number, until?: () => boolean): Promise<'ran' | 'crashed'> =>
    (await this.timeline.run(forMs, until)) === null ? 'ran' : 'crashed';

  /** The computer sleeps: what was due happens late, when it wakes. The rest of the world goes on. */
  jump = (ms: number): void => this.timeline.jump(ms);
}
