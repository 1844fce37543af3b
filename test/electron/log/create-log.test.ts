import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createFileLog } from '#electron/log/create-log.ts';
import { createSecretGuard } from '#electron/log/secret-guard.ts';

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

it('the guard finds keys wherever they stand, and holds none of them', () => {
  const guard = createSecretGuard();
  const keys = ['sk_test_one"two\\three', 'aaaaaaaa', 'pk-0123456789-é', 'short'];
  for (const key of [...keys, ...keys]) guard.guard(key);
  guard.guard('abc');
  expect(guard.redact(`begin ${keys.join(' and ')} end`)).toBe(
    'begin [secret] and [secret] and [secret] and [secret] end',
  );
  expect(guard.redact(JSON.stringify({ a: keys[0] }))).toBe('{"a":"[secret]"}');
  expect(guard.redact('aaaaaaaaaaaa')).toBe('[secret]');
  expect(guard.redact(Buffer.from(keys[2] ?? '').toString('hex'))).toBe('[secret]');
  expect(guard.redact('abc, aaaaaaa and nothing else')).toBe('abc, aaaaaaa and nothing else');
  expect(guard.redact('')).toBe('');
});
