/** A core with somebody signed in: the first administrator, made or unlocked. */
import type { Core } from '#electron/core/core.ts';
import type { PeopleState } from '#shared/contract/people.ts';
import type { Role } from '#shared/domain/rights.ts';

export const ADMINISTRATOR = { name: 'Mona', pin: '280519' };
/** The PIN of the person with each role, for tests that try all of them. */
export const PINS: Record<Role, string> = {
  viewer: '481516',
  cashier: '234208',
  manager: '151623',
  finance: '421608',
  administrator: ADMINISTRATOR.pin,
};

export async function signIn({ handlers }: Pick<Core, 'handlers'>): Promise<PeopleState> {
  const state = await handlers['people.state']({});
  if (!state.ok) throw new Error(JSON.stringify(state.error));
  const known = state.value.people.find(({ name }) => name === ADMINISTRATOR.name);
  const answer = known
    ? await handlers['people.unlock']({ personId: known.personId, pin: ADMINISTRATOR.pin })
    : await handlers['people.begin'](ADMINISTRATOR);
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  return answer.value;
}
