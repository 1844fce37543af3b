/** What is told while nobody is signed in: that something wants a person, and nothing else of it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startCore } from '#electron/core/core.ts';
import type { CoreEvent } from '#electron/core/events.ts';
import { testClock } from '../../sandbox/gateway.ts';
import { signIn } from '../../signed-in.ts';
import { must } from '../operations/harness.ts';
import { memoryKeychain } from '../people/bench.ts';
import { coreOptions } from '../../core-options.ts';

const MINUTE = 60_000;
/** 2026-11-18 02:30 in Cairo: an hour and a half before the cut-off of the 17th. */
const NIGHT_MS = Date.UTC(2026, 10, 18, 0, 30);
/** 03:05. */
const NEAR_MS = NIGHT_MS + 35 * MINUTE;

it('a cut-off that comes near while it is locked is in the status, by its kind alone', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'closeout-locked-'));
  const clock = testClock(NIGHT_MS);
  const core = must(await startCore(coreOptions(dataDir, memoryKeychain(), { host: 'desktop', clock })));
  try {
    const { handlers } = core;
    await signIn(core);
    must(await handlers['profiles.startPractice']({ language: 'en' }));
    must(await handlers['terminals.refreshList']({}));
    const { terminals } = must(await handlers['terminals.list']({}));
    must(await handlers['terminals.read']({ terminalId: terminals[1]?.terminalId ?? '' }));
    must(await handlers['people.lock']({}));
    const told: CoreEvent[] = [];
    core.onEvent((event) => void told.push(event));
    expect(must(await handlers['app.status']({})).pressing).toEqual([]);
    // It looks every minute, and each look takes its time: on a busy machine the cut-off must not come before a look has ended.
    await expect
      .poll(
        async () => {
          clock.forward(clock.nowMs() < NEAR_MS ? 5 * MINUTE : MINUTE / 3);
          return must(await handlers['app.status']({})).pressing.map(({ kind }) => kind);
        },
        { timeout: 30_000, interval: 100 },
      )
      .toContain('cut-off-near');
    await expect.poll(() => told.map(({ event }) => event)).toContain('app.statusChanged');
    expect(told.every(({ event }) => event === 'app.statusChanged' || event === 'people.changed')).toBe(true);
    expect(must(await handlers['notices.tell']({ id: 'a', title: 'b', body: 'c' }))).toEqual({ told: false });
    expect(await handlers['notices.list']({})).toMatchObject({ error: { code: 'locked' } });
    const [pressing] = must(await handlers['app.status']({})).pressing;
    expect(Object.keys(pressing ?? {}).sort()).toEqual(['kind', 'mark']);
  } finally {
    await core.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
