/** The profiles that are known, and what every use case of them is given. */
import type { Profile } from '#shared/contract/profiles.ts';
import { policyError, profileError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { NewEntry } from '../../audit/entry.ts';
import type { Access } from '../../gateway/gateway-options.ts';
import type { StoryLanguage } from '#shared/contract/practice.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { parseHost } from '../../gateway/hosts.ts';
import type { Sender } from '../../gateway/sender.ts';
import type { KeyStore } from './keys.ts';
import { writeProfile, type ProfileFile } from './profile-files.ts';

type Hosts = { dashboardUrl: string; checkoutUrl: string };
type NameAndHosts = Hosts & { name: string };
/** What an organisation sets of merchants, their names and addresses. */
export type ProfilePolicy = {
  refusal(place: Pick<ProfileFile, 'environment' | 'merchantId'>): AppError | null;
  set(): { [Field in keyof NameAndHosts]: string | undefined };
};
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
  gatewayFor(hosts: Hosts, access: Access): Gateway;
  accessOf(profile: ProfileFile): Access;
  /** What signs with the profile's keys. */
  senderFor(profile: ProfileFile): Sender;
  activate(profile: ProfileFile): Promise<Result<null, AppError>>;
  deactivate(): Promise<Result<null, AppError>>;
  activeId(): string | null;
  /** In the profile's audit record; a refusal of the storage is in the log and stops nothing that has happened. */
  record(profile: ProfileFile, entry: Omit<NewEntry, 'target'>): Promise<void>;
  onChange(): void;
  policy: ProfilePolicy;
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
    /** The profile with the name and addresses that the organisation sets: its word is worth as much as an administrator's. */
    async follow(profile: ProfileFile): Promise<Result<ProfileFile, AppError>> {
      const refusal = needs.policy.refusal(profile);
      if (refusal) return err(refusal);
      const next = ruledPlace(needs.policy, profile);
      if (next === profile) return ok(profile);
      const bound = await keys.bind(next);
      if (!bound.ok) return bound;
      this.save(next);
      await needs.record(next, {
        action: 'profile.edited',
        params: { before: editedPart(profile), after: editedPart(next), by: 'organisation' },
        outcome: 'ok',
      });
      return ok(next);
    },
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
    async activated(known: ProfileFile): Promise<Result<Profile>> {
      const followed = await this.follow(known);
      if (!followed.ok) return followed;
      const profile = followed.value;
      const active = await needs.activate(profile);
      needs.onChange();
      return active.ok ? ok(await view(profile)) : active;
    },
  };
}

/** What of a profile can be edited: its name and addresses. */
export const editedPart = ({ name, dashboardUrl, checkoutUrl }: NameAndHosts): NameAndHosts => ({
  name,
  dashboardUrl,
  checkoutUrl,
});

/** The same object if nothing is set otherwise. */
export function ruledPlace<P extends NameAndHosts & Pick<ProfileFile, 'environment'>>(
  policy: ProfilePolicy,
  profile: P,
): P {
  if (profile.environment === 'practice') return profile;
  const set = policy.set();
  const name = set.name ?? profile.name;
  const origin = (wanted: string | undefined, now: string) =>
    wanted === undefined ? now : new URL(wanted).origin;
  const dashboardUrl = origin(set.dashboardUrl, profile.dashboardUrl);
  const checkoutUrl = origin(set.checkoutUrl, profile.checkoutUrl);
  const same =
    name === profile.name && dashboardUrl === profile.dashboardUrl && checkoutUrl === profile.checkoutUrl;
  return same ? profile : { ...profile, name, dashboardUrl, checkoutUrl };
}

/** A name or an address that the organisation sets is not typed otherwise; null where all is as it is set. */
export function otherPlace(policy: ProfilePolicy, typed: NameAndHosts): AppError | null {
  const set = ruledPlace(policy, { ...typed, environment: 'live' as const });
  if (set.name !== typed.name) return policyError('set', { key: 'merchantName' });
  if (set.dashboardUrl !== typed.dashboardUrl) return policyError('set', { key: 'dashboardHost' });
  if (set.checkoutUrl !== typed.checkoutUrl) return policyError('set', { key: 'checkoutHost' });
  return null;
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
