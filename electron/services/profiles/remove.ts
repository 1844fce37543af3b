/** Removes a profile: its keys are forgotten, its folder is kept aside. */
import type { ParsedInputOf } from '#shared/contract/index.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import { setProfileAside } from './profile-files.ts';
import type { Register } from './register.ts';

export async function remove(
  register: Register,
  { profileId }: ParsedInputOf<'profiles.remove'>,
): Promise<Result<{ keptIn: string }>> {
  const profile = register.find(profileId);
  if (!profile.ok) return profile;
  if (register.activeId() === profileId) {
    const closed = await register.deactivate();
    if (!closed.ok) return closed;
  }
  const forgotten = await register.keys.forget(profile.value.keychainId);
  // The folder is kept, and its record ends with this entry.
  await register.record(profile.value, {
    action: 'profile.removed',
    params: {},
    outcome: forgotten.ok ? 'ok' : forgotten.error.code,
  });
  if (!forgotten.ok) return forgotten;
  const keptIn = setProfileAside(register.dataDir, profileId);
  register.profiles.splice(register.profiles.indexOf(profile.value), 1);
  register.onChange();
  return ok({ keptIn });
}
