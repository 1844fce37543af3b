/** Changing who is on this PC. Every change asks for the own PIN; nobody is ever deleted, and one administrator always stays. */
import { randomUUID } from 'node:crypto';
import type { ParsedInputOf } from '#shared/contract/index.ts';
import type { PeopleState, Person } from '#shared/contract/people.ts';
import { levelOf } from '#shared/domain/ladder.ts';
import type { Right, Role } from '#shared/domain/rights.ts';
import { peopleError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { toDecimal } from '#shared/money/money.ts';
import type { Random } from '#shared/time/clock.ts';
import type { AuditAction, AuditParams, NewEntry } from '../../audit/entry.ts';
import type { Access } from './access.ts';
import type { Approval, Authorize } from './authorize.ts';
import type { SignedIn } from './guard.ts';
import type { KnownPeople } from './known-people.ts';
import { keepPin, newPinOf } from './pin.ts';
import { defaultRules, type KeptPerson } from './register.ts';
import { minutesLeft } from './tries.ts';

export type ChangeNeeds = {
  known: KnownPeople;
  random: Random;
  signedIn: () => SignedIn | null;
  authorize: Authorize;
  access: Access;
  record: (entry: NewEntry & { readonly actor: string }) => void;
  onChange: () => void;
  state: () => PeopleState;
};
type ListAnswer = Result<{ people: Person[] }>;

export async function newPerson(name: string, role: Role, pin: string, random: Random): Promise<KeptPerson> {
  const kept = await keepPin(pin, random);
  return { name, role, active: true, pin: kept, failedTries: 0, blockedRemainingMs: 0 };
}

const sameName = (a: string, b: string) => a.toLocaleLowerCase() === b.toLocaleLowerCase();

export function createChanges(needs: ChangeNeeds) {
  const { known, random, signedIn, authorize, access, record, onChange } = needs;

  const everybody = () => [...(known.loaded()?.people ?? [])];
  const list = (): { people: Person[] } => ({
    people: everybody().map(([personId, person]) => ({
      personId,
      name: person.name,
      role: person.role,
      active: person.active,
      blockedMinutes: minutesLeft(person),
    })),
  });
  const isTaken = (name: string, but: string | null) =>
    everybody().some(([personId, person]) => personId !== but && sameName(person.name, name));

  const ownPin = (right: Right, pin: string) =>
    authorize({
      right,
      level: levelOf({ do: 'change-people' }, { amounts: [], limits: defaultRules.limits }),
      authorization: { pin, second: null, requestId: null },
      request: null,
    });

  /** `actor`: whose PIN it was, also when it is locked meanwhile. */
  const tell = (action: AuditAction, target: string, params: AuditParams, { by: actor }: Approval) => {
    record({ action, target, params, outcome: 'ok', actor });
    onChange();
  };

  /** One change of one person, after the own PIN. */
  async function changePerson(
    personId: string,
    pin: string,
    change: (person: KeptPerson) => Promise<Result<KeptPerson, AppError>>,
    entry: (before: KeptPerson, after: KeptPerson) => readonly [AuditAction, AuditParams],
  ): Promise<ListAnswer> {
    const allowed = await ownPin('settings.people', pin);
    if (!allowed.ok) return allowed;
    return known.inOrder(async () => {
      const now = await known.again();
      if (!now.ok) return now;
      const before = await known.fresh(personId);
      if (!before.ok) return before;
      const after = await change(before.value);
      if (!after.ok) return after;
      const kept = await known.put(personId, after.value);
      if (!kept.ok) return kept;
      const [action, params] = entry(before.value, after.value);
      tell(action, personId, params, allowed.value);
      // Who was taken off this PC while signed in does not stay.
      if (signedIn() === null) access.lock('changed');
      return ok(list());
    });
  }

  const isLastAdministrator = (personId: string) =>
    everybody().every(
      ([other, person]) => other === personId || !person.active || person.role !== 'administrator',
    );

  return {
    list: async (): Promise<ListAnswer> => ok(list()),

    async add({ name, role, newPin, pin }: ParsedInputOf<'people.add'>): Promise<ListAnswer> {
      const wanted = newPinOf(newPin);
      if (!wanted.ok) return wanted;
      const allowed = await ownPin('settings.people', pin);
      if (!allowed.ok) return allowed;
      return known.inOrder(async () => {
        const now = await known.again();
        if (!now.ok) return now;
        if (isTaken(name, null)) return err(peopleError('name-taken', { name }));
        const personId = randomUUID();
        const kept = await known.add(personId, await newPerson(name, role, wanted.value, random));
        if (!kept.ok) return kept;
        tell('person.added', personId, { name, role }, allowed.value);
        return ok(list());
      });
    },

    change: ({ personId, pin, name, role, active }: ParsedInputOf<'people.change'>): Promise<ListAnswer> =>
      changePerson(
        personId,
        pin,
        async (person) => {
          if (isTaken(name, personId)) return err(peopleError('name-taken', { name }));
          if ((role !== 'administrator' || !active) && isLastAdministrator(personId))
            return err(peopleError('last-administrator'));
          return ok({ ...person, name, role, active });
        },
        (before) => {
          const was = { name: before.name, role: before.role, active: before.active };
          return [
            before.active && !active ? 'person.removed' : 'person.changed',
            { before: was, after: { name, role, active } },
          ];
        },
      ),

    setPin: ({ personId, newPin, pin }: ParsedInputOf<'people.setPin'>): Promise<ListAnswer> =>
      changePerson(
        personId,
        pin,
        async (person) => {
          const wanted = newPinOf(newPin);
          if (!wanted.ok) return wanted;
          const kept = await keepPin(wanted.value, random);
          return ok({ ...person, pin: kept, failedTries: 0, blockedRemainingMs: 0 });
        },
        ({ name }) => ['person.pin-changed', { name }],
      ),

    unblock: ({ personId, pin }: ParsedInputOf<'people.unblock'>): Promise<ListAnswer> =>
      changePerson(
        personId,
        pin,
        async (person) => ok({ ...person, failedTries: 0, blockedRemainingMs: 0 }),
        ({ name }) => ['person.unblocked', { name }],
      ),

    async changeOwnPin({ pin, newPin }: ParsedInputOf<'people.changeOwnPin'>) {
      const wanted = newPinOf(newPin);
      if (!wanted.ok) return wanted;
      const me = signedIn();
      const allowed = await ownPin('see', pin);
      if (!allowed.ok || !me) return allowed.ok ? err(peopleError('locked')) : allowed;
      return known.inOrder(async () => {
        const person = await known.fresh(me.personId);
        if (!person.ok) return person;
        const kept = await keepPin(wanted.value, random);
        const put = await known.put(me.personId, { ...person.value, pin: kept });
        if (!put.ok) return put;
        tell('person.pin-changed', me.personId, { name: me.name }, allowed.value);
        return ok({});
      });
    },

    async setRules({ pin, ...rules }: ParsedInputOf<'people.setRules'>): Promise<Result<PeopleState>> {
      const allowed = await ownPin('settings.app', pin);
      if (!allowed.ok) return allowed;
      return known.inOrder(async () => {
        const now = await known.again();
        if (!now.ok) return now;
        if (!now.value) return err(peopleError('no-people'));
        const kept = await known.putIndex({ ...now.value.index, rules });
        if (!kept.ok) return kept;
        access.active();
        const limits = Object.fromEntries(
          Object.entries(rules.limits).map(([name, amounts]) => [
            name,
            amounts.map((amount) => `${amount.currency} ${toDecimal(amount)}`),
          ]),
        );
        tell(
          'settings.changed',
          'people',
          { lockAfterMinutes: rules.lockAfterMinutes, limits },
          allowed.value,
        );
        return ok(needs.state());
      });
    },
  };
}
