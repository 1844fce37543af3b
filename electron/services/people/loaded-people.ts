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

type Rights = Pick<KeptPerson, 'name' | 'role' | 'active'>;

/** What head office says of people while the keychain has not taken it: it holds over whatever is read there. */
function createHolding() {
  let holding: ReadonlyMap<string, Rights> = new Map();
  const over = (personId: string, person: KeptPerson): KeptPerson => ({
    ...person,
    ...holding.get(personId),
  });
  return {
    over,
    overAll: (kept: Loaded): Loaded => ({
      ...kept,
      people: new Map([...kept.people].map(([personId, person]) => [personId, over(personId, person)])),
    }),
    /** `isAll`: nothing else is held any more. */
    set(people: ReadonlyMap<string, Rights>, isAll: boolean): void {
      const rights = [...people].map(([id, { name, role, active }]) => [id, { name, role, active }] as const);
      holding = new Map([...(isAll ? [] : holding), ...rights]);
    },
    kept(personId: string, { name, role, active }: Rights): void {
      const held = holding.get(personId);
      if (held?.name !== name || held.role !== role || held.active !== active) return;
      holding = new Map([...holding].filter(([id]) => id !== personId));
    },
  };
}

/** What is kept holds from then on. */
function createWriting(
  { register, expected }: LoadedNeeds,
  {
    guests,
    holding,
    setPerson,
    setIndex,
  }: {
    guests: ReturnType<typeof createGuests>;
    holding: ReturnType<typeof createHolding>;
    setPerson: (personId: string, person: KeptPerson) => void;
    setIndex: (index: Index) => void;
  },
) {
  return {
    async put(personId: string, person: KeptPerson): Promise<Result<null, AppError>> {
      const kept = guests.isGuest(personId) ? ok(null) : await register.putPerson(personId, person);
      if (kept.ok) {
        holding.kept(personId, person);
        setPerson(personId, person);
      }
      return kept;
    },

    async putIndex(index: Index): Promise<Result<null, AppError>> {
      const kept = await register.putIndex(index);
      if (!kept.ok) return kept;
      setIndex(index);
      if (!register.sessionOnly()) expected.set();
      return kept;
    },
  };
}

export function createLoadedPeople(needs: LoadedNeeds) {
  const { register, expected } = needs;
  let loaded: Loaded | null = null;
  let problem: AppError | null = null;
  let isRead = false;
  const guests = createGuests();
  const holding = createHolding();

  const setPerson = (personId: string, person: KeptPerson) => {
    if (guests.isGuest(personId)) guests.set(personId, person);
    else if (loaded) loaded = { ...loaded, people: new Map([...loaded.people, [personId, person]]) };
  };

  /** Reads everybody again; answers them as the keychain has them. */
  async function asKept(): Promise<Result<Loaded | null, AppError>> {
    const found = await load(needs);
    if (!found.ok) return found;
    if (found.value === null && loaded !== null) return err(peopleError('register-unreadable'));
    loaded = found.value && holding.overAll(found.value);
    return found;
  }

  const setIndex = (index: Index) => void (loaded = { index, people: loaded?.people ?? new Map() });
  const writing = createWriting(needs, { guests, holding, setPerson, setIndex });

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
      loaded = found.ok ? found.value && holding.overAll(found.value) : null;
      problem = found.ok ? null : found.error;
      if (loaded && !register.sessionOnly()) expected.set();
    },

    asKept,
    /** Reads everybody again; answers them as they hold here. */
    async again(): Promise<Result<Loaded | null, AppError>> {
      const found = await asKept();
      return found.ok ? ok(loaded) : found;
    },
    /** From now on this holds of these people here, whatever the keychain keeps of it. `isAll`: of the others nothing does any more. */
    hold(people: ReadonlyMap<string, KeptPerson>, isAll: boolean): void {
      holding.set(people, isAll);
      for (const [personId, person] of people) setPerson(personId, person);
    },

    /** Reads one person again. */
    async fresh(personId: string): Promise<Result<KeptPerson, AppError>> {
      const guest = guests.of(personId);
      if (guest && loaded) return ok(guest);
      if (!loaded?.people.has(personId)) return err(peopleError('person-not-found'));
      const kept = await register.person(personId);
      if (!kept.ok) return kept;
      if (kept.value === null) return err(peopleError('register-unreadable'));
      const person = holding.over(personId, kept.value);
      setPerson(personId, person);
      return ok(person);
    },
    ...writing,
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
