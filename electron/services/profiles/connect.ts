/** Connects a merchant: a new profile with its hosts and keys. */
import { randomUUID } from 'node:crypto';
import type { ParsedInputOf } from '#shared/contract/index.ts';
import type { Profile } from '#shared/contract/profiles.ts';
import { inputError } from '#shared/errors/app-error.ts';
import { err, type Result } from '#shared/errors/result.ts';
import { PROFILE_VERSION, profileIdOf, type ProfileFile } from './profile-files.ts';
import { otherPlace, parseHosts, type Register } from './register.ts';

export async function connect(
  register: Register,
  input: ParsedInputOf<'profiles.connect'>,
): Promise<Result<Profile>> {
  const hosts = parseHosts(input);
  if (!hosts.ok) return hosts;
  const typed = await register.keys.check(input, true);
  if (!typed.ok) return typed;
  const { name, merchantId, environment } = input;
  const set = register.policy.refusal(input) ?? otherPlace(register.policy, { name, ...hosts.value });
  if (set) return err(set);
  const id = profileIdOf(environment, merchantId);
  const exists = register.profiles.some(
    (known) => known.id === id || (known.environment === environment && known.merchantId === merchantId),
  );
  if (exists) return err(inputError('profile-exists', { merchantId, environment }));
  const keychainId = randomUUID();
  const schemaVersion = PROFILE_VERSION;
  const profile: ProfileFile = {
    schemaVersion,
    id,
    name,
    merchantId,
    environment,
    ...hosts.value,
    keychainId,
  };
  const bound = await register.keys.bind(profile);
  if (!bound.ok) return bound;
  const saved = await register.keys.save(keychainId, input);
  if (!saved.ok) return saved;
  register.save(profile);
  await register.record(profile, {
    action: 'profile.connected',
    params: { name, merchantId, environment, ...hosts.value, keys: typed.value },
    outcome: 'ok',
  });
  return register.activated(profile);
}
