/** Opens a profile, or the one of practice. Openings follow one another in the order in which they were asked for. */
import { randomUUID } from 'node:crypto';
import type { ParsedInputOf } from '#shared/contract/index.ts';
import type { Profile } from '#shared/contract/profiles.ts';
import type { Result } from '#shared/errors/result.ts';
import { PROFILE_VERSION, profileIdOf, type ProfileFile } from './profile-files.ts';
import type { Register } from './register.ts';

/** The one practice profile. The built-in gateway's addresses may change at each start. */
async function practise(register: Register): Promise<Result<Profile>> {
  const { merchantId, merchantName, dashboardUrl, checkoutUrl } = await register.startPractice();
  const known = register.profiles.find(({ environment }) => environment === 'practice');
  const profile: ProfileFile = {
    schemaVersion: PROFILE_VERSION,
    id: known?.id ?? profileIdOf('practice', merchantId),
    name: known?.name ?? merchantName,
    merchantId,
    environment: 'practice',
    dashboardUrl,
    checkoutUrl,
    keychainId: known?.keychainId ?? randomUUID(),
  };
  register.save(profile);
  return register.activated(profile);
}

export function createOpening(register: Register) {
  /** The opening that was asked for last. Asked for again while it is under way, it is the same one. */
  let last: { key: string; opened: Promise<Result<Profile>> } | null = null;
  function inOrder(key: string, open: () => Promise<Result<Profile>>): Promise<Result<Profile>> {
    if (last?.key === key) return last.opened;
    const before = last?.opened;
    const asked = { key, opened: Promise.allSettled([before]).then(open) };
    last = asked;
    return asked.opened.finally(() => {
      if (last === asked) last = null;
    });
  }
  const startPractice = () => inOrder('practice', () => practise(register));

  return {
    startPractice,
    async activate({ profileId }: ParsedInputOf<'profiles.activate'>): Promise<Result<Profile>> {
      const profile = register.find(profileId);
      if (!profile.ok) return profile;
      return profile.value.environment === 'practice'
        ? startPractice()
        : inOrder(profileId, () => register.activated(profile.value));
    },
  };
}
