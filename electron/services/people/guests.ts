/** People of the story of Practice: they sign in like others, and only while Practice is open. */
import type { Role } from '#shared/domain/rights.ts';
import type { Random } from '#shared/time/clock.ts';
import { keepShownPin } from './pin.ts';
import type { KeptPerson, Loaded } from './register.ts';

export type Guest = {
  readonly personId: string;
  readonly name: string;
  readonly role: Role;
  /** Shown on the screen. */
  readonly pin: string;
};

async function keptOf(guests: readonly Guest[], random: Random): Promise<ReadonlyMap<string, KeptPerson>> {
  const kept = await Promise.all(
    guests.map(async ({ personId, name, role, pin }): Promise<[string, KeptPerson]> => [
      personId,
      {
        name,
        role,
        active: true,
        pin: await keepShownPin(pin, random),
        failedTries: 0,
        blockedRemainingMs: 0,
      },
    ]),
  );
  return new Map(kept);
}

/** In memory only, beside the people of the register and never among them. */
export function createGuests() {
  let kept: ReadonlyMap<string, KeptPerson> = new Map();
  let pins: ReadonlyMap<string, string> = new Map();
  return {
    isGuest: (personId: string): boolean => kept.has(personId),
    of: (personId: string): KeptPerson | undefined => kept.get(personId),
    set: (personId: string, person: KeptPerson): void => void (kept = new Map([...kept, [personId, person]])),
    /** Null of everybody whose PIN is a secret. */
    shownPin: (personId: string): string | null => pins.get(personId) ?? null,
    /** Nobody is a guest of a PC that has no people of its own. */
    beside: (loaded: Loaded): Loaded =>
      kept.size === 0 ? loaded : { ...loaded, people: new Map([...loaded.people, ...kept]) },
    async setGuests(guests: readonly Guest[], random: Random): Promise<void> {
      kept = await keptOf(guests, random);
      pins = new Map(guests.map(({ personId, pin }) => [personId, pin]));
    },
  };
}
