/** Changes a profile: its name and hosts, or its keys. */
import type { ParsedInputOf } from '#shared/contract/index.ts';
import type { Profile } from '#shared/contract/profiles.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { editedPart, otherPlace, parseHosts, type Register } from './register.ts';

export async function update(
  register: Register,
  { profileId, name, ...typed }: ParsedInputOf<'profiles.update'>,
): Promise<Result<Profile>> {
  const profile = register.find(profileId);
  if (!profile.ok) return profile;
  const hosts = profile.value.environment === 'practice' ? ok({}) : parseHosts(typed);
  if (!hosts.ok) return hosts;
  const next = { ...profile.value, name, ...hosts.value };
  const set = next.environment === 'practice' ? null : otherPlace(register.policy, next);
  if (set) return err(set);
  if (next.environment !== 'practice') {
    const bound = await register.keys.bind(next);
    if (!bound.ok) return bound;
  }
  register.save(next);
  await register.record(next, {
    action: 'profile.edited',
    params: { before: editedPart(profile.value), after: editedPart(next) },
    outcome: 'ok',
  });
  // New hosts take effect at once if the profile is open.
  if (register.activeId() === profileId) return register.activated(next);
  register.onChange();
  return ok(await register.view(next));
}

export async function replaceKeys(
  register: Register,
  { profileId, ...typed }: ParsedInputOf<'profiles.replaceKeys'>,
): Promise<Result<Profile>> {
  const profile = register.find(profileId);
  if (!profile.ok) return profile;
  const clean = await register.keys.check(typed, false);
  if (!clean.ok) return clean;
  const saved = await register.keys.save(profile.value.keychainId, typed);
  // A keychain that refuses one key may have taken those before it: the record says it either way.
  await register.record(profile.value, {
    action: 'keys.replaced',
    params: { keys: clean.value },
    outcome: saved.ok ? 'ok' : saved.error.code,
  });
  if (!saved.ok) return saved;
  register.onChange();
  return ok(await register.view(profile.value));
}
