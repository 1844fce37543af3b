/** The use cases of profiles: list, connect, practise, update, switch, remove, check the connection. */
import { randomUUID } from 'node:crypto';
import { inputError, profileError, type AppError } from '#shared/errors/app-error.ts';
import type { ConnectionCheck, Profile } from '#shared/contract/profiles.ts';
import type { ParsedInputOf } from '#shared/contract/index.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { NewEntry } from '../../audit/entry.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { Credentials } from '../../gateway/create-gateway.ts';
import { parseHost } from '../../gateway/hosts.ts';
import { checkConnection } from './check-connection.ts';
import { cleanKeys, fingerprintsOf, type KeyStore } from './keys.ts';
import {
  PROFILE_VERSION,
  profileIdOf,
  setProfileAside,
  writeProfile,
  type ProfileFile,
} from './profile-files.ts';

export type PracticeAccess = {
  dashboardUrl: string;
  checkoutUrl: string;
  merchantId: string;
  merchantName: string;
};
export type ProfileNeeds = {
  dataDir: string;
  /** Read at start; kept true here. */
  profiles: ProfileFile[];
  keys: KeyStore;
  /** Starts the built-in gateway if it is not running. */
  startPractice(): Promise<PracticeAccess>;
  gatewayFor(
    hosts: { dashboardUrl: string; checkoutUrl: string },
    credentials: () => Promise<Result<Credentials, AppError>>,
  ): Gateway;
  credentialsOf(profile: ProfileFile): Promise<Result<Credentials, AppError>>;
  activate(profile: ProfileFile): Promise<Result<null, AppError>>;
  deactivate(): Promise<Result<null, AppError>>;
  activeId(): string | null;
  /** In the profile's audit record; a refusal of the storage is in the log and stops nothing that has happened. */
  record(profile: ProfileFile, entry: Omit<NewEntry, 'target'>): Promise<void>;
  onChange(): void;
};
export type ProfileService = ReturnType<typeof createProfileService>;

const editedPart = ({ name, dashboardUrl, checkoutUrl }: ProfileFile) => ({
  name,
  dashboardUrl,
  checkoutUrl,
});

