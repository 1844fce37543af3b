/** The profiles that are known, and what every use case of them is given. */
import type { Profile } from '#shared/contract/profiles.ts';
import { profileError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { NewEntry } from '../../audit/entry.ts';
import type { Credentials } from '../../gateway/create-gateway.ts';
import type { StoryLanguage } from '#shared/contract/practice.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { parseHost } from '../../gateway/hosts.ts';
import type { KeyStore } from './keys.ts';
import { writeProfile, type ProfileFile } from './profile-files.ts';

type Hosts = { dashboardUrl: string; checkoutUrl: string };
type PracticeAccess = Hosts & { merchantId: string; merchantName: string };
export type ProfileNeeds = {
  dataDir: string;
  /** Read at start; kept true here. */
  profiles: ProfileFile[];
  keys: KeyStore;
  /** Starts the built-in gateway if it is not running. */
  startPractice(language: StoryLanguage): Promise<PracticeAccess>;
  /** Closes Practice and takes away all that is in it. */
  forgetPractice(profile: ProfileFile | null): Promise<Result<null, AppError>>;
  gatewayFor(hosts: Hosts, credentials: () => Promise<Result<Credentials, AppError>>): Gateway;
  credentialsOf(profile: ProfileFile): Promise<Result<Credentials, AppError>>;
  activate(profile: ProfileFile): Promise<Result<null, AppError>>;
  deactivate(): Promise<Result<null, AppError>>;
  activeId(): string | null;
  /** In the profile's audit record; a refusal of the storage is in the log and stops nothing that has happened. */
  record(profile: ProfileFile, entry: Omit<NewEntry, 'target'>): Promise<void>;
  onChange(): void;
};
export type Register = ReturnType<typeof createRegister>;

const sessionOnly = {
  secretKey: 'session-only',
  apiKey: 'session-only',
  paymentKey: 'session-only',
  transferKey: 'session-only',
} as const;

export function createRegister(needs: ProfileNeeds) {
  const { dataDir, profiles, keys } = needs;

  async function view(profile: ProfileFile): Promise<Profile> {
    const { id, name, merchantId, environment, dashboardUrl, checkoutUrl } = profile;
    const states = environment === 'practice' ? sessionOnly : await keys.states(profile.keychainId);
    return { id, name, merchantId, environment, dashboardUrl, checkoutUrl, keys: states };
  }

  return {
    ...needs,
    view,
    find(profileId: string): Result<ProfileFile, AppError> {
      const profile = profiles.find(({ id }) => id === profileId);
      return profile ? ok(profile) : err(profileError('not-found', { profileId }));
    },
    save(profile: ProfileFile): void {
      writeProfile(dataDir, profile);
      const at = profiles.findIndex((known) => known.id === profile.id);
      if (at >= 0) profiles[at] = profile;
      else profiles.push(profile);
    },
    async activated(profile: ProfileFile): Promise<Result<Profile>> {
      const active = await needs.activate(profile);
      needs.onChange();
      return active.ok ? ok(await view(profile)) : active;
    },
  };
}

/** Turns hosts as they were typed into base URLs; http is for this computer only. */
export function parseHosts(typed: Hosts): Result<Hosts, AppError> {
  const parsed = { dashboardUrl: '', checkoutUrl: '' };
  for (const field of ['dashboardUrl', 'checkoutUrl'] as const) {
    const host = parseHost(typed[field]);
    if (!host.ok) return err({ ...host.error, params: { ...host.error.params, field } });
    parsed[field] = host.value;
  }
  return ok(parsed);
}
