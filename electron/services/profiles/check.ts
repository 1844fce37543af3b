/** Checks the connection of a profile, or of hosts and keys that are only typed so far. */
import type { ParsedInputOf } from '#shared/contract/index.ts';
import type { ConnectionCheck } from '#shared/contract/profiles.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import { checkConnection } from './check-connection.ts';
import type { ProfileFile } from './profile-files.ts';
import { parseHosts, type Register } from './register.ts';

type Input = ParsedInputOf<'profiles.checkConnection'>;
type Draft = Extract<Input, { draft: unknown }>['draft'];
type Checked = Promise<Result<{ checks: ConnectionCheck[] }>>;

async function checkProfile(register: Register, profile: ProfileFile): Checked {
  const checks = await checkConnection(register.gatewayFor(profile, register.accessOf(profile)));
  await register.record(profile, {
    action: 'connection.checked',
    params: Object.fromEntries(checks.map(({ check, outcome }) => [check, outcome])),
    outcome: checks.some(({ outcome }) => outcome === 'fails') ? 'fails' : 'works',
  });
  return ok({ checks });
}

async function checkDraft(register: Register, draft: Draft): Checked {
  const hosts = parseHosts(draft);
  if (!hosts.ok) return hosts;
  const typed = await register.keys.check(draft, true);
  if (!typed.ok) return typed;
  const access = { sender: register.keys.senderWithTyped(draft) };
  return ok({ checks: await checkConnection(register.gatewayFor(hosts.value, access)) });
}

export async function check(register: Register, input: Input): Checked {
  if ('draft' in input) return checkDraft(register, input.draft);
  const profile = register.find(input.profileId);
  return profile.ok ? checkProfile(register, profile.value) : profile;
}
