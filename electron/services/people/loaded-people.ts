/** The register as this process last read it. Another Closeout of this user may change the keychain at any time. */
import { keychainError, peopleError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { createGuests } from './guests.ts';
import { defaultRules, type Index, type KeptPerson, type Loaded, type Register } from './register.ts';

export type LoadedNeeds = {
  register: Register;
  /** Whether there is a keychain; waits for the probe. */
  hasKeychain: () => Promise<boolean>;
  /** A note outside the keychain that it held people once. An empty keychain is then an error. The note never throws. */
  expected: { get: () => boolean; set: () => void };
};
export type LoadedPeople = ReturnType<typeof createLoadedPeople>;

async function load({
  register,
  hasKeychain,
  expected,
}: LoadedNeeds): Promise<Result<Loaded | null, AppError>> {
  const found = await register.load();
  if (!found.ok) return found;
  if (found.value !== null || !expected.get()) return found;
  // The people were taken out of the keychain, or the keychain is gone: either way somebody was an administrator here.
  return err((await hasKeychain()) ? peopleError('register-unreadable') : keychainError('unavailable'));
}

export function createLoadedPeople(needs: LoadedNeeds) {
  const { register, expected } = needs;
  let loaded: Loaded | null = null;
  let problem: AppError | null = null;
  let isRead = false;
  const guests = createGuests();

  const setPerson = (personId: string, person: KeptPerson) => {
    if (guests.isGuest(personId)) guests.set(personId, person);
    else if (loaded) loaded = { ...loaded, people: new Map([...loaded.people, [personId, person]]) };
  };

  return {
    ...guests,
    loaded: (): Loaded | null => loaded && guests.beside(loaded),
    problem: () => problem,
    /** Until the register is read, nobody can be called known or unknown. */
    isRead: () => isRead,
    setPerson,

    async reload(): Promise<void> {
      const found = await load(needs);
      isRead = true;
      loaded = found.ok ? found.value : null;
      problem = found.ok ? null : found.error;
      if (loaded && !register.sessionOnly()) expected.set();
    },

    /** Reads everybody again. */
    async again(): Promise<Result<Loaded | null, AppError>> {
      const found = await load(needs);
      if (!found.ok) return found;
      if (found.value === null && loaded !== null) return err(peopleError('register-unreadable'));
      loaded = found.value;
      return found;
    },

    /** Reads one person again. */
    async fresh(personId: string): Promise<Result<KeptPerson, AppError>> {
      const guest = guests.of(personId);
      if (guest && loaded) return ok(guest);
      if (!loaded?.people.has(personId)) return err(peopleError('person-not-found'));
      const kept = await register.person(personId);
      if (!kept.ok) return kept;
      if (kept.value === null) return err(peopleError('register-unreadable'));
      setPerson(personId, kept.value);
      return ok(kept.value);
    },

    async put(personId: string, person: KeptPerson): Promise<Result<null, AppError>> {
      const kept = guests.isGuest(personId) ? ok(null) : await register.putPerson(personId, person);
      if (kept.ok) setPerson(personId, person);
      return kept;
    },

    async putIndex(index: Index): Promise<Result<null, AppError>> {
      const kept = await register.putIndex(index);
      if (!kept.ok) return kept;
      loaded = { index, people: loaded?.people ?? new Map() };
      if (!register.sessionOnly()) expected.set();
      return kept;
    },
  };
}

/** Stores the person before the index that names them, so that an index never names somebody who is not there. */
export async function putNewPerson(
  people: LoadedPeople,
  register: Register,
  personId: string,
  person: KeptPerson,
): Promise<Result<null, AppError>> {
  const now = await people.again();
  if (!now.ok) return now;
  const kept = await register.putPerson(personId, person);
  if (!kept.ok) return kept;
  const index = now.value?.index ?? { version: 1, ids: [], rules: defaultRules };
  const named = await people.putIndex({ ...index, ids: [...index.ids, personId] });
  if (named.ok) people.setPerson(personId, person);
  return named;
}
