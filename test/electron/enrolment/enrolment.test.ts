/** Shops are set up from one policy in one command; each file works once, and holds nothing for whoever has no passphrase. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { startCore } from '#electron/core/core.ts';
import { systemClock } from '#electron/hosts/launch/system.ts';
import { openKeychain } from '#electron/keychain/keychain.ts';
import { placesWith } from '#electron/policy/places.ts';
import { useEnrolment } from '#electron/core/enrol-cli.ts';
import { must } from '../services/operations/harness.ts';
import { memoryKeychain } from '../services/people/bench.ts';
import { signIn } from '../signed-in.ts';
import { coreOptions } from '../core-options.ts';

vi.setConfig({ testTimeout: 300_000 });
const root = join(import.meta.dirname, '../../..');
const fresh = (name: string) => mkdtempSync(join(tmpdir(), `closeout-${name}-`));
const KEYS = { secretKey: 'sk-enrolment-0123456789', apiKey: 'api-enrolment-0123456789' };
const POLICY = {
  merchantName: 'Nile Market',
  merchantId: 'NILE',
  environment: 'live',
  dashboardHost: 'https://dashboard.example.com',
  checkoutHost: 'https://checkout.example.com',
  lockAfterMinutes: 3,
};

async function enrol(args: readonly string[], input: string): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, ['electron/core/enrol-cli.ts', ...args], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let said = '';
  for (const out of [child.stdout, child.stderr]) out.on('data', (part: Buffer) => (said += part.toString()));
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number];
  return { code, said };
}
const core = async (dataDir: string, keychain: ReturnType<typeof memoryKeychain>, policy: string) =>
  must(
    await startCore(
      coreOptions(dataDir, keychain, { policyPlaces: placesWith(policy, { sources: () => [] }) }),
    ),
  );

it('twenty shops are set up from one policy in one command', async () => {
  const work = fresh('shops');
  const out = join(work, 'out');
  const shops = Array.from({ length: 20 }, (_, at) => ({
    name: `shop-${at + 1}`,
    branch: `Branch ${at + 1}`,
  }));
  writeFileSync(join(work, 'policy.json'), JSON.stringify(POLICY));
  writeFileSync(join(work, 'shops.json'), JSON.stringify(shops));
  const args = [
    'shops',
    '--policy',
    join(work, 'policy.json'),
    '--shops',
    join(work, 'shops.json'),
    '--out',
    out,
  ];
  expect(await enrol(args, JSON.stringify(KEYS))).toMatchObject({ code: 0 });

  expect(readdirSync(out)).toHaveLength(21);
  expect(statSync(join(out, 'passphrases.csv')).mode & 0o077).toBe(0);
  const [, ...lines] = readFileSync(join(out, 'passphrases.csv'), 'utf8').trim().split('\n');
  const passphrases = new Map(lines.map((line) => line.split(',') as [string, string]));
  expect(new Set(passphrases.values()).size).toBe(20);

  for (const { name, branch } of shops) {
    const file = join(out, name, 'closeout.enrolment');
    const policy = join(out, name, 'policy.json');
    const sealed = readFileSync(file);
    for (const secret of [
      ...Object.values(KEYS),
      'Nile',
      'dashboard.example.com',
      passphrases.get(name) ?? '',
    ])
      expect(sealed.includes(secret)).toBe(false);
    const kept = memoryKeychain();
    const keychain = openKeychain(
      () => Promise.resolve(kept),
      systemClock,
      () => {},
    );
    const dataDir = join(fresh('shop'), 'data');
    const profile = await useEnrolment({ file, dataDir, passphrase: passphrases.get(name) ?? '', keychain });
    expect(existsSync(file)).toBe(false);
    expect(kept.kept.get(`${profile.keychainId}/secret-key`)).toBe(KEYS.secretKey);
    expect(JSON.parse(readFileSync(policy, 'utf8'))).toEqual({ ...POLICY, branch });
    // The first and the last shop are opened, too.
    if (name !== 'shop-1' && name !== 'shop-20') continue;
    const opened = await core(dataDir, kept, policy);
    await signIn(opened);
    const { profiles } = must(await opened.handlers['profiles.list']({}));
    expect(profiles).toMatchObject([
      {
        name: 'Nile Market',
        environment: 'live',
        keys: { secretKey: 'stored', apiKey: 'stored', paymentKey: 'absent' },
      },
    ]);
    must(await opened.handlers['profiles.activate']({ profileId: 'live-nile' }));
    const other = await opened.handlers['closing.begin']({ branchKey: 'Another', businessDate: null });
    expect(other).toMatchObject({ error: { kind: 'policy', code: 'set', params: { key: 'branch' } } });
    expect(must(await opened.handlers['people.state']({})).rules.lockAfterMinutes).toBe(3);
    await opened.stop();
  }
});

it('a person makes a file from what is typed, and another one uses it, once', async () => {
  const work = fresh('enrol');
  const file = join(work, 'closeout.enrolment');
  const none = join(work, 'no-policy.json');
  const draft = {
    name: 'Nile Market',
    merchantId: 'NILE',
    environment: 'test' as const,
    dashboardUrl: 'http://127.0.0.1:1',
    checkoutUrl: 'http://127.0.0.1:1',
    ...KEYS,
    paymentKey: '',
    transferKey: '',
  };
  const office = await core(fresh('office'), memoryKeychain(), none);
  await signIn(office);
  const made = must(await office.handlers['enrolment.make']({ draft, file }));
  expect(made.passphrase).toMatch(/^([a-z2-9]{5}-){4}[a-z2-9]{5}$/);
  expect(await office.handlers['enrolment.make']({ draft, file })).toMatchObject({
    error: { code: 'enrolment-not-written' },
  });
  expect(must(await office.handlers['profiles.list']({})).profiles).toEqual([]);
  await office.stop();

  const shop = await core(fresh('shop'), memoryKeychain(), none);
  await signIn(shop);
  const use = (passphrase: string) => shop.handlers['enrolment.use']({ file, passphrase });
  expect(await use(made.passphrase.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')))).toMatchObject({
    error: { code: 'enrolment-passphrase-wrong' },
  });
  expect(existsSync(file)).toBe(true);
  const copy = readFileSync(file);
  expect(must(await use(` ${made.passphrase.toUpperCase()} `))).toMatchObject({
    id: 'test-nile',
    keys: { secretKey: 'stored' },
  });
  expect(existsSync(file)).toBe(false);
  writeFileSync(file, copy);
  expect(await use(made.passphrase)).toMatchObject({ error: { code: 'profile-exists' } });
  writeFileSync(file, 'not an enrolment');
  expect(await use(made.passphrase)).toMatchObject({ error: { code: 'enrolment-invalid' } });
  await shop.stop();
});