export function createProfileService(needs: ProfileNeeds) {
  const { dataDir, profiles, keys } = needs;
  const find = (profileId: string) => profiles.find((profile) => profile.id === profileId);
  const notFound = (profileId: string) => err(profileError('not-found', { profileId }));

  async function view(profile: ProfileFile): Promise<Profile> {
    const { id, name, merchantId, environment, dashboardUrl, checkoutUrl } = profile;
    const states =
      environment === 'practice'
        ? {
            secretKey: 'session-only' as const,
            apiKey: 'session-only' as const,
            paymentKey: 'session-only' as const,
            transferKey: 'session-only' as const,
          }
        : await keys.states(profile.keychainId);
    return { id, name, merchantId, environment, dashboardUrl, checkoutUrl, keys: states };
  }

  function save(profile: ProfileFile): void {
    writeProfile(dataDir, profile);
    const at = profiles.findIndex((known) => known.id === profile.id);
    if (at >= 0) profiles[at] = profile;
    else profiles.push(profile);
  }

  /** Hosts as typed, to base URLs; http only on this computer. */
  function parseHosts(input: {
    dashboardUrl: string;
    checkoutUrl: string;
  }): Result<{ dashboardUrl: string; checkoutUrl: string }, AppError> {
    const dashboard = parseHost(input.dashboardUrl);
    if (!dashboard.ok)
      return err({ ...dashboard.error, params: { ...dashboard.error.params, field: 'dashboardUrl' } });
    const checkout = parseHost(input.checkoutUrl);
    if (!checkout.ok)
      return err({ ...checkout.error, params: { ...checkout.error.params, field: 'checkoutUrl' } });
    return ok({ dashboardUrl: dashboard.value, checkoutUrl: checkout.value });
  }

  async function activated(profile: ProfileFile): Promise<Result<Profile>> {
    const active = await needs.activate(profile);
    needs.onChange();
    return active.ok ? ok(await view(profile)) : active;
  }

  /** The opening that was asked for last: asked for once more, it is the same one; another one comes after it. */
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

  async function practise(): Promise<Result<Profile>> {
    const access = await needs.startPractice();
    const known = profiles.find((profile) => profile.environment === 'practice');
    const profile: ProfileFile = {
      schemaVersion: PROFILE_VERSION,
      id: known?.id ?? profileIdOf('practice', access.merchantId),
      name: known?.name ?? access.merchantName,
      merchantId: access.merchantId,
      environment: 'practice',
      dashboardUrl: access.dashboardUrl,
      checkoutUrl: access.checkoutUrl,
      keychainId: known?.keychainId ?? randomUUID(),
    };
    save(profile);
    return activated(profile);
  }
  /** The one practice profile; the built-in gateway's addresses may change at each start. */
  const startPractice = () => inOrder('practice', practise);

  return {
    async list() {
      return ok({ profiles: await Promise.all(profiles.map(view)), activeId: needs.activeId() });
    },

    startPractice,

    async connect(input: ParsedInputOf<'profiles.connect'>): Promise<Result<Profile>> {
      const hosts = parseHosts(input);
      if (!hosts.ok) return hosts;
      const typed = cleanKeys(input, true);
      if (!typed.ok) return typed;
      const { name, merchantId, environment } = input;
      const same = profiles.some(
        (known) => known.environment === environment && known.merchantId === merchantId,
      );
      const id = profileIdOf(environment, merchantId);
      if (same || find(id)) return err(inputError('profile-exists', { merchantId, environment }));
      const profile: ProfileFile = {
        schemaVersion: PROFILE_VERSION,
        id,
        name,
        merchantId,
        environment,
        ...hosts.value,
        keychainId: randomUUID(),
      };
      const saved = await keys.save(profile.keychainId, typed.value);
      if (!saved.ok) return saved;
      save(profile);
      await needs.record(profile, {
        action: 'profile.connected',
        params: { name, merchantId, environment, ...hosts.value, keys: fingerprintsOf(typed.value) },
        outcome: 'ok',
      });
      return activated(profile);
    },

    async update({ profileId, name, ...typed }: ParsedInputOf<'profiles.update'>): Promise<Result<Profile>> {
      const profile = find(profileId);
      if (!profile) return notFound(profileId);
      const hosts = profile.environment === 'practice' ? ok({}) : parseHosts(typed);
      if (!hosts.ok) return hosts;
      const next = { ...profile, name, ...hosts.value };
      save(next);
      await needs.record(next, {
        action: 'profile.edited',
        params: { before: editedPart(profile), after: editedPart(next) },
        outcome: 'ok',
      });
      // New hosts take effect at once where the profile is open.
      if (needs.activeId() === profileId) return activated(next);
      needs.onChange();
      return ok(await view(next));
    },

    async replaceKeys({
      profileId,
      ...typed
    }: ParsedInputOf<'profiles.replaceKeys'>): Promise<Result<Profile>> {
      const profile = find(profileId);
      if (!profile) return notFound(profileId);
      const clean = cleanKeys(typed, false);
      if (!clean.ok) return clean;
      const saved = await keys.save(profile.keychainId, clean.value);
      // A keychain that refuses one key may have taken those before it: either way it is told.
      await needs.record(profile, {
        action: 'keys.replaced',
        params: { keys: fingerprintsOf(clean.value) },
        outcome: saved.ok ? 'ok' : saved.error.code,
      });
      if (!saved.ok) return saved;
      needs.onChange();
      return ok(await view(profile));
    },

    async activate({ profileId }: ParsedInputOf<'profiles.activate'>): Promise<Result<Profile>> {
      const profile = find(profileId);
      if (!profile) return notFound(profileId);
      return profile.environment === 'practice'
        ? startPractice()
        : inOrder(profileId, () => activated(profile));
    },

    async remove({ profileId }: ParsedInputOf<'profiles.remove'>): Promise<Result<{ keptIn: string }>> {
      const profile = find(profileId);
      if (!profile) return notFound(profileId);
      if (needs.activeId() === profileId) {
        const closed = await needs.deactivate();
        if (!closed.ok) return closed;
      }
      const forgotten = await keys.forget(profile.keychainId);
      // The folder is kept, and its record ends with this.
      await needs.record(profile, {
        action: 'profile.removed',
        params: {},
        outcome: forgotten.ok ? 'ok' : forgotten.error.code,
      });
      if (!forgotten.ok) return forgotten;
      const keptIn = setProfileAside(dataDir, profileId);
      profiles.splice(profiles.indexOf(profile), 1);
      needs.onChange();
      return ok({ keptIn });
    },

    async check(
      input: ParsedInputOf<'profiles.checkConnection'>,
    ): Promise<Result<{ checks: ConnectionCheck[] }>> {
      if ('profileId' in input) {
        const profile = find(input.profileId);
        if (!profile) return notFound(input.profileId);
        const gateway = needs.gatewayFor(profile, () => needs.credentialsOf(profile));
        const checks = await checkConnection(gateway);
        await needs.record(profile, {
          action: 'connection.checked',
          params: Object.fromEntries(checks.map(({ check, outcome }) => [check, outcome])),
          outcome: checks.some(({ outcome }) => outcome === 'fails') ? 'fails' : 'works',
        });
        return ok({ checks });
      }
      const hosts = parseHosts(input.draft);
      if (!hosts.ok) return hosts;
      const typed = cleanKeys(input.draft, true);
      if (!typed.ok) return typed;
      const { secretKey, apiKey, paymentKey, transferKey } = typed.value;
      const draft = async () =>
        ok({
          secretKey,
          apiKey: apiKey || null,
          paymentKey: paymentKey || null,
          transferKey: transferKey || null,
        });
      return ok({ checks: await checkConnection(needs.gatewayFor(hosts.value, draft)) });
    },
  };
}
