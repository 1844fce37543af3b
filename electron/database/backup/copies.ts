/** Proven copies of what a backup holds, in a folder of their own. Other connections may go on writing meanwhile. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { verifyJournal as verifyRecord } from '../repositories/audit.ts';
import type { ReadableDb } from '../db.ts';
import { OpenError } from '../open-error.ts';
import { assertIntegrity, verifyOpenJournal, withReadOnly } from '../verify-journal.ts';
import { FOLDER_FILES, PROFILE_FILES, type Manifest } from './format.ts';

type Profile = Manifest['profiles'][number];

export function sha256Of(path: string): { sha256: string; bytes: number } {
  const content = readFileSync(path);
  return { sha256: createHash('sha256').update(content).digest('hex'), bytes: content.length };
}

/** One moment of a file that others may be writing to. */
function copyDatabase(from: string, to: string): void {
  const db = new Sqlite(from, { readonly: true, fileMustExist: true });
  try {
    db.prepare('VACUUM INTO ?').run(to);
  } finally {
    db.close();
  }
}

/** The ends of both chains, every link of them verified. Throws where one does not fit. */
export function verifiedChains(journal: string, owner: string): Pick<Profile, 'events' | 'entries'> {
  return withReadOnly(journal, (db) => {
    const events = verifyOpenJournal(db) ?? { seq: 0, hash: '' };
    const record = verifyRecord(db as unknown as ReadableDb, { anchor: null, owner });
    if (!record.ok)
      throw new OpenError('SQLITE_CORRUPT', `${record.in} ${record.at} does not fit: ${record.problem}`);
    return { events, entries: { count: record.count, head: record.head } };
  });
}

function isPractice(folder: string): boolean {
  const text = readFileSync(join(folder, 'profile.json'), 'utf8');
  return (JSON.parse(text) as { environment?: unknown }).environment === 'practice';
}

/** The practice merchant is made up, and not worth keeping. */
export const profilesIn = (dataDir: string): string[] => {
  const folder = join(dataDir, 'profiles');
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter(
    (id) =>
      existsSync(join(folder, id, 'profile.json')) &&
      existsSync(join(folder, id, 'journal.sqlite')) &&
      !isPractice(join(folder, id)),
  );
};

function copyProfile(from: string, to: string, id: string): Profile {
  mkdirSync(to, { recursive: true });
  for (const name of PROFILE_FILES) {
    if (!existsSync(join(from, name))) continue;
    if (name.endsWith('.sqlite')) copyDatabase(join(from, name), join(to, name));
    else copyFileSync(join(from, name), join(to, name));
  }
  if (existsSync(join(to, 'imports.sqlite'))) withReadOnly(join(to, 'imports.sqlite'), assertIntegrity);
  return { id, ...verifiedChains(join(to, 'journal.sqlite'), id) };
}

/** Copies everything into `folder` and answers what is there. */
export function makeCopies(
  dataDir: string,
  folder: string,
  about: Pick<Manifest, 'madeAtMs' | 'version'>,
): Manifest {
  const names: string[] = FOLDER_FILES.filter((name) => existsSync(join(dataDir, name)));
  for (const name of names) copyFileSync(join(dataDir, name), join(folder, name));
  const profiles = profilesIn(dataDir).map((id) =>
    copyProfile(join(dataDir, 'profiles', id), join(folder, 'profiles', id), id),
  );
  for (const { id } of profiles)
    names.push(
      ...PROFILE_FILES.filter((name) => existsSync(join(folder, 'profiles', id, name))).map(
        (name) => `profiles/${id}/${name}`,
      ),
    );
  const files = Object.fromEntries(names.map((name) => [name, sha256Of(join(folder, name))]));
  return { format: 1, ...about, profiles, files };
}
