/** A PC of a simulated chain: its disk, the lives of its process, the person at it, and what the product makes of all that. */
import { assertMayWrite, stateOf, type MoneyGate } from '#electron/database/money-gate.ts';
import { DatabaseFailure, type Database } from '#electron/database/client.ts';
import type { ProfileFiles } from '#electron/database/db.ts';
import { createClaims } from '#electron/services/head-office/claims.ts';
import type { Held } from '#electron/services/head-office/claim-taking.ts';
import { takeOver } from '#electron/services/head-office/take-over.ts';
import type { ProfileContext } from '#electron/services/context.ts';
import type { WithoutHeadOffice } from '#shared/domain/head-office.ts';
import { batonsOf, nothingKept, type KeptInMemory } from '../../../electron/head-office/batons.ts';
import { Judge } from '../judge.ts';
import { copyOf, memoryDatabase, runProcedure } from '../memory-database.ts';
import { createPerson } from '../person.ts';
import type { Scheduler } from '../scheduler.ts';
import { contextOf, servicesOf, type Services } from '../services.ts';
import { createWire, type Weather } from '../wire.ts';
import { TERMINALS, type World } from '../world.ts';
import { createLink, type Link, type Told } from './link.ts';
import { BRANCHES, type EnrolledPc } from './office.ts';
import { clearNetwork, type Network, type Server } from './server.ts';
import type { ChainJudge } from './judge.ts';

/** `gate`: the journal was restored, and a person has not confirmed what it may have lost. */
export type Disk = { files: ProfileFiles; told: Told; batons: KeptInMemory; gate: MoneyGate };
export const diskOf = (files: ProfileFiles): Disk => ({
  files,
  told: { record: [], kept: [] },
  batons: nothingKept(),
  gate: { unconfirmed: false, damaged: false },
});
export const copyOfDisk = ({ files, told: { record, kept }, batons, gate }: Disk): Disk => ({
  files: copyOf(files),
  told: { record: [...record], kept: [...kept] },
  batons: { ...batons },
  gate: { ...gate },
});

export type Chain = {
  readonly world: World;
  readonly server: Server;
  readonly judge: ChainJudge;
  readonly weather: () => Weather;
  readonly rule: WithoutHeadOffice;
  readonly keepsWindow: boolean;
};
/** How a disk came to be an older copy: the product's own backup, or a folder that somebody copied back. */
export type OlderBy = 'backup' | 'copy';

/** One life of the process. */
type Life = {
  readonly services: Services;
  readonly person: ReturnType<typeof createPerson>;
  readonly claiming: ReturnType<typeof createClaims>;
  readonly context: ProfileContext;
  link: Link | null;
  held: Held | null;
  isReady: boolean;
};

export class Pc {
  readonly self: EnrolledPc;
  /** Apart from its id: a cloned disk has the id of another. */
  readonly key: string;
  readonly computer: Scheduler;
  disk: Disk;
  network: Network = clearNetwork;
  judge: Judge;
  /** Of files that are not there any more. */
  readonly earlier: Judge[] = [];
  /** Older than the anchor in the keychain: money is stopped until a person has taken the record as it is. */
  isOlder = false;
  isGone = false;
  readonly truthAt: World['truthAt'] = new Map();
  readonly #chain: Chain;
  readonly #gateway: ReturnType<typeof createWire>;
  #life: Life | null = null;
  #acts = 0;
  #batons = 0;

