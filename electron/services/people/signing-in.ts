/** Signing in: the first administrator, a PIN, or a one-time code with which a PIN is chosen. And leaving again. */
import type { ParsedInputOf, VerbsOf } from '#shared/contract/index.ts';
import type { PeopleState } from '#shared/contract/people.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { Clock } from '#shared/time/clock.ts';
import { addFirstPerson } from './add-person.ts';
import { useCode } from './chain.ts';
import type { PeopleDesk } from './desk.ts';
import type { KnownPeople } from './known-people.ts';

export type OnRefused = (who: string, error: AppError) => void;

export const nameOf = (known: KnownPeople, personId: string): string =>
  known.loaded()?.people.get(personId)?.name ?? '';

/** With a one-time code. What was tried is recorded. */
async function choosePin(
  desk: PeopleDesk,
  input: ParsedInputOf<'people.useCode'>,
  nowMs: number,
): Promise<Result<null, AppError>> {
  const { known, record } = desk;
  await known.open();
  const stopped = known.problem();
  if (stopped) return err(stopped);
  const chosen = await useCode(desk, input, nowMs);
  const { personId: target } = input;
  const actor = nameOf(known, target);
  if (chosen.ok)
    record({ action: 'person.pin-changed', target, params: { name: actor }, outcome: 'ok', actor });
  else if (chosen.error.code === 'code-wrong')
    record({ action: 'person.code-refused', target, params: {}, outcome: 'code-wrong', actor });
  return chosen;
}

export function createSigningIn(
  desk: PeopleDesk,
  { onRefused, forgetTold, clock }: { onRefused: OnRefused; forgetTold: () => void; clock: Clock },
) {
  const { known, access, random, record, onChange, state } = desk;
  function signIn(personId: string): PeopleState {
    forgetTold();
    access.signIn(personId);
    const actor = nameOf(known, personId);
    record({ action: 'person.signed-in', target: personId, params: {}, outcome: 'ok', actor });
    onChange();
    return state();
  }
  return {
    async begin(input) {
      const added = await addFirstPerson(known, random, input);
      if (!added.ok) return added;
      const params = { name: input.name, role: 'administrator' };
      record({ action: 'person.added', target: added.value, params, outcome: 'ok', actor: input.name });
      return ok(signIn(added.value));
    },

    async unlock({ personId, pin }) {
      await known.open();
      const stopped = known.problem();
      if (stopped) return err(stopped);
      const checked = await known.check(personId, pin);
      if (checked.ok) return ok(signIn(personId));
      onRefused(nameOf(known, personId), checked.error);
      return checked;
    },

    async useCode(input) {
      const chosen = await choosePin(desk, input, clock.nowMs());
      return chosen.ok ? ok(signIn(input.personId)) : chosen;
    },

    async lockNow(): Promise<Result<PeopleState>> {
      access.lock('asked');
      return ok(state());
    },

    async active(): Promise<Result<Record<string, never>>> {
      if (access.active()) onChange();
      return ok({});
    },
  } satisfies VerbsOf<'people'>;
}
