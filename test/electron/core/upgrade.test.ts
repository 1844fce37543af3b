/**
 * A data folder that version 0.1.0 made, with its keychain: it opens, what it lacked is mended, nothing is lost, and the person is
 * told. It was made by that version's own code against its built-in gateway: a merchant, a renamed terminal, an acknowledgement. So
 * does that folder with its files as each version since then left them; every table's rows: test/electron/database/every-version.test.ts.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it, vi } from 'vitest';
import { startCore } from '#electron/core/core.ts';
import { closeAnchor, readAnchor } from '#electron/database/journal-anchor.ts';
import { appliedMigrations, migrate } from '#electron/database/migrate.ts';
import { cacheMigrations, journalMigrations } from '#electron/database/migrations/index.ts';
import { holdDataFolder } from '#electron/core/data-folder.ts';
import { must } from '../services/operations/harness.ts';
import { memoryKeychain } from '../services/people/bench.ts';
import { signIn } from '../signed-in.ts';
import { coreOptions, storeIn } from '../core-options.ts';

vi.setConfig({ testTimeout: 120_000 });
const archive = join(import.meta.dirname, '../../fixtures/data-0.1.0.tar.gz');
const PROFILE = 'live-mid-7301-118';

function everything(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).map(({ parentPath, name }) =>
    join(parentPath, name),
  );
}
const rowsOf = (dataDir: string, table: string, order: string) => {
  const db = new Sqlite(join(dataDir, 'profiles', PROFILE, 'journal.sqlite'), { readonly: true });
  const rows = db.prepare(`SELECT * FROM ${table} ORDER BY ${order}`).all();
  db.close();
  return rows;
};

/** How far the files of that version came: its folder as each version after it left it is made from here. */
const OF_0_1_0 = { journal: 9, cache: 6 };
const versions = Array.from({ length: journalMigrations.length - OF_0_1_0.journal + 1 }, (_, later) => {
  const journal = OF_0_1_0.journal + later;
  // The cache came along in about the same time.
  const share = later / (journalMigrations.length - OF_0_1_0.journal);
  const cache = OF_0_1_0.cache + Math.round(share * (cacheMigrations.length - OF_0_1_0.cache));
  return { journal, cache };
});
function bringTo({ journal, cache }: (typeof versions)[number], dataDir: string): void {
  for (const [file, migrations] of [
    ['journal', journalMigrations.slice(0, journal)],
    ['cache', cacheMigrations.slice(0, cache)],
  ] as const) {
    const db = new Sqlite(join(dataDir, 'profiles', PROFILE, `${file}.sqlite`));
    migrate(db, migrations);
    expect(appliedMigrations(db, migrations)).toBe(migrations.length);
    db.close();
  }
  // That version closed its file itself: it is not one that was changed meanwhile.
  const folder = join(dataDir, 'profiles', PROFILE);
  const anchor = readAnchor(folder);
  if (anchor === null) throw new Error('the folder has no anchor');
  closeAnchor(folder, anchor);
}

it.each(versions)(
  'a data folder of journal $journal and cache $cache opens, with its permissions and bindings mended, nothing lost, and the person told',
  async (version) => {
    const work = mkdtempSync(join(tmpdir(), 'closeout-upgrade-'));
    execFileSync('tar', ['-xzf', archive, '-C', work]);
    const dataDir = join(work, 'data');
    bringTo(version, dataDir);
    // As that version left them, with the umask that most computers have.
    chmodSync(dataDir, 0o755);
    for (const path of everything(dataDir)) chmodSync(path, lstatSync(path).isDirectory() ? 0o755 : 0o644);
    const made = everything(dataDir);
    const keychain = memoryKeychain();
    const kept = JSON.parse(readFileSync(join(work, 'keychain.json'), 'utf8')) as Record<string, string>;
    for (const [account, secret] of Object.entries(kept)) keychain.kept.set(account, secret);
    const { keychainId } = JSON.parse(
      readFileSync(join(dataDir, 'profiles', PROFILE, 'profile.json'), 'utf8'),
    ) as { keychainId: string };
    expect(keychain.kept.has(`${keychainId}/binding`)).toBe(false);
    const before = {
      entries: rowsOf(dataDir, 'audit_entry', 'seq'),
      events: rowsOf(dataDir, 'operation_event', 'seq'),
    };
    expect(before.entries.length).toBeGreaterThan(3);
    expect(before.events.length).toBeGreaterThan(3);

    const settings = JSON.parse(readFileSync(join(dataDir, 'settings.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    const held = holdDataFolder(dataDir);
    if (!held.ok) throw new Error(held.message);
    const core = must(
      await startCore(coreOptions(dataDir, keychain, { lock: held.lock, settingsStore: storeIn(settings) })),
    );
    const { handlers } = core;
    await signIn({ handlers });

    // Open, and told.
    const status = must(await handlers['app.status']({}));
    expect(status.activeProfileId).toBe(PROFILE);
    const told = status.problems.map(({ error }) => error.code);
    expect(told).toEqual(process.platform === 'win32' ? [] : ['folder-was-open']);
    // Mended.
    if (process.platform !== 'win32')
      expect(
        [dataDir, ...made].filter((path) => existsSync(path) && (lstatSync(path).mode & 0o077) !== 0),
      ).toEqual([]);
    expect(keychain.kept.get(`${keychainId}/binding`)).toContain('dashboardUrl');
    // Nothing lost.
    expect(must(await handlers['app.settings.get']({})).language).toBe('ar');
    const { profiles } = must(await handlers['profiles.list']({}));
    expect(profiles).toMatchObject([
      { name: 'Nile Market', environment: 'live', keys: { secretKey: 'stored', apiKey: 'stored' } },
    ]);
    const { terminals } = must(await handlers['terminals.list']({}));
    expect(terminals).toHaveLength(3);
    expect(terminals.find(({ terminalId }) => terminalId === '30410001')?.label).toBe('Till by the door');
    const page = { scope: 'all', kind: null, cursor: null, limit: 50 } as const;
    const { rows } = must(await handlers['operations.page'](page));
    expect(rows).toMatchObject([
      { kind: 'acknowledgement', state: 'SUCCEEDED', terminalId: '30410001', actor: 'Mona' },
    ]);
    await core.stop();
    const after = {
      entries: rowsOf(dataDir, 'audit_entry', 'seq'),
      events: rowsOf(dataDir, 'operation_event', 'seq'),
    };
    expect(after.entries.slice(0, before.entries.length)).toEqual(before.entries);
    expect(after.events).toEqual(before.events);
    expect(after.entries.map((entry) => (entry as { action: string }).action)).toContain('profile.bound');
  },
);
