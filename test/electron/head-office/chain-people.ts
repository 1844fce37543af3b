/** PCs of a chain with people of their own, over a real server: register, list and rounds as in Closeout, without windows and threads. */
import { systemRandom } from '#electron/hosts/launch/system.ts';
import type { ProfileSession } from '#electron/core/profile-session.ts';
import { createChainPeopleHandlers, createFollowing } from '#electron/handlers/chain-people.ts';
import { connect, type Connection } from '#electron/head-office/connection.ts';
import { makeEntries, type Entry, type Head } from '#electron/head-office/entry.ts';
import { addPeople } from '#electron/head-office/people-at-server.ts';
import {
  BEFORE_FIRST,
  noChainPeople,
  peopleFact,
  type ChainPeople,
  type PeopleChange,
} from '#electron/head-office/people-record.ts';
import { runRound } from '#electron/head-office/round.ts';
import { createChainList } from '#electron/services/head-office/chain-list.ts';
import type { Held } from '#electron/services/head-office/claim-taking.ts';
import type { ProfileContext } from '#electron/services/context.ts';
import { guardHandlers } from '#electron/services/people/index.ts';
import type { ChainPeopleState } from '#shared/contract/chain-people.ts';
import type { Handlers } from '#shared/contract/index.ts';
import type { Role } from '#shared/domain/rights.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import {
  memoryKeychain,
  startPeople,
  type MemoryKeychain,
  type PeopleBench,
} from '../services/people/bench.ts';
import { openPc, type OfficePc } from './office-pc.ts';
import type { Cluster } from './cluster.ts';
import { enrolled, openRecord, place, type Pc } from './record.ts';

export const PINS: Readonly<Record<string, string>> = { Mona: '280519', Farid: '700813', Sara: '641207' };
export const pinOf = (name: string): string => PINS[name] ?? '930157';

export const must = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
};

export type PeoplePc = {
  readonly name: string;
  readonly pc: string;
  readonly office: OfficePc;
  readonly people: PeopleBench['people'];
  readonly entries: PeopleBench['entries'];
  readonly keychain: MemoryKeychain;
  /** What its keychain holds. */
  readonly kept: ReadonlyMap<string, string>;
  /** What the record of the profile got. */
  readonly recorded: { action: string; target: string; params: unknown }[];
  readonly calls: Pick<
    Handlers,
    Extract<keyof Handlers, `chainPeople.${string}` | `people.${string}` | 'headOffice.leave'>
  >;
  /** While it is false, head office is not reached; `once`: it does what it is asked next, and the answer is lost. */
  reaches: boolean | 'once';
  /** A round, and what it brought is taken over. */
  round(): Promise<void>;
  signIn(name: string): Promise<string>;
  add(name: string, role: Role): Promise<string>;
  idOf(name: string): string;
  state(): Promise<ChainPeopleState>;
  /** A PIN that was chosen here with a code. */
  pinOf(personId: string): string | undefined;
  keepPin(personId: string, pin: string): void;
  /** The list as this PC has read it. */
  list(): Promise<ChainPeople>;
  /** Closeout ends, its copy of the record is deleted, and it begins again. */
  forgetCopy(): Promise<void>;
  /** Adds a change that this PC signs, whatever is in it. `put`: in what way. */
  forge(
    change: PeopleChange,
    put?: (entry: Entry, connection: Connection) => Promise<boolean>,
  ): Promise<boolean>;
  /** Begins a list of its own. */
  forgeFirst(name: string): Promise<boolean>;
  close(): Promise<void>;
};

