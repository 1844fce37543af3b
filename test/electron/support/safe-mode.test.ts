/** Safe mode sets aside what can be read again, keeps the rest, and sends nothing before somebody says so. */
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startCore, type Core } from '#electron/core/core.ts';
import { noteCameUp, noteStart } from '#electron/core/failed-starts.ts';
import { must } from '../services/operations/harness.ts';
import { memoryKeychain } from '../services/people/bench.ts';
import { signIn } from '../signed-in.ts';
import { coreOptions, storeIn } from '../core-options.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'closeout-safe-'));
const keychain = memoryKeychain();
const settings: Record<string, unknown> = {};

async function start(safeMode: boolean): Promise<Core> {
  const core = must(
    await startCore(coreOptions(dataDir, keychain, { settingsStore: storeIn(settings), safeMode })),
  );
  await signIn(core);
  return core;
}

it('the cache is set aside and kept, the journal stays, and no request leaves until it is told to', async () => {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const first = await start(false);
  const keys = { secretKey: 'sk-safe-0123456789', apiKey: '', paymentKey: '', transferKey: '' };
  const profile = { name: 'M', merchantId: 'M-1', environment: 'test' as const };
  must(
    await first.handlers['profiles.connect']({ ...profile, dashboardUrl: url, checkoutUrl: url, ...keys }),
  );
  await first.stop();
  const folder = join(dataDir, 'profiles/test-m-1');
  expect(existsSync(join(folder, 'cache.sqlite'))).toBe(true);
  asked = 0;

  const safe = await start(true);
  const kept = readdirSync(join(folder, 'quarantine'), { recursive: true }).map(String);
  expect(kept.some((name) => name.endsWith('cache.sqlite'))).toBe(true);
  expect(kept.some((name) => name.includes('journal'))).toBe(false);
  expect(must(await safe.handlers['app.status']({}))).toMatchObject({
    safeMode: true,
    activeProfileId: 'test-m-1',
  });
  const { checks } = must(await safe.handlers['profiles.checkConnection']({ profileId: 'test-m-1' }));
  expect(checks.find(({ check }) => check === 'checkout')?.error?.params).toEqual({ code: 'safe-mode' });
  expect(asked).toBe(0);
  must(await safe.handlers['support.connect']({}));
  expect(must(await safe.handlers['app.status']({})).safeMode).toBe(false);
  await safe.handlers['profiles.checkConnection']({ profileId: 'test-m-1' });
  expect(asked).toBeGreaterThan(0);
  await safe.stop();
  server.closeAllConnections();
  server.close();
});

it('starts without a window are counted until one comes up', () => {
  const folder = mkdtempSync(join(tmpdir(), 'closeout-starts-'));
  expect([noteStart(folder), noteStart(folder), noteStart(folder), noteStart(folder)]).toEqual([0, 1, 2, 3]);
  noteCameUp(folder);
  expect(noteStart(folder)).toBe(0);
});
