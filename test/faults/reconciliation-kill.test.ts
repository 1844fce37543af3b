/** A run of reconciliation that is killed leaves the result before it, and the next run is as if there had been none. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openResults } from '#electron/database/open-results.ts';
import { runReconciliation } from '#electron/database/repositories/reconciliation/run/run.ts';
import { fillProfile } from '../bench/reconciliation-profile.ts';
import { databaseWorkerUrl } from '../workers.ts';

const victim = fileURLToPath(new URL('kill/reconciliation-victim.ts', import.meta.url));
const NOW_MS = Date.UTC(2027, 0, 3);
const silent = { begin: () => {}, did: () => {} };

function stored(folder: string) {
  const results = openResults(folder);
  const read = (sql: string) => results.prepare(sql).all();
  const found = {
    current: read('SELECT run FROM current'),
    keys: read('SELECT e.key, e.version FROM exception AS e JOIN current USING (run) ORDER BY e.key'),
    runs: read('SELECT DISTINCT run FROM exception'),
  };
  results.close();
  return found;
}

it('killed while it compares, and while it stores', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'closeout-reconciliation-kill-'));
  try {
    await fillProfile(databaseWorkerUrl, folder, 3_000);
    const run = () => runReconciliation({ folder, startedAtMs: NOW_MS, nowMs: () => NOW_MS, watch: silent });
    openResults(folder).close();
    run();
    const before = stored(folder);
    expect(before.keys.length).toBeGreaterThan(10);
    for (const [at, after] of [
      ['sales', 2],
      ['storing', 0],
    ] as const) {
      const ended = spawnSync(process.execPath, [victim, JSON.stringify({ folder, at, after })], {
        encoding: 'utf8',
      });
      expect([ended.signal, ended.stderr]).toEqual(['SIGKILL', '']);
      expect(stored(folder)).toMatchObject({ current: before.current, keys: before.keys });
    }
    run();
    const { current, keys, runs } = stored(folder);
    expect(keys).toEqual(before.keys);
    expect(runs).toEqual(current);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
