/** The register as this process knows it: loaded, changed one thing at a time, and blocks counted down. */
import { keychainError, peopleError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { Clock } from '#shared/time/clock.ts';
import { defaultRules, type Index, type KeptPerson, type Loaded, type Register } from './register.ts';
import { afterRunning, BLOCK_TICK_MS, tryPin } from './tries.ts';

export type KnownPeople = ReturnType<typeof createKnownPeople>;
export type KnownNeeds = {
  register: Register;
  clock: Clock;
  /** Whether there is a keychain; waits for the probe. */
  hasKeychain: () => Promise<boolean>;
  /** A note outside the keychain that it held people once: where it holds none now, that is not "nobody yet". It never throws. */
  expected: { get: () => boolean; set: () => void };
  onChange: () => void;
  /** The last try was wrong: nobody gets in as this person for half an hour. */
  onBlocked: (personId: string) => void;
};

export function createKnownPeople({
  register,
  clock,
  hasKeychain,
  expected,
  onChange,
  onBlocked,
}: KnownNeeds) {
  let loaded: Loaded | null = null;
  let problem: AppError | null = null;
  let read = false;
  let cancelTick: (() => void) | null = null;
  const atLastTick = new Map<string, number>();
  let last: Promise<unknown> = Promise.resolve();

  /** One at a time: two tries at once would otherwise raise the same counter. */
  function inOrder<T>(work: () => Promise<T>): Promise<T> {
    const next = last.then(work);
    last = next.catch(() => null);
    return next;
  }

  async function load(): Promise<Result<Loaded | null, AppError>> {
    const found = await register.load();
    if (!found.ok) return found;
    if (found.value !== null || !expected.get()) return found;
    // Taken out of the keychain, or there is none: either way somebody was an administrator here.
    return err((await hasKeychain()) ? peopleError('register-unreadable') : keychainError('unavailable'));
  }

  async function reload(): Promise<void> {
    const found = await load();
    read = true;
    loaded = found.ok ? found.value : null;
    problem = found.ok ? null : found.error;
    if (loaded && !register.sessionOnly()) expected.set();
    planTick();
  }

  const setPerson = (personId: string, person: KeptPerson) => {
    if (loaded) loaded = { ...loaded, people: new Map([...loaded.people, [personId, person]]) };
  };

  async function put(personId: string, person: KeptPerson): Promise<Result<null, AppError>> {
    const kept = await register.putPerson(personId, person);
    if (kept.ok) setPerson(personId, person);
    return kept;
  }

  async function putIndex(index: Index): Promise<Result<null, AppError>> {
    const kept = await register.putIndex(index);
    if (!kept.ok) return kept;
    loaded = { index, people: loaded?.people ?? new Map() };
    if (!register.sessionOnly()) expected.set();
    return kept;
  }

  /** As the keychain has everybody now: another Closeout of this user may have added or changed people meanwhile. */
  async function again(): Promise<Result<Loaded | null, AppError>> {
    const found = await load();
    if (!found.ok) return found;
    if (found.value === null && loaded !== null) return err(peopleError('register-unreadable'));
    loaded = found.value;
    return found;
  }

  /** First the person, then the index that names him: ended in between, nothing is named that is not there. */
  async function add(personId: string, person: KeptPerson): Promise<Result<null, AppError>> {
    const now = await again();
    if (!now.ok) return now;
    const kept = await register.putPerson(personId, person);
    if (!kept.ok) return kept;
    const { ids, rules } = now.value?.index ?? { ids: [], rules: defaultRules };
    const named = await putIndex({ version: 1, ids: [...ids, personId], rules });
    if (named.ok) setPerson(personId, person);
    return named;
  }

  /** As the keychain has it now: another Closeout of this user may have counted a try meanwhile. */
  async function fresh(personId: string): Promise<Result<KeptPerson, AppError>> {
    if (!loaded?.people.has(personId)) return err(peopleError('person-not-found'));
    const kept = await register.person(personId);
    if (!kept.ok) return kept;
    if (kept.value === null) return err(peopleError('register-unreadable'));
    setPerson(personId, kept.value);
    return ok(kept.value);
  }

  function planTick(): void {
    const blocked = [...(loaded?.people.values() ?? [])].some((person) => person.blockedRemainingMs > 0);
    if (!blocked || cancelTick) return;
    cancelTick = clock.after(BLOCK_TICK_MS, () => {
      cancelTick = null;
      void inOrder(countDown).then(onChange);
    });
  }

  async function countDown(): Promise<void> {
    for (const [personId, { blockedRemainingMs }] of loaded?.people ?? []) {
      if (blockedRemainingMs === 0) continue;
      const now = await fresh(personId);
      if (!now.ok) continue;
      // Less than at the last tick: another Closeout of this user counts it down, and it is not to run twice as fast.
      const before = atLastTick.get(personId) ?? now.value.blockedRemainingMs;
      if (now.value.blockedRemainingMs === before)
        await put(personId, afterRunning(now.value, BLOCK_TICK_MS));
      atLastTick.set(personId, loaded?.people.get(personId)?.blockedRemainingMs ?? 0);
    }
    planTick();
  }

  return {
    inOrder,
    put,
    add,
    putIndex,
    fresh,
    again,
    loaded: () => loaded,
    /** Before that, nobody can be said to be known or not. */
    isRead: () => read,
    problem: () => problem,
    sessionOnly: () => register.sessionOnly(),
    /** Reads the register where it has not been read, or could not be. */
    open: () => inOrder(async () => void (read && !problem ? null : await reload())),

    /** One try of an active person's PIN. */
    check: (personId: string, typed: string): Promise<Result<KeptPerson, AppError>> =>
      inOrder(async () => {
        const person = await fresh(personId);
        if (!person.ok) return person;
        if (!person.value.active) return err(peopleError('person-not-found'));
        const tried = await tryPin(person.value, typed, (kept) => put(personId, kept));
        planTick();
        if (
          person.value.blockedRemainingMs === 0 &&
          (loaded?.people.get(personId)?.blockedRemainingMs ?? 0) > 0
        )
          onBlocked(personId);
        return tried.ok ? person : tried;
      }),

    stop(): void {
      cancelTick?.();
      cancelTick = null;
    },
  };
}
