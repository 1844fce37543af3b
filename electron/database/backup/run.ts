/** Makes a backup and reads it back; restores one into a folder that has no merchant yet. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addIncident } from '../check-by-hand.ts';
import { openAnchor } from '../journal-anchor.ts';
import { syncFile, syncFolder } from '../sync-file.ts';
import { noteRestored } from '../z-numbers.ts';
import { packed, unpack } from './archive.ts';
import { makeCopies, profilesIn, sha256Of, verifiedChains } from './copies.ts';
import { BackupError, FOLDER_FILES, type Manifest } from './format.ts';
import { seal, unseal } from './sealed.ts';
import { inWorkFolder } from './work-folder.ts';

export type MadeBackup = {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly profiles: number;
};
export type RestoredBackup = {
  readonly madeAtMs: number;
  readonly profiles: readonly string[];
  /** The settings as they were, without what belongs to another computer; null if there were none. */
  readonly settings: Record<string, unknown> | null;
};

/** Throws where the file does not give back what went in. */
async function open(path: string, passphrase: string, folder: string): Promise<Manifest> {
  const zip = join(folder, 'plain.zip');
  await unseal(path, zip, passphrase);
  const inside = join(folder, 'inside');
  mkdirSync(inside);
  const manifest = await unpack(zip, inside);
  rmSync(zip);
  for (const { id, events, entries } of manifest.profiles) {
    const found = verifiedChains(join(inside, 'profiles', id, 'journal.sqlite'), id);
    if (found.events.hash !== events.hash || found.entries.head !== entries.head)
      throw new BackupError('not-whole', `the record of ${id} does not end where it did`);
  }
  return manifest;
}

const NAME = /^closeout-[0-9TZ-]+\.age$/;
const nameAt = (atMs: number) =>
  `closeout-${new Date(atMs)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')}.age`;

/** The newest ones of this folder stay; no other file is looked at. */
function prune(folder: string, keep: number): void {
  const ours = readdirSync(folder)
    .filter((name) => NAME.test(name))
    .sort()
    .reverse();
  for (const name of ours.slice(keep)) rmSync(join(folder, name), { force: true });
}

export type MakeTask = {
  readonly dataDir: string;
  readonly folder: string;
  readonly passphrase: string;
  readonly version: string;
  readonly nowMs: number;
  /** How many backups stay in the folder. */
  readonly keep: number;
};

export async function makeBackup(task: MakeTask): Promise<MadeBackup> {
  const { dataDir, folder, passphrase, version, nowMs, keep } = task;
  mkdirSync(folder, { recursive: true });
  return inWorkFolder(dataDir, async (work) => {
    const copies = join(work, 'copies');
    mkdirSync(copies);
    const manifest = makeCopies(dataDir, copies, { madeAtMs: nowMs, version });
    const path = join(folder, nameAt(nowMs));
    const part = `${path}.part`;
    rmSync(part, { force: true });
    try {
      await seal(packed(copies, manifest), part, passphrase);
      rmSync(copies, { recursive: true });
      const read = await open(part, passphrase, work);
      if (JSON.stringify(read) !== JSON.stringify(manifest))
        throw new BackupError('not-whole', 'what was read back is something else');
      syncFile(part);
      renameSync(part, path);
      syncFolder(folder);
    } finally {
      rmSync(part, { force: true });
    }
    prune(folder, keep);
    return { path, ...sha256Of(path), profiles: manifest.profiles.length };
  });
}

/** Keys are in no backup: the profile gets a name of its own in the keychain, and they are entered anew. */
function withoutKeychain(folder: string): void {
  const path = join(folder, 'profile.json');
  const profile = JSON.parse(readFileSync(path, 'utf8')) as object;
  writeFileSync(path, JSON.stringify({ ...profile, keychainId: randomUUID() }, null, 2), { mode: 0o600 });
}

/** What happened after the backup is in no file of this computer: a person looks it up before money moves. */
function markRestored(
  folder: string,
  file: string,
  profile: Manifest['profiles'][number],
  madeAtMs: number,
  nowMs: number,
): void {
  withoutKeychain(folder);
  openAnchor(folder, profile.events);
  addIncident(folder, {
    foundAtMs: nowMs,
    reason: 'restored from a backup',
    kept: '',
    backup: { file, takenAtMs: madeAtMs, ...profile.events },
    entries: [{ kind: 'unknown-span', fromMs: madeAtMs, toMs: nowMs }],
    confirmed: null,
  });
  noteRestored(folder);
}

/** What is of the other computer's keychain stays behind. */
function settingsIn(folder: string): Record<string, unknown> | null {
  const path = join(folder, 'settings.json');
  if (!existsSync(path)) return null;
  const { hadPeople: _people, ...settings } = JSON.parse(readFileSync(path, 'utf8')) as Record<
    string,
    unknown
  >;
  return settings;
}

export type RestoreTask = {
  readonly dataDir: string;
  readonly file: string;
  readonly passphrase: string;
  readonly nowMs: number;
};

export async function restoreBackup({
  dataDir,
  file,
  passphrase,
  nowMs,
}: RestoreTask): Promise<RestoredBackup> {
  if (profilesIn(dataDir).length > 0) throw new BackupError('not-empty', 'there is a merchant already');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return inWorkFolder(dataDir, async (work) => {
    const { profiles, madeAtMs } = await open(file, passphrase, work);
    const inside = join(work, 'inside');
    const settings = settingsIn(inside);
    for (const profile of profiles)
      markRestored(join(inside, 'profiles', profile.id), file, profile, madeAtMs, nowMs);
    mkdirSync(join(dataDir, 'profiles'), { recursive: true, mode: 0o700 });
    for (const { id } of profiles) renameSync(join(inside, 'profiles', id), join(dataDir, 'profiles', id));
    for (const name of FOLDER_FILES.filter((one) => one !== 'settings.json' && existsSync(join(inside, one))))
      if (!existsSync(join(dataDir, name))) renameSync(join(inside, name), join(dataDir, name));
    syncFolder(join(dataDir, 'profiles'));
    return { madeAtMs, profiles: profiles.map(({ id }) => id), settings };
  });
}
