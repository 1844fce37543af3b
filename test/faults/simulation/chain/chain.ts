/** A simulated chain: one gateway, one head office, and PCs on one timeline. What happens to it is chain/events.ts. */
import type { WithoutHeadOffice } from '#shared/domain/head-office.ts';
import { openMemoryFiles } from '../memory-database.ts';
import { seededRng, type Rng } from '../rng.ts';
import { Scheduler, Timeline } from '../scheduler.ts';
import { clear, type Weather } from '../wire.ts';
import { World } from '../world.ts';
import { ChainJudge } from './judge.ts';
import { Office, type EnrolledPc } from './office.ts';
import { diskOf, Pc, type Disk } from './pc.ts';
import { createServer, type Server } from './server.ts';

const START_MS = Date.UTC(2026, 10, 17, 10, 30);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const ENROLLED: readonly EnrolledPc[] = [
  { id: 'pc-a', name: 'Till', branch: 'Maadi' },
  { id: 'pc-b', name: 'Shop', branch: 'Zamalek' },
  { id: 'pc-c', name: 'Office', branch: '' },
];

export class SimulatedChain {
  readonly rng: Rng;
  readonly timeline: Timeline;
  readonly world: World;
  readonly office: Office;
  readonly server: Server;
  readonly judge: ChainJudge;
  readonly pcs: Pc[] = [];
  /** The longest that a gateway of this world waits before it does what it was asked. */
  readonly latestMs: number;
  readonly rule: WithoutHeadOffice;
  weather: Weather = clear;
  crashes = 0;

  constructor(seed: number) {
    const rng = (this.rng = seededRng(seed));
    this.timeline = new Timeline(rng, START_MS);
    this.world = new World(rng, START_MS);
    this.office = new Office(ENROLLED.slice(0, rng.pick([2, 3, 3])));
    this.server = createServer(this.timeline, this.office);
    this.latestMs = rng.pick([10 * MINUTE, 10 * MINUTE, 3 * HOUR]);
    this.rule = rng.pick(['own-terminals', 'own-terminals', 'wait', 'go-on'] as const);
    const { world, office, rule } = this;
    this.judge = new ChainJudge({ world, office, rule, keepsWindow: this.keepsWindow });
    for (const self of office.pcs) this.#add(self, self.id, diskOf(openMemoryFiles()));
  }
  get keepsWindow(): boolean {
    return this.latestMs <= 10 * MINUTE;
  }
  get living(): Pc[] {
    return this.pcs.filter(({ isGone }) => !isGone);
  }

  #add(self: EnrolledPc, key: string, disk: Pc['disk']): Pc {
    const { world, server, judge, rule, keepsWindow } = this;
    const chain = { world, server, judge, rule, keepsWindow, weather: () => this.weather };
    const computer = new Scheduler(this.rng, START_MS, this.timeline);
    const pc = new Pc(chain, { self, key, computer, disk });
    this.pcs.push(pc);
    judge.pcs.push(pc);
    return pc;
  }
  /** A copy of its disk in a second computer, which begins at once. */
  clone(of: Pc, disk: Disk): Pc {
    const clone = this.#add(of.self, `${of.key}-clone`, disk);
    clone.isCloneOf(of);
    clone.computer.skewMs = of.computer.skewMs;
    clone.start();
    return clone;
  }

  /** Lets time pass, or less when `until` comes true. A PC that is killed meanwhile begins again. */
  async pass(ms: number, until?: () => boolean): Promise<void> {
    const endMs = this.timeline.worldMs + ms;
    for (;;) {
      const killed = await this.timeline.run(Math.max(0, endMs - this.timeline.worldMs), until);
      if (!killed) return;
      for (const pc of this.pcs) if (pc.computer === killed) this.restart(pc);
    }
  }
  restart(pc: Pc): void {
    this.crashes += 1;
    pc.kill();
    if (!pc.isGone) pc.start();
  }
}
