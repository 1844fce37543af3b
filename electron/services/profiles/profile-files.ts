/** Profiles on disk: one folder each with a `profile.json` that holds no secret. The folders are the list. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { environments, type Environment } from '#shared/domain/environment.ts';

export const PROFILE_VERSION = 1;
const profileFileSchema = z.object({
  schemaVersion: z.number().int(),
  id: z.string(),
  name: z.string(),
  merchantId: z.string(),
  environment: z.enum(environments),
  dashboardUrl: z.string(),
  checkoutUrl: z.string(),
  /** Random: two data folders never share keychain entries. */
  keychainId: z.string(),
});
export type ProfileFile = z.output<typeof profileFileSchema>;

type ProfileProblem = { code: 'damaged' | 'newer-version'; file: string; kept: string };

const slug = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'merchant';
export const profileIdOf = (environment: Environment, merchantId: string): string =>
  `${environment}-${slug(merchantId)}`;

const profilesFolder = (dataDir: string) => join(dataDir, 'profiles');
export const profileFolder = (dataDir: string, id: string) => join(profilesFolder(dataDir), id);
const fileOf = (dataDir: string, id: string) => join(profileFolder(dataDir, id), 'profile.json');

/** Every readable profile; a damaged file is moved aside, a newer one left alone, both named. */
export function readProfiles(dataDir: string): { profiles: ProfileFile[]; problems: ProfileProblem[] } {
  const folder = profilesFolder(dataDir);
  if (!existsSync(folder)) return { profiles: [], problems: [] };
  const problems: ProfileProblem[] = [];
  const profiles = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(fileOf(dataDir, entry.name)))
    .flatMap((entry) => {
      const path = fileOf(dataDir, entry.name);
      const read = parseProfile(readFileSync(path, 'utf8'));
      if (read.kind === 'profile') return [read.profile];
      const kept = read.kind === 'damaged' ? `${path}.damaged-${Date.now()}` : path;
      if (read.kind === 'damaged') renameSync(path, kept);
      problems.push({ code: read.kind, file: `profiles/${entry.name}/profile.json`, kept });
      return [];
    });
  return { profiles, problems };
}

type Parsed = { kind: 'profile'; profile: ProfileFile } | { kind: 'damaged' } | { kind: 'newer-version' };

function parseProfile(text: string): Parsed {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // Not JSON is one of the ways a file can be damaged; the caller keeps it and says so.
    return { kind: 'damaged' };
  }
  const version = (json as { schemaVersion?: unknown } | null)?.schemaVersion;
  if (typeof version === 'number' && version > PROFILE_VERSION) return { kind: 'newer-version' };
  const parsed = profileFileSchema.safeParse(json);
  return parsed.success ? { kind: 'profile', profile: parsed.data } : { kind: 'damaged' };
}

/** Written beside and renamed, so that a crash leaves the old file or the new one. */
export function writeProfile(dataDir: string, profile: ProfileFile): void {
  const path = fileOf(dataDir, profile.id);
  mkdirSync(profileFolder(dataDir, profile.id), { recursive: true });
  writeFileSync(`${path}.part`, JSON.stringify(profile, null, 2));
  renameSync(`${path}.part`, path);
}

/** Moves the folder to `removed/`: the journal in it is kept. Answers where. */
export function setProfileAside(dataDir: string, id: string): string {
  const target = join(dataDir, 'removed', `${id}-${new Date().toISOString().replaceAll(':', '-')}`);
  mkdirSync(join(dataDir, 'removed'), { recursive: true });
  renameSync(profileFolder(dataDir, id), target);
  return target;
}