  constructor(chain: Chain, of: { self: EnrolledPc; key: string; computer: Scheduler; disk: Disk }) {
    this.#chain = chain;
    this.self = of.self;
    this.key = of.key;
    this.computer = of.computer;
    this.disk = of.disk;
    this.judge = this.#newJudge();
    for (const [at, terminalId] of TERMINALS.entries())
      runProcedure(this.disk.files, 'terminals.addTyped', {
        ids: [terminalId],
        branchName: BRANCHES[at] ?? null,
      });
    this.#gateway = createWire({
      scheduler: this.computer,
      world: chain.world,
      weather: chain.weather,
      truthAt: this.truthAt,
      onFirstByte: (send) => {
        this.judge.firstByte(send);
        chain.judge.firstByte(this, send.sendId);
      },
      onRead: (nowMs) => this.judge.read(nowMs),
    });
  }

  #newJudge = () =>
    new Judge(this.disk.files, this.#chain.world, this.#chain.keepsWindow, {
      truthAt: this.truthAt,
      hasDone: (operation) => this.#chain.judge.hasDone(this, operation),
    });

  /** Null while the process begins, and while it does not run. */
  get person(): Life['person'] | null {
    return this.#life?.isReady ? this.#life.person : null;
  }
  get isReady(): boolean {
    return this.#life?.isReady ?? false;
  }
  get isStopped(): boolean {
    return this.isOlder || this.disk.gate.unconfirmed;
  }
  /** What head office said last, if anything. */
  get failure() {
    return this.#life?.held?.standing?.failure ?? null;
  }

  /** What a person does leaves an entry in the record, which is published. */
  act(): void {
    this.#acts += 1;
    this.disk.told.record.push(`${this.key} ${this.#acts}`);
    this.#life?.link?.stir();
  }

  #database(): Database {
    const db = memoryDatabase(this.disk.files, this.computer, () => null);
    const { gate } = this.disk;
    const call: Database['call'] = (name, args) => {
      if (name === 'journal.gate') return this.computer.post(() => stateOf(gate)) as never;
      try {
        assertMayWrite(gate, name, args);
      } catch (error) {
        return Promise.reject(new DatabaseFailure(String(error), 'JOURNAL_UNCONFIRMED'));
      }
      return db.call(name, args);
    };
    return { ...db, call };
  }

  #create(): Life {
    const { world, rule } = this.#chain;
    const { judge, computer, disk } = this;
    const context = contextOf(computer, this.#database(), this.#gateway(), (event, facts) => {
      // Said of a journal that waits for its check.
      if (event !== 'operations-not-recovered') judge.say(`logged ${event} ${facts}`);
    });
    const claiming = createClaims(context, {
      held: () => life.held,
      withoutIt: () => rule,
      note: () => this.act(),
    });
    const services = servicesOf(context, claiming.claims);
    const person = createPerson({ scheduler: computer, files: disk.files, world, judge, services });
    const life: Life = { services, person, claiming, context, link: null, held: null, isReady: false };
    return life;
  }

  /** Begins the process. It may be killed before it is ready. */
  start(): void {
    const life = (this.#life = this.#create());
    const { services, claiming } = life;
    const isDoubtful = this.isStopped;
    if (this.isOlder) services.operations.stopMoney(true);
    services.operations.recover(this.isOlder && !this.disk.gate.unconfirmed).then(
      () => {
        claiming.begin(isDoubtful);
        this.#join(life);
        life.isReady = true;
      },
      (error: unknown) => this.judge.say(`recovery failed: ${String(error)}`),
    );
  }
  #join(life: Life): void {
    const { server, judge } = this.#chain;
    const { self, computer } = this;
    const link = createLink({
      ...{ self, computer, server, told: this.disk.told },
      batons: batonsOf(this.disk.batons, () => `${this.key} ${(this.#batons += 1)}`),
      network: () => this.network,
      heard: (standing) => {
        if (life.held) life.held.standing = standing;
        life.claiming
          .heard(standing)
          .catch((error: unknown) => this.judge.say(`not heard: ${String(error)}`));
      },
      answered: (asked, answered) => judge.answered(this, asked, answered),
    });
    life.link = link;
    life.held = { thread: link.thread, standing: link.standing() } as Held;
  }

  kill(): void {
    this.computer.note(`${this.key} crash`);
    this.#life?.link?.end();
    this.#life = null;
    this.computer.crash();
  }

  /** As the app ends. */
  async stop(): Promise<void> {
    const life = this.#life;
    if (!life) return;
    life.services.instant.stop();
    await Promise.all([life.services.terminals.stop(), life.services.operations.stop()]);
    life.claiming.stop();
  }

  /** Killed, and begun again from an older copy of its disk. */
  olderCopy(older: Disk, by: OlderBy): void {
    this.kill();
    const { files, told } = older;
    if (by === 'backup') {
      const journal = files.journal;
      const { batons } = this.disk;
      this.disk = {
        files: { ...this.disk.files, journal },
        told: { record: told.record, kept: this.disk.told.kept },
        batons,
        gate: { unconfirmed: true, damaged: false },
      };
    } else {
      this.disk = { files, told, batons: older.batons, gate: { ...older.gate } };
      this.isOlder = true;
    }
    this.#judgeAnew(this.judge);
    this.start();
  }
  /** The disk is another's as it is now. */
  isCloneOf(other: Pc): void {
    this.truthAt.clear();
    for (const [key, rows] of other.truthAt) this.truthAt.set(key, rows);
    this.#judgeAnew(other.judge);
  }
  #judgeAnew(before: Judge): void {
    if (before === this.judge) this.earlier.push(before);
    this.judge = this.#newJudge();
    this.judge.goesOnFrom(before);
  }

  /** A person has looked up what the journal may have lost: as electron/core/money-stop.ts does it. */
  async confirmCheck(): Promise<void> {
    const life = this.#life;
    if (!life?.isReady || !this.isStopped || life.services.operations.inFlight() > 0) return;
    await life.services.operations.recover(true);
    if (this.#life !== life) return;
    this.disk.gate.unconfirmed = false;
    this.isOlder = false;
    life.services.operations.stopMoney(false);
    this.act();
    this.computer.note(`${this.key} checked`);
  }

  /** A person reads all terminals and takes over this claim. */
  async takeOver(number: number): Promise<boolean> {
    const life = this.#life;
    if (!life?.isReady || !life.held) return false;
    for (const terminalId of TERMINALS) await life.services.terminals.readTerminal(terminalId);
    const record = async () => {
      this.act();
      return true;
    };
    const taken = await takeOver(life.context, { number, note: '' }, { now: life.held, record });
    return taken.ok;
  }

  end(): void {
    this.kill();
    const { cache, journal, imports } = this.disk.files;
    for (const file of [cache, journal, imports]) file.close();
  }
}
