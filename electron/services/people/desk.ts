/** The parts that every change of people shares: who is signed in, their own PIN, the record, and the list to answer with. */
import type { PeopleState, Person } from '#shared/contract/people.ts';
import { levelOf } from '#shared/domain/ladder.ts';
import type { Right } from '#shared/domain/rights.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import type { Random } from '#shared/time/clock.ts';
import type { AuditAction, AuditParams, NewEntry } from '../../audit/entry.ts';
import type { Access } from './access.ts';
import type { Approval, Authorize } from './authorize.ts';
import type { SignedIn } from './guard.ts';
import type { KnownPeople } from './known-people.ts';
import { hasPin } from './pin.ts';
import { defaultRules, type KeptPerson } from './register.ts';
import { minutesLeft } from './tries.ts';

export type PeopleDesk = {
  known: KnownPeople;
  random: Random;
  signedIn: () => SignedIn | null;
  authorize: Authorize;
  access: Access;
  record: (entry: NewEntry & { readonly actor: string }) => void;
  onChange: () => void;
  state: () => PeopleState;
};

export const everybody = ({ known }: PeopleDesk): [string, KeptPerson][] => [
  ...(known.loaded()?.people ?? []),
];

export const listOf = (desk: PeopleDesk): { people: Person[] } => ({
  // Whom the story of Practice brought is not a person of this PC.
  people: everybody(desk)
    .filter(([personId]) => !desk.known.isGuest(personId))
    .map(([personId, person]) => ({
      personId,
      name: person.name,
      role: person.role,
      active: person.active,
      blockedMinutes: minutesLeft(person),
      fromHeadOffice: person.chain !== undefined,
      hasPin: hasPin(person),
    })),
});

/** Asks for the PIN of the person who is signed in. */
export const ownPin = (
  { authorize }: PeopleDesk,
  right: Right,
  pin: string,
): Promise<Result<Approval, AppError>> =>
  authorize({
    right,
    level: levelOf({ do: 'change-people' }, { amounts: [], limits: defaultRules.limits }),
    authorization: { pin, second: null, requestId: null },
    request: null,
  });

/** Records a change. The actor is the person whose PIN allowed it, even if the app was locked meanwhile. */
export function tell(
  { record, onChange }: PeopleDesk,
  { by: actor }: Approval,
  action: AuditAction,
  target: string,
  params: AuditParams,
): void {
  record({ action, target, params, outcome: 'ok', actor });
  onChange();
}
