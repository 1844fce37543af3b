/** A data folder that version 0.1.0 made, and its keychain, as they stood before this version opened them. */
import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { holdDataFolder } from '#electron/core/data-folder.ts';
import { startCore, type Core } from '#electron/core/core.ts';
import { makeUmaskPrivate } from '#electron/core/private-folder.ts';
import type { CoreOptions } from '#electron/core/options.ts';
import { must } from '../services/operations/harness.ts';
import { memoryKeychain } from '../services/people/bench.ts';
import { coreOptions, storeIn } from '../core-options.ts';

const archive = join(import.meta.dirname, '../../fixtures/data-0.1.0.tar.gz');
export const PROFILE = 'live-mid-7301-118';

export type EarlierFolder = {
  readonly dataDir: string;
  /** The folder of its profile. */
  readonly folder: string;
  readonly keychain: ReturnType<typeof memoryKeychain>;
  /** Under which name the keychain has the secrets of the profile. */
  readonly keychainId: string;
};

export function unpackEarlier(): EarlierFolder {
  const work = mkdtempSync(join(tmpdir(), 'closeout-upgrade-'));
  execFileSync('tar', ['-xzf', archive, '-C', work]);
  const dataDir = join(work, 'data');
  const folder = join(dataDir, 'profiles', PROFILE);
  const keychain = memoryKeychain();
  const kept = JSON.parse(readFileSync(join(work, 'keychain.json'), 'utf8')) as Record<string, string>;
  for (const [account, secret] of Object.entries(kept)) keychain.kept.set(account, secret);
  const { keychainId } = JSON.parse(readFileSync(join(folder, 'profile.json'), 'utf8')) as {
    keychainId: string;
  };
  return { dataDir, folder, keychain, keychainId };
}

export function everything(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).map(({ parentPath, name }) =>
    join(parentPath, name),
  );
}

/** As earlier versions left it, with the umask that most computers have. */
export function openToOthers(dataDir: string): void {
  chmodSync(dataDir, 0o755);
  for (const path of everything(dataDir)) chmodSync(path, lstatSync(path).isDirectory() ? 0o755 : 0o644);
}

export function rowsIn(file: string, table: string, order: string): unknown[] {
  const db = new Sqlite(file, { readonly: true });
  const rows = db.prepare(`SELECT * FROM ${table} ORDER BY ${order}`).all();
  db.close();
  return rows;
}

/** This version's core on that folder, with its settings. Files that it makes are private, as on a real host. */
export async function startOn(
  { dataDir, keychain }: EarlierFolder,
  own: Partial<CoreOptions> = {},
): Promise<Core> {
  const settings = JSON.parse(readFileSync(join(dataDir, 'settings.json'), 'utf8')) as Record<
    string,
    unknown
  >;
  makeUmaskPrivate();
  const held = holdDataFolder(dataDir);
  if (!held.ok) throw new Error(held.message);
  const settingsStore = storeIn(settings);
  return must(await startCore(coreOptions(dataDir, keychain, { lock: held.lock, settingsStore, ...own })));
}
