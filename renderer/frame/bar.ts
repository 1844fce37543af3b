/** What stands in a person's bar of places, and what waits under More with which reason. Pure. */
import type { Absence } from '#shared/contract/app.ts';
import type { Bar } from '#shared/contract/people.ts';
import { mayDo, roles, type Role } from '#shared/domain/rights.ts';
import { groups, type Group, type Place } from './places.tsx';

type Person = { readonly role: Role; readonly bar: Bar; readonly absent?: readonly Absence[] };
export type PlaceUnderMore = {
  readonly place: Place;
  readonly pinned: boolean;
  /** Roles that may do what is done there, where this person may not; empty where they may. */
  readonly needs: readonly Role[];
  /** Why the gateway does not do it; null where it does, or was not asked yet. */
  readonly absence: Absence | null;
};

const absenceOf = ({ needs }: Place, { absent = [] }: Person): Absence | null =>
  absent.find(({ operation }) => operation === needs) ?? null;
/** Whoever has an account without it has no use for the place. What a key or a gateway lacks, the page itself says. */
const isOff = (place: Place, person: Person): boolean => absenceOf(place, person)?.cause === 'account';
const isByRole = ({ underMore = [] }: Place, role: Role): boolean => !underMore.includes(role);
const isPinned = ({ path }: Place, { pins }: Bar): boolean => pins.includes(path);

/** Places that stand in the bar, by group and in their order; a group without one is not there. */
export const barOf = (
  all: readonly Place[],
  person: Person,
): { group: Group; folded: boolean; places: Place[] }[] => {
  const stands = (place: Place): boolean =>
    !isOff(place, person) && (isByRole(place, person.role) || isPinned(place, person.bar));
  return groups
    .map((group) => ({
      group,
      folded: person.bar.folded.includes(group),
      places: all.filter((place) => place.group === group && stands(place)),
    }))
    .filter(({ places }) => places.length > 0);
};

/** Roles that have the right, but for the one that has all of them; that one where nobody else has it. */
function rolesWith(right: Place['right']): Role[] {
  const able = right === undefined ? [] : roles.filter((role) => mayDo(role, right));
  return able.length > 1 ? able.filter((role) => role !== 'administrator') : able;
}

/**
 * Places that the role's bar lacks, and those that the account lacks. One that is pinned stays among them: there it can be taken
 * out of the bar again.
 */
export const underMore = (all: readonly Place[], person: Person): PlaceUnderMore[] => {
  const { role, bar } = person;
  return all
    .filter((place) => !isByRole(place, role) || isOff(place, person))
    .map((place) => ({
      place,
      pinned: isPinned(place, bar),
      needs: place.right === undefined || mayDo(role, place.right) ? [] : rolesWith(place.right),
      absence: absenceOf(place, person),
    }));
};

const toggled = (list: readonly string[], one: string): string[] =>
  list.includes(one) ? list.filter((other) => other !== one) : [...list, one];
export const withPin = (bar: Bar, path: string): Bar => ({ ...bar, pins: toggled(bar.pins, path) });
export const withFold = (bar: Bar, group: Group): Bar => ({ ...bar, folded: toggled(bar.folded, group) });
