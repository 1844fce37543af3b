/** The use cases of profiles: list, connect, practise, update, switch, remove, check the connection. */
import type { ParsedInputOf } from '#shared/contract/index.ts';
import { ok } from '#shared/errors/result.ts';
import { check } from './check.ts';
import { checkSignature } from './check-signature.ts';
import { connect } from './connect.ts';
import { replaceKeys, update } from './edit.ts';
import { createOpening } from './open.ts';
import { createRegister, ruledPlace, type ProfileNeeds } from './register.ts';
import { remove } from './remove.ts';

export type { ProfilePolicy } from './register.ts';
export type ProfileService = ReturnType<typeof createProfileService>;

export function createProfileService(needs: ProfileNeeds) {
  const register = createRegister(needs);
  return {
    ...createOpening(register),
    /** The organisation may have set another merchant, name or address: the open profile is opened again, or closed. */
    async follow(): Promise<void> {
      const profile = needs.profiles.find(({ id }) => id === needs.activeId());
      if (!profile) return;
      if (needs.policy.refusal(profile)) {
        await needs.deactivate();
        needs.onChange();
      } else if (ruledPlace(needs.policy, profile) !== profile) await register.activated(profile);
    },
    list: async () =>
      ok({ profiles: await Promise.all(needs.profiles.map(register.view)), activeId: needs.activeId() }),
    sealWith: () => needs.keys.sealWith(),
    connect: (input: ParsedInputOf<'profiles.connect'>) => connect(register, input),
    update: (input: ParsedInputOf<'profiles.update'>) => update(register, input),
    replaceKeys: (input: ParsedInputOf<'profiles.replaceKeys'>) => replaceKeys(register, input),
    remove: (input: ParsedInputOf<'profiles.remove'>) => remove(register, input),
    checkSignature: (input: ParsedInputOf<'profiles.checkSignature'>) => checkSignature(register, input),
    checkConnection: (input: ParsedInputOf<'profiles.checkConnection'>) => check(register, input),
  };
}
