/** People with a clock that the test owns and a keychain that outlives a restart, as the system's does. */
import type { NewEntry } from '#electron/audit/entry.ts';
import { openKeychain, type SystemKeychain } from '#electron/keychain/keychain.ts';
import { systemRandom } from '#electron/hosts/launch/system.ts';
import {
  createActing,
  createPeopleService,
  type Acting,
  type PeopleService,
} from '#electron/services/people/index.ts';
import { EMPTY_BAR, type Bar, type PeopleState } from '#shared/contract/people.ts';
import { testClock, type TestClock } from '../../sandbox/gateway.ts';

export const MONA_PIN = '280519';
export const OMAR_PIN = '700813';

export type MemoryKeychain = SystemKeychain & { kept: Map<string, string>; refuse: boolean };

/** The system's keychain, kept in memory; `refuse` makes every later call fail. */
export function memoryKeychain(): MemoryKeychain {
  const kept = new Map<string, string>();
  const unless = <T>(give: () => T): Promise<T> =>
    keychain.refuse ? Promise.reject(new Error('refused')) : Promise.resolve(give());
  const keychain: MemoryKeychain = {
    kept,
    refuse: false,
    getPassword: (_service, account) => unless(() => kept.get(account) ?? null),
    setPassword: (_service, account, password) => unless(() => void kept.set(account, password)),
    deletePassword: (_service, account) => unless(() => kept.delete(account)),
  };
  return keychain;
}

export type PeopleBench = {
  people: PeopleService;
  clock: TestClock & { putTo(ms: number): void };
  system: SystemKeychain;
  entries: (NewEntry & { actor: string })[];
  states: PeopleState[];
  busy: boolean;
  /** Whose call it is. */
  acting: Acting;
};

export type BenchOptions = { system?: SystemKeychain | null; hadPeople?: { is: boolean }; startMs?: number };

/** A start of Closeout. The clock can also be set, as a person sets it: timers do not notice. */
export async function startPeople({
  system = memoryKeychain(),
  hadPeople = { is: false },
  startMs,
}: BenchOptions = {}): Promise<PeopleBench> {
  const running = testClock(startMs);
  let putBy = 0;
  const clock = {
    ...running,
    nowMs: () => running.nowMs() + putBy,
    putTo: (ms: number) => void (putBy = ms - running.nowMs()),
  };
  const keychain = openKeychain(
    () => (system ? Promise.resolve(system) : Promise.reject(new Error('no bus'))),
    clock,
    () => {},
  );
  const acting = createActing();
  const bars = new Map<string, Bar>();
  const bench: PeopleBench = {
    acting,
    clock,
    system: system ?? memoryKeychain(),
    entries: [],
    states: [],
    busy: false,
    people: createPeopleService({
      keychain,
      clock,
      random: systemRandom,
      expected: { get: () => hadPeople.is, set: () => void (hadPeople.is = true) },
      bars: {
        of: (personId) => bars.get(personId) ?? EMPTY_BAR,
        set: (personId, bar) => bars.set(personId, bar),
      },
      record: (entry) => void bench.entries.push(entry),
      isBusy: () => bench.busy,
      actor: acting.current,
      onChange: (state) => void bench.states.push(state),
    }),
  };
  await bench.people.open();
  return bench;
}

/** Waits for what a timer has begun: the keychain answers in later turns. */
export async function settled({ people }: PeopleBench): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await people.state();
}