/** `first`: who is the administrator of this PC before there is any list. */
export async function peoplePc(
  of: Omit<Pc, 'connection' | 'batons'>,
  name: string,
  first: string,
): Promise<PeoplePc> {
  const office = openPc(of);
  const system = memoryKeychain();
  const bench = await startPeople({ system });
  const { people } = bench;
  must(await people.begin({ name: first, pin: pinOf(first) }));
  let connection: Connection | null = null;
  const online = async (): Promise<Connection> => {
    if (!pc.reaches) throw new Error('not reached');
    return (connection ??= await connect(of.login));
  };
  let failure: 'not-reached' | null = null;
  let otherPeople = false;
  const look = async () => {
    try {
      ({ otherPeople } = await runRound(await online(), {
        ...of,
        folder: office.folder,
        store: office.store(),
      }));
      failure = null;
    } catch {
      failure = 'not-reached';
    }
    return state();
  };
  const state = async () =>
    ok({ membership: null, standing: { failure, otherPeople, pcs: office.store().pcs() } });
  const thread = {
    people: async (after: number) => office.store().people(after, 500),
    addPeople: async (entry: Parameters<typeof addPeople>[1]) => {
      try {
        const value = await addPeople(await online(), entry);
        if (pc.reaches !== 'once') return { ok: true, value };
        pc.reaches = false;
        return { ok: false, failure: 'not-reached' };
      } catch {
        return { ok: false, failure: 'not-reached' };
      }
    },
  };
  const newHeld = () => ({ membership: { name, ...of }, thread, standing: null }) as unknown as Held;
  let held = newHeld();
  async function forgeOn(
    change: PeopleChange,
    after: () => Promise<Head>,
    put = (entry: Entry, on: Connection) => addPeople(on, entry),
  ): Promise<boolean> {
    const [entry] = makeEntries(of.identity, of.place, await after(), [
      peopleFact(change, bench.clock.nowMs()),
    ]);
    return entry !== undefined && put(entry, await online());
  }
  const context = {
    clock: bench.clock,
    log: { warn: () => {} },
    emit: () => {},
  } as unknown as ProfileContext;
  const recorded: PeoplePc['recorded'] = [];
  const session = {
    context,
    headOffice: { chainList: createChainList(context, () => held), look, state },
    audit: { record: async (entry: PeoplePc['recorded'][number]) => (recorded.push(entry), true) },
  } as unknown as ProfileSession;
  const use = <T>(work: (session: ProfileSession) => T): T => work(session);
  const needs = { use, people, random: systemRandom };
  const following = createFollowing(needs);
  const chain = createChainPeopleHandlers(needs);
  const pick = Object.fromEntries(
    ['add', 'change', 'setPin', 'list', 'unlock', 'useCode', 'state', 'changeOwnPin'].map((verb) => [
      `people.${verb}`,
      (input: unknown) => (people as unknown as Record<string, (input: unknown) => unknown>)[verb]?.(input),
    ]),
  );
  const calls = guardHandlers({ ...chain, ...pick } as unknown as Handlers, {
    acting: bench.acting,
    signedIn: people.signedIn,
    whyNot: people.whyNot,
    onCall: () => {},
  });
  const idOf = (wanted: string): string => {
    const { people: here } = peopleNow;
    const found = here.find((one) => one.name === wanted);
    if (!found) throw new Error(`${wanted} is not at ${name}`);
    return found.personId;
  };
  const pins = new Map([[people.signedIn()?.personId ?? '', pinOf(first)]]);
  let peopleNow = must(await people.list());
  const pc: PeoplePc = {
    name,
    pc: of.identity.pc,
    office,
    people,
    entries: bench.entries,
    keychain: system,
    kept: system.kept,
    recorded,
    calls,
    reaches: true,
    async round() {
      await look();
      await following.touch();
      peopleNow = must(await people.list());
    },
    async signIn(wanted) {
      peopleNow = must(await people.list());
      must(await people.unlock({ personId: idOf(wanted), pin: pinOf(wanted) }));
      return idOf(wanted);
    },
    async add(added, role) {
      const pin = pinOf(people.signedIn()?.name ?? '');
      peopleNow = must(await people.add({ name: added, role, newPin: pinOf(added), pin }));
      pins.set(idOf(added), pinOf(added));
      return idOf(added);
    },
    idOf,
    state: async () => must(await chain['chainPeople.state']({})),
    pinOf: (personId) => pins.get(personId),
    keepPin: (personId, pin) => void pins.set(personId, pin),
    list: async () => (await session.headOffice.chainList.read())?.list ?? noChainPeople,
    async forgetCopy() {
      office.forgetStore();
      held = newHeld();
    },
    forge: (change, put) => forgeOn(change, async () => (await pc.list()).head, put),
    forgeFirst: (by) =>
      forgeOn(
        {
          what: 'begin',
          by: { id: by, name: by },
          person: { id: by, name: by, role: 'administrator', active: true },
          pc: { id: of.identity.pc, name, confirmed: true },
        },
        async () => BEFORE_FIRST,
      ),
    async close() {
      people.stop();
      await connection?.close().catch(() => null);
      office.close();
    },
  };
  return pc;
}

let madeRecords = 0;

/** A head office and the PCs of its chain; Mona has begun the list on the first, the others take it over and are confirmed. */
export async function withPcs(
  cluster: Cluster,
  firsts: readonly string[],
  use: (pcs: PeoplePc[], owner: Connection, database: string) => Promise<void>,
): Promise<void> {
  madeRecords += 1;
  const database = `people_${process.pid}_${madeRecords}`;
  const owner = await openRecord(cluster, database);
  const pcs: PeoplePc[] = [];
  try {
    for (const [index, first] of firsts.entries()) {
      // The first sees every branch, as the office does.
      const of = await enrolled(cluster, owner, database, place(index === 0 ? '' : `B${index}`));
      pcs.push(await peoplePc(of, `PC ${index}`, first));
    }
    await use(pcs, owner, database);
  } finally {
    for (const pc of pcs) await pc.close();
    await owner.close().catch(() => null);
  }
}

export async function joinAll([first, ...others]: PeoplePc[]): Promise<void> {
  if (!first) return;
  const begun = must(await first.calls['chainPeople.begin']({ pin: pinOf('Mona') }));
  for (const pc of others) {
    await pc.round();
    const me = pc.people.signedIn()?.name ?? '';
    const { pcCode } = must(await pc.calls['chainPeople.take']({ code: begun.code ?? '', pin: pinOf(me) }));
    await first.round();
    must(await first.calls['chainPeople.confirmPc']({ code: pcCode, confirmed: true, pin: pinOf('Mona') }));
    await pc.round();
  }
}

/** A person of the office whom head office keeps from now on. */
export async function addToChain(office: PeoplePc, name: string, role: Role): Promise<string> {
  const personId = await office.add(name, role);
  must(await office.calls['chainPeople.share']({ personId, pin: pinOf('Mona') }));
  return personId;
}

/** A person of the list chooses a PIN on that PC and is signed in there. */
export async function bring(from: PeoplePc, to: PeoplePc, name: string): Promise<string> {
  const by = from.people.signedIn()?.name ?? '';
  const personId = (await from.state()).people.find((one) => one.name === name)?.personId ?? '';
  const { code } = must(await from.calls['chainPeople.makeCode']({ personId, pc: to.pc, pin: pinOf(by) }));
  await to.round();
  must(await to.calls['people.useCode']({ personId, code, newPin: pinOf(name) }));
  to.keepPin(personId, pinOf(name));
  return personId;
}
