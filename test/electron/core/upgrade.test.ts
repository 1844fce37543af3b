/**
 * A data folder that version 0.1.0 made, with its keychain: it opens, what it lacked is mended, nothing is lost, and the person is
 * told. It was made by that version's own code against its built-in gateway: a merchant, a renamed terminal, an acknowledgement. So
 * does that folder with its files as each version since then left them; every table's rows: test/electron/database/every-version.test.ts.
 */
import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, expect, it, vi } from 'vitest';
import { closeAnchor, readAnchor } from '#electron/database/journal-anchor.ts';
import { appliedMigrations, migrate } from '#electron/database/migrate.ts';
import { cacheMigrations, journalMigrations } from '#electron/database/migrations/index.ts';
import { makeEntries, newIdentity, noHead } from '#electron/head-office/entry.ts';
import { STORE } from '#electron/head-office/store.ts';
import { storeMigrations } from '#electron/head-office/store-schema.ts';
import { must } from '../services/operations/harness.ts';
import { signIn } from '../signed-in.ts';
import { headOfficeWorkerUrl } from '../../workers.ts';
import {
  everything,
  openToOthers,
  PROFILE,
  rowsIn,
  startOn,
  unpackEarlier,
  type EarlierFolder,
} from './earlier-folder.ts';

vi.setConfig({ testTimeout: 120_000 });
const onWindows = process.platform === 'win32';
/** A folder opens under the mask of a host; other tests of this process have their own. */
const mask = process.umask();
afterAll(() => void process.umask(mask));

/** How far the files of that version came: its folder as each version after it left it is made from here. */
const OF_0_1_0 = { journal: 9, cache: 6 };
const versions = Array.from({ length: journalMigrations.length - OF_0_1_0.journal + 1 }, (_, later) => {
  const journal = OF_0_1_0.journal + later;
  // The cache came along in about the same time.
  const share = later / (journalMigrations.length - OF_0_1_0.journal);
  const cache = OF_0_1_0.cache + Math.round(share * (cacheMigrations.length - OF_0_1_0.cache));
  return { journal, cache };
});
function bringTo({ journal, cache }: (typeof versions)[number], folder: string): void {
  for (const [file, migrations] of [
    ['journal', journalMigrations.slice(0, journal)],
    ['cache', cacheMigrations.slice(0, cache)],
  ] as const) {
    const db = new Sqlite(join(folder, `${file}.sqlite`));
    migrate(db, migrations);
    expect(appliedMigrations(db, migrations)).toBe(migrations.length);
    db.close();
  }
  // That version closed its file itself: it is not one that was changed meanwhile.
  const anchor = readAnchor(folder);
  if (anchor === null) throw new Error('the folder has no anchor');
  closeAnchor(folder, anchor);
}
const journalOf = ({ folder }: EarlierFolder) => ({
  entries: rowsIn(join(folder, 'journal.sqlite'), 'audit_entry', 'seq'),
  events: rowsIn(join(folder, 'journal.sqlite'), 'operation_event', 'seq'),
});
/** What others may still read or write. */
const openIn = (paths: readonly string[]) =>
  onWindows ? [] : paths.filter((path) => existsSync(path) && (lstatSync(path).mode & 0o077) !== 0);

it.each(versions)(
  'a data folder of journal $journal and cache $cache opens, with its permissions and bindings mended, nothing lost, and the person told',
  async (version) => {
    const earlier = unpackEarlier();
    const { dataDir, folder, keychain, keychainId } = earlier;
    bringTo(version, folder);
    openToOthers(dataDir);
    expect(keychain.kept.has(`${keychainId}/binding`)).toBe(false);
    const before = journalOf(earlier);
    expect(before.entries.length).toBeGreaterThan(3);
    expect(before.events.length).toBeGreaterThan(3);

    const core = await startOn(earlier);
    const { handlers } = core;
    await signIn({ handlers });

    // Open, and told.
    const status = must(await handlers['app.status']({}));
    expect(status.activeProfileId).toBe(PROFILE);
    const told = status.problems.map(({ error }) => error.code);
    expect(told).toEqual(onWindows ? [] : ['folder-was-open']);
    // Mended.
    expect(openIn([dataDir, ...everything(dataDir)])).toEqual([]);
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
    const after = journalOf(earlier);
    expect(after.entries.slice(0, before.entries.length)).toEqual(before.entries);
    expect(after.events).toEqual(before.events);
    expect(after.entries.map((entry) => (entry as { action: string }).action)).toContain('profile.bound');
  },
);

