/** Planted keys, cards, names, amounts and references are not in what a helper gets, and what is saved is what was shown. */
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startCore } from '#electron/core/core.ts';
import { must } from '../services/operations/harness.ts';
import { memoryKeychain } from '../services/people/bench.ts';
import { ADMINISTRATOR, signIn } from '../signed-in.ts';
import { coreOptions } from '../core-options.ts';

const SECRET = 'sk-diagnostics-0123456789';
const PLANTED = [
  SECRET,
  '4111111111111111',
  'Nile Market',
  'NILE-MARKET-77',
  ADMINISTRATOR.name,
  'REF-884422',
  '12430.50',
  'sara@example.com',
  '+201001234567',
];

it('diagnostics hold nothing of a merchant, a person or a key, and are saved as they were shown', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'closeout-diagnostics-'));
  const files = mkdtempSync(join(tmpdir(), 'closeout-diagnostics-files-'));
  mkdirSync(join(dataDir, 'logs'));
  const line = (facts: object) =>
    appendFileSync(
      join(dataDir, 'logs/closeout.log'),
      `${JSON.stringify({ level: 40, time: '2026-11-24T18:00:00.000Z', msg: 'gateway-read-failed', ...facts })}\n`,
    );
  line({ code: 'timeout', operation: 'terminals.list' });
  line({ code: 'clock-behind', msg: 'close-refused' });
  for (const planted of PLANTED)
    for (const fact of ['code', 'operation', 'error', 'target', 'status', 'host'])
      line({ [fact]: planted, msg: fact === 'host' ? planted : 'gateway-read-failed' });
  line({ status: 4_111_111_111_111_111, code: 12_430 });
  writeFileSync(join(dataDir, `${PLANTED[3]}.txt`), '');
  const core = must(
    await startCore(
      coreOptions(dataDir, memoryKeychain(), {
        settingsStore: { store: { exportFolder: files }, set: () => {} },
      }),
    ),
  );
  const { handlers } = core;
  await signIn(core);
  expect(await handlers['support.saveDiagnostics']({})).toMatchObject({ ok: false });
  const hosts = { dashboardUrl: 'http://127.0.0.1:1', checkoutUrl: 'http://127.0.0.1:1' };
  const keys = { secretKey: SECRET, apiKey: '', paymentKey: '', transferKey: '' };
  const profile = { name: 'Nile Market', merchantId: 'NILE-MARKET-77', environment: 'live' as const };
  must(await handlers['profiles.connect']({ ...profile, ...hosts, ...keys }));
  const { text } = must(await handlers['support.diagnostics']({}));
  for (const planted of [...PLANTED, 'nile-market', '127.0.0.1', dataDir, tmpdir()])
    expect(text.includes(planted), planted).toBe(false);
  expect(text).toContain('version 9.9.9');
  expect(text).toContain('merchants live');
  expect(text).toMatch(/merchant-1\/journal\.sqlite \d+/);
  expect(text).toContain(
    '2026-11-24T18:00:00.000Z warn gateway-read-failed code=timeout operation=terminals.list',
  );
  expect(text).toContain('close-refused code=clock-behind');
  const saved = must(await handlers['support.saveDiagnostics']({}));
  expect(saved.path.startsWith(files)).toBe(true);
  expect(readFileSync(saved.path, 'utf8')).toBe(text);
  await core.stop();
});
