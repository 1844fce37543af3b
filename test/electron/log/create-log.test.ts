import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createFileLog, createSecretGuard } from '#electron/log/create-log.ts';

it('a guarded key never reaches the log, in any of its forms or under any name', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'closeout-log-'));
  const guard = createSecretGuard();
  const key = 'sk_live_canary+/=42';
  guard.guard(key);
  const log = createFileLog(folder, guard);
  log.info('plain', { note: `sent ${key} to them` });
  log.warn('encoded', {
    url: `https://x/?k=${encodeURIComponent(key)}`,
    base64: Buffer.from(key).toString('base64'),
  });
  log.error('named', { authorization: 'unguarded-value', nested: { apiKey: 'another-value' } });
  await log.close();
  const written = readFileSync(join(folder, 'logs/closeout.log'), 'utf8');
  expect(written).toContain('plain');
  for (const secret of [
    key,
    encodeURIComponent(key),
    Buffer.from(key).toString('base64'),
    'unguarded-value',
    'another-value',
  ]) {
    expect(written).not.toContain(secret);
  }
});
