/** Opens a profile, or the one of practice. Openings follow one another in the order in which they were asked for. */
import { randomUUID } from 'node:crypto';
import type { ParsedInputOf, VerbsOf } from '#shared/contract/index.ts';
import type { StoryLanguage } from '#shared/contract/practice.ts';
import type { Profile } from '#shared/contract/profiles.ts';
import type { Result } from '#shared/errors/result.ts';
import { PROFILE_VERSION, profileIdOf, type ProfileFile } from './profile-files.ts';
import type { Register } from './register.ts';

/** The one practice profile. The built-in gateway's addresses may change at each start. */
async function practise(register: Register, language: StoryLanguage): Promise<Result<Profile>> {
  const { merchantId, merchantName, dashboardUrl, checkoutUrl } = await register.startPractice(language);
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

/** Practice from its beginning: the story is told again, and its record begins anew. */
async function practiseAgain(register: Register, language: StoryLanguage): Promise<Result<Profile>> {
  const at = register.profiles.findIndex(({ environment }) => environment === 'practice');
  const forgotten = await register.forgetPractice(register.profiles[at] ?? null);
  if (!forgotten.ok) return forgotten;
  if (at >= 0) register.profiles.splice(at, 1);
  return practise(register, language);
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
  const startPractice = ({ language }: ParsedInputOf<'profiles.startPractice'>) =>
    inOrder('practice', () => practise(register, language));

  return {
    startPractice,
    practiseAgain: ({ language }: ParsedInputOf<'profiles.practiseAgain'>) =>
      inOrder('practice-again', () => practiseAgain(register, language)),
    async activate({ profileId }) {
      const profile = register.find(profileId);
      if (!profile.ok) return profile;
      return profile.value.environment === 'practice'
        ? startPractice({ language: 'en' })
        : inOrder(profileId, () => register.activated(profile.value));
    },
  } satisfies VerbsOf<'profiles'>;
}