const place = { environment: 'live', merchant: 'MID-7301-118', branch: '' } as const;
/** The migration from which on the last entry of each PC is kept by itself. */
const HEADS_FROM = 1 + storeMigrations.findIndex(({ name }) => name === 'head-office-0007-long-records');
/** What this PC had read of another one, as a version with so many migrations kept it. */
function keptOfOthers(folder: string, migrations: number): void {
  const identity = newIdentity();
  const facts = ['Ali', 'Hoda', 'Ali'].map((actor, at) => ({
    kind: 'activity',
    atMs: Date.UTC(2026, 9, 1 + at),
    body: JSON.stringify({
      ...{ action: 'day.begun', actor, facts: '{}', hash: 'ab', machine: 'till-2', outcome: 'ok' },
      ...{ seq: at + 1, target: `day-${at}` },
    }),
  }));
  const db = new Sqlite(join(folder, STORE));
  migrate(db, storeMigrations.slice(0, migrations));
  db.prepare('INSERT INTO pc (id, name, branch, last_entry_at_ms) VALUES (?, ?, ?, ?)').run(
    ...[identity.pc, 'Zamalek till', 'Zamalek', facts.at(-1)?.atMs],
  );
  db.prepare("INSERT INTO epoch VALUES (1, 'of the server')").run();
  const insert = db.prepare(
    `INSERT INTO entry (pc, seq, environment, merchant, branch, kind, at_ms, body, previous, hash, signature, actor, action, search)
     VALUES (@pc, @seq, @environment, @merchant, @branch, @kind, @atMs, @body, @previous, @hash, @signature, @actor, 'day.begun', '')`,
  );
  const entries = [...makeEntries(identity, place, noHead, facts)];
  for (const [at, entry] of entries.entries()) insert.run({ ...entry, actor: ['Ali', 'Hoda', 'Ali'][at] });
  if (migrations >= HEADS_FROM)
    db.prepare('INSERT INTO head SELECT pc, seq, hash FROM entry ORDER BY seq DESC LIMIT 1').run();
  db.close();
}

it.each(storeMigrations.map(({ name }, at) => [name, at + 1] as const))(
  'what was read of head office by a version with %s is shown while no server answers, and none of it is lost',
  async (_name, migrations) => {
    const earlier = unpackEarlier();
    const { dataDir, folder, keychain, keychainId } = earlier;
    keptOfOthers(folder, migrations);
    openToOthers(dataDir);
    const store = join(folder, STORE);
    const login = { host: '127.0.0.1', port: 1, database: 'd', ca: null, user: 'u', password: 'p-19' };
    keychain.kept.set(
      `${keychainId}/head-office`,
      JSON.stringify({ name: 'Office', identity: newIdentity(), place, login }),
    );
    const before = ['pc', 'epoch'].map((table) => rowsIn(store, table, '1, 2'));

    const core = await startOn(earlier, { headOfficeWorkerUrl });
    await signIn(core);
    const { membership } = must(await core.handlers['headOffice.state']({}));
    expect(membership).toMatchObject({ name: 'Office', host: '127.0.0.1' });
    const filter = { text: '', actor: null, action: 'day.begun', pc: null };
    const { rows } = must(await core.handlers['activity.page']({ ...filter, cursor: null, limit: 50 }));
    expect(rows).toMatchObject(
      ['Ali', 'Hoda', 'Ali'].map((actor) => ({ actor, pc: { name: 'Zamalek till' } })),
    );
    expect(openIn(everything(dataDir))).toEqual([]);
    await core.stop();
    const after = ['pc', 'epoch'].map((table) => rowsIn(store, table, '1, 2'));
    expect(after).toMatchObject(before);
    expect([rowsIn(store, 'told', '2'), rowsIn(store, 'entry', '1')]).toMatchObject([{ length: 3 }, []]);
  },
);
