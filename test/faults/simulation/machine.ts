/** A simulated computer that is used one command at a time: each command ends before the next begins. */
import { createServices, type Services } from './services.ts';
import { memoryDatabase, openMemoryFiles } from './memory-database.ts';
import { operationsOf, salesOf } from './journal-view.ts';
import { Judge } from './judge.ts';
import { seededRng } from './rng.ts';
import { Scheduler } from './scheduler.ts';
import { clear, confirming, createWire, type Weather } from './wire.ts';
import { TERMINALS, World, type WorldFacts } from './world.ts';

const MINUTE = 60_000;

export class Machine {
  readonly scheduler: Scheduler;
  readonly world: World;
  readonly judge: Judge;
  readonly files = openMemoryFiles();
  weather: Weather = clear;
  /** The disk fails with what this answers, at every use of this mode. */
  diskFailure: (mode: string, args: unknown) => string | null = () => null;
  services: Services;
  readonly #gateway: ReturnType<typeof createWire>;

  constructor(seed: number, facts: Partial<WorldFacts> = {}) {
    const rng = seededRng(seed);
    this.scheduler = new Scheduler(rng, Date.UTC(2026, 10, 17, 10, 30));
    this.world = new World(rng, this.scheduler.worldMs, facts);
    this.judge = new Judge(this.files, this.world, true);
    this.#gateway = createWire({
      scheduler: this.scheduler,
      world: this.world,
      weather: () => this.weather,
      onFirstByte: (send) => this.judge.firstByte(send),
      onRead: (nowMs) => this.judge.read(nowMs),
    });
    this.services = this.#create();
  }

  #create(): Services {
    let failures = 0;
    const db = memoryDatabase(this.files, this.scheduler, (mode, args) => {
      const failure = this.diskFailure(mode, args);
      if (failure !== null) failures += 1;
      return failure;
    });
    return createServices(this.scheduler, db, this.#gateway(), (event, facts) => {
      if (failures === 0) this.judge.say(`logged ${event} ${facts}`);
    });
  }

  /** Lets the simulation go on until this has ended. */
  async ended<T>(work: Promise<T>): Promise<T> {
    let settled = false;
    const mark = () => void (settled = true);
    work.then(mark, mark);
    await this.scheduler.run(10 * MINUTE, () => settled);
    if (!settled) throw new Error('it never ended');
    return work;
  }
  /** Starts something and kills the process some steps later. */
  async killedWithin(work: () => Promise<unknown>, steps: number): Promise<void> {
    this.scheduler.crashAtStep = this.scheduler.steps + steps;
    work().catch(() => null);
    await this.scheduler.run(10 * MINUTE);
    await this.restart();
  }
  /** Kills the process and starts it again. */
  async restart(): Promise<void> {
    this.scheduler.crash();
    this.services = this.#create();
    const sends = this.judge.sends.length;
    await this.ended(this.services.operations.recover());
    if (this.judge.sends.length > sends) this.judge.say('I9: recovery sent something');
  }
  async readTerminals(): Promise<void> {
    for (const terminalId of TERMINALS) await this.ended(this.services.terminals.readTerminal(terminalId));
  }
  /** Runs a human confirmation: counted, and followed to the wire. */
  confirm<T>(act: () => Promise<T>): Promise<T> {
    return confirming.run(++this.judge.confirmations, act);
  }
  /** A sale on each terminal, an order and somebody else's transfer: every list holds something new. */
  somethingNew(): void {
    const { world, scheduler } = this;
    for (const terminalId of TERMINALS) world.sell(terminalId, scheduler.worldMs);
    world.orders.buy(scheduler.worldMs);
    world.orders.payAnother(scheduler.worldMs);
  }
  operations = () => operationsOf(this.files);
  sales = () => salesOf(this.files);
  close(): void {
    this.scheduler.crash();
    this.files.cache.close();
    this.files.journal.close();
  }
}
