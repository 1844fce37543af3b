/** A disk that is read-only, locked or broken: no request without a durable intent, and a failed sync stops (R13). */
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { open, realClock } from '../kill/access.ts';
import { bundleVictim } from '../kill/bundle.ts';
import { startGatewayProcess } from '../kill/gateway-process.ts';
import type { Scene } from '../kill/kill-case.ts';
import { diskShim } from './shim.ts';
import { runOnDisk, toldIn, type DiskOrder } from './victim-run.ts';

const shim = diskShim();
const kinds = ['reversal', 'acknowledgement'] as const;
let scene: Scene;
let folder: string;

beforeAll(async () => {
  scene = { bundle: await bundleVictim(), gateway: await startGatewayProcess() };
});
afterAll(() => {
  scene.gateway.stop();
  scene.bundle.remove();
});

/** Runs it; answers what was told, how many requests arrived, and what the journal says after a start on a good disk. */
async function run(order: Omit<DiskOrder, 'folder'>, mended: () => void = () => {}) {
  await scene.gateway.newSale();
  const before = await scene.gateway.movements();
  const said = await runOnDisk(scene, { ...order, folder });
  mended();
  const sent = (await scene.gateway.movements()) - before;
  const session = await open(
    folder,
    scene.gateway.access,
    (parts) => parts,
    realClock,
    scene.bundle.workerUrl,
  );
  const page = await session.operations.page({ scope: 'all', kind: null, cursor: null, limit: 10 });
  const rows = page.ok ? page.value.rows : [];
  await session.stop();
  const resent = (await scene.gateway.movements()) - before - sent;
  return { told: toldIn(said), sent, resent, states: rows.map(({ state }) => state) };
}
const freshFolder = () => (folder = mkdtempSync(join(tmpdir(), 'closeout-disk-')));

it.each(kinds)(
  'a journal that another process has locked: %s is refused, and nothing is sent',
  async (kind) => {
    freshFolder();
    let holder: Sqlite.Database | null = null;
    const beforeConfirm = () => {
      holder = new Sqlite(join(folder, 'journal.sqlite'));
      holder.exec('BEGIN EXCLUSIVE');
    };
    const { told, sent, resent, states } = await run({ kind, beforeConfirm }, () => holder?.close());
    expect(told).toBe('SQLITE_BUSY');
    expect({ sent, resent, states }).toEqual({ sent: 0, resent: 0, states: [] });
  },
  60_000,
);

const OTHER_USER = 65_534;
const asRoot = process.getuid?.() === 0;

it.skipIf(process.platform === 'win32').each(kinds)(
  'a folder that has become read-only: nothing of %s is sent without its intent',
  async (kind) => {
    freshFolder();
    // The root user may write everywhere, so the process runs as another user, who can reach the folder and the program.
    if (asRoot) {
      chownSync(folder, OTHER_USER, OTHER_USER);
      chmodSync(join(scene.bundle.victim, '../..'), 0o755);
      chmodSync(tmpdir(), statSync(tmpdir()).mode | 0o011);
    }
    await scene.gateway.newSale();
    const asBefore = await runOnDisk(scene, { folder, kind, ...(asRoot && { uid: OTHER_USER }) });
    expect(toldIn(asBefore)).toBe('SUCCEEDED');
    const files = ['journal.sqlite', 'journal.sqlite-wal', 'cache.sqlite'];
    const lock = (mode: number) => {
      for (const name of files)
        try {
          chmodSync(join(folder, name), mode & 0o666);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
        }
      chmodSync(folder, mode);
    };
    await scene.gateway.newSale();
    const before = await scene.gateway.movements();
    lock(0o555);
    const said = await runOnDisk(scene, { folder, kind, ...(asRoot && { uid: OTHER_USER }) });
    lock(0o755);
    expect(toldIn(said)).toContain('folder-not-writable');
    expect(await scene.gateway.movements()).toBe(before);
    rmSync(folder, { recursive: true, force: true });
  },
  60_000,
);

/** A commit whose sync failed may be there at the next start, or not: the states that either leaves. */
const steps = [
  ['before journal.create', 0, ['none', 'EXPIRED']],
  ['before journal.change(sending)', 0, ['EXPIRED', 'UNKNOWN']],
  ['before journal.change(connected)', 1, ['UNKNOWN']],
  ['before journal.change(succeeded)', 1, ['UNKNOWN', 'SUCCEEDED']],
] as const;

it.skipIf(shim === null).each(kinds.flatMap((kind) => steps.map((step) => [kind, ...step] as const)))(
  'a sync or write that fails: %s, %s on, leads to %i requests, and at the next start to %j',
  async (kind, step, sends, states) => {
    for (const what of ['sync', 'write']) {
      freshFolder();
      const file = join(tmpdir(), `closeout-control-${process.pid}-${kind}-${what}`);
      const env = shim?.env({ folder, fails: file }) ?? {};
      const after = await run({ kind, env, spoil: { step, file, text: what } }, () =>
        rmSync(file, { force: true }),
      );
      const label = `${step}, ${what}`;
      expect(after.sent, label).toBe(sends);
      expect(states, label).toContain(after.states[0] ?? 'none');
      expect(after.resent).toBe(0);
      // What was sent is told as not known; what was not is a failure of the storage.
      expect(after.told).toMatch(sends === 0 ? /^SQLITE_IOERR/ : /^UNKNOWN$/);
    }
  },
  60_000,
);
