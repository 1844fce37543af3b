/** Each setting of a policy binds at start and after a change, and ends with it. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect as connectTcp, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startCore, type Core } from '#electron/core/core.ts';
import { systemClock } from '#electron/hosts/launch/system.ts';
import { POLICY_CHECK_MS } from '#electron/policy/open-policy.ts';
import { placesWith } from '#electron/policy/places.ts';
import { policyKeys, type Policy, type PolicyKey } from '#shared/contract/policy.ts';
import type { UpdatePlace } from '#electron/services/updates/index.ts';
import type { Clock } from '#shared/time/clock.ts';
import { rawServer, TEST_CERTIFICATE } from '../gateway/servers.ts';
import { must } from '../services/operations/harness.ts';
import { memoryKeychain } from '../services/people/bench.ts';
import { ADMINISTRATOR, signIn } from '../signed-in.ts';
import { coreOptions, storeIn } from '../core-options.ts';

/** Many starts and many PINs. */
vi.setConfig({ testTimeout: 300_000 });

let dataDir = '';
let file = '';
let keychain = memoryKeychain();
let settings: Record<string, unknown> = {};
let core: Core | null = null;
let lookAgain = () => {};
let looks: UpdatePlace[] = [];

/** The policy is looked at again when the test says so; everything else runs on the clock of the computer. */
const clock: Clock = {
  nowMs: () => systemClock.nowMs(),
  after: (delayMs, task) => {
    if (delayMs !== POLICY_CHECK_MS) return systemClock.after(delayMs, task);
    lookAgain = task;
    return () => {};
  },
};

async function start(): Promise<Core> {
  core = must(
    await startCore(
      coreOptions(dataDir, keychain, {
        settingsStore: storeIn(settings),
        clock,
        updater: {
          look: (place) => {
            looks.push(place);
            return Promise.resolve(null);
          },
          download: () => Promise.resolve(),
          install: () => Promise.resolve(),
        },
        policyPlaces: placesWith(file, { sources: () => [] }),
      }),
    ),
  );
  return core;
}
const write = (policy: unknown) => writeFileSync(file, JSON.stringify(policy, null, 2));

/** What the core itself says is set follows the file. */
async function change(policy: Policy): Promise<void> {
  write(policy);
  const wanted = Object.keys(policy).sort().join();
  lookAgain();
  for (;;) {
    const status = must(await core!.handlers['app.status']({}));
    if ([...status.setByOrganisation].sort().join() === wanted) break;
    await new Promise((resolve) => setImmediate(resolve));
  }
  // What follows a change has its own calls.
  for (let turn = 0; turn < 50; turn += 1) await core!.handlers['app.status']({});
}

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'closeout-policy-core-'));
  file = join(mkdtempSync(join(tmpdir(), 'closeout-policy-file-')), 'policy.json');
  keychain = memoryKeychain();
  settings = {};
});
afterEach(async () => {
  await core?.stop();
  core = null;
  rmSync(dataDir, { recursive: true, force: true });
});

const handlers = () => core!.handlers;
const keys = { secretKey: 'sk-policy-0123456789', apiKey: '', paymentKey: '', transferKey: '' };
const place = {
  name: 'M',
  merchantId: 'M-1',
  environment: 'test' as const,
  dashboardUrl: 'http://127.0.0.1:1',
  checkoutUrl: 'http://127.0.0.1:1',
};
const rules = async () => must(await handlers()['people.state']({})).rules;
const money = (minor: bigint) => ({ minor, currency: 'EGP' });

/** What shows that a setting binds: `seen` after it is set, otherwise when it is not, and the refusal of another value. */
type Bound = { value: Policy; seen: () => Promise<unknown>; is: unknown; otherwise?: () => Promise<unknown> };
const refusal = (key: PolicyKey) => ({ ok: false, error: { kind: 'policy', code: 'set', params: { key } } });
const ofSettings = (key: 'language' | 'theme' | 'digits', value: string): Bound => ({
  value: { [key]: value },
  seen: async () => must(await handlers()['app.settings.get']({}))[key],
  is: value,
  otherwise: () => handlers()['app.settings.set']({ [key]: 'system' }),
});
const ofShared = (
  key: 'csvByteOrderMark' | 'systemNotices' | 'cutOffWarningMinutes',
  value: boolean | number,
): Bound => ({
  value: { [key]: value },
  seen: async () => must(await handlers()['app.settings.get']({}))[key],
  is: value,
  otherwise: () => handlers()['app.settings.setShared']({ [key]: 30 }),
});
type LimitName = 'reversal' | 'instantSettlement' | 'orderMovement' | 'payout' | 'writeOff';
const ofLimit = (name: LimitName): Bound => ({
  value: { [`${name}Limit`]: ['EGP 12.50'] },
  seen: async () => (await rules()).limits[name],
  is: [money(1_250n)],
  otherwise: async () => {
    const now = await rules();
    const limits = { ...now.limits, [name]: [money(1n)] };
    return handlers()['people.setRules']({ ...now, limits, pin: ADMINISTRATOR.pin });
  },
});
const connectWith = (change: Partial<typeof place>) =>
  handlers()['profiles.connect']({ ...place, ...change, ...keys });
const scheduleWith = (change: { folder?: string; everyHours?: number }) =>
  handlers()['backup.setSchedule']({ folder: null, everyHours: null, passphrase: '', ...change });

/** Where versions were looked for, the last time. */
async function lookedFor(): Promise<UpdatePlace | null> {
  looks = [];
  await handlers()['updates.look']({});
  return looks.at(-1) ?? null;
}
const FEED = 'https://updates.nile.example/closeout';

/** The others, and what shows at start and after a change that they bind. */
const ELSEWHERE = {
  proxy: 'at start: test/e2e/policy.e2e.ts; after a change: below',
  caFile: 'at start: test/e2e/policy.e2e.ts; after a change: below',
  withoutHeadOffice: 'asked at each movement: test/electron/head-office/two-cores.test.ts',
} as const;

const BOUND: {
  [Key in Exclude<PolicyKey, keyof typeof ELSEWHERE>]: Bound;
} = {
  language: ofSettings('language', 'ar'),
  theme: ofSettings('theme', 'dark'),
  digits: ofSettings('digits', 'arabic'),
  csvByteOrderMark: ofShared('csvByteOrderMark', false),
  systemNotices: ofShared('systemNotices', true),
  cutOffWarningMinutes: ofShared('cutOffWarningMinutes', 45),
  lockAfterMinutes: {
    value: { lockAfterMinutes: 2 },
    seen: async () => (await rules()).lockAfterMinutes,
    is: 2,
    otherwise: async () =>
      handlers()['people.setRules']({ ...(await rules()), lockAfterMinutes: 9, pin: ADMINISTRATOR.pin }),
  },
  reversalLimit: ofLimit('reversal'),
  instantSettlementLimit: ofLimit('instantSettlement'),
  orderMovementLimit: ofLimit('orderMovement'),
  payoutLimit: ofLimit('payout'),
  writeOffLimit: ofLimit('writeOff'),
  roles: {
    value: { roles: ['cashier'] },
    seen: async () => {
      const people = must(await handlers()['people.state']({})).people;
      return people.map(({ name, role }) => `${name} ${role}`);
    },
    is: ['Mona administrator', 'Sara viewer'],
    otherwise: () =>
      handlers()['people.add']({ name: 'X', role: 'finance', newPin: '604821', pin: ADMINISTRATOR.pin }),
  },
  exportFolder: {
    value: { exportFolder: '/tmp/of-the-organisation' },
    seen: async () => must(await handlers()['reports.folder']({})).folder,
    is: '/tmp/of-the-organisation',
    otherwise: () => handlers()['reports.setFolder']({ folder: tmpdir() }),
  },
  merchantName: {
    value: { merchantName: 'Nile Market' },
    seen: async () => must(await handlers()['profiles.list']({})).profiles[0]?.name,
    is: 'Nile Market',
    otherwise: () => connectWith({ merchantId: 'M-4', name: 'Delta Market' }),
  },
  merchantId: {
    value: { merchantId: 'M-1' },
    seen: async () => must(await handlers()['profiles.list']({})).activeId,
    is: 'test-m-1',
    otherwise: () => connectWith({ merchantId: 'M-2' }),
  },
  environment: {
    value: { environment: 'test' },
    seen: async () => must(await handlers()['profiles.list']({})).activeId,
    is: 'test-m-1',
    otherwise: () => connectWith({ environment: 'live' as never }),
  },
  dashboardHost: {
    value: { dashboardHost: 'http://127.0.0.1:2' },
    seen: async () => must(await handlers()['profiles.list']({})).profiles[0]?.dashboardUrl,
    is: 'http://127.0.0.1:2',
    otherwise: () => connectWith({ merchantId: 'M-3', dashboardUrl: 'http://127.0.0.1:3' }),
  },
  checkoutHost: {
    value: { checkoutHost: 'http://127.0.0.1:2' },
    seen: async () => must(await handlers()['profiles.list']({})).profiles[0]?.checkoutUrl,
    is: 'http://127.0.0.1:2',
    otherwise: () => connectWith({ merchantId: 'M-3', checkoutUrl: 'http://127.0.0.1:3' }),
  },
  updateChannel: {
    value: { updateChannel: 'early' },
    seen: async () => must(await handlers()['updates.state']({})).channel,
    is: 'early',
    otherwise: () => handlers()['updates.setChannel']({ channel: 'stable' }),
  },
  updateFeed: {
    value: { updateFeed: FEED },
    seen: async () => (await lookedFor())?.feed ?? null,
    is: FEED,
  },
  // Without an address nothing is looked for.
  updateKey: {
    value: { updateFeed: FEED, updateKey: 'MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=' },
    seen: async () => (await lookedFor())?.key ?? null,
    is: 'MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
  },
  backupFolder: {
    value: { backupFolder: '/tmp/backups-of-the-organisation' },
    seen: async () => must(await handlers()['backup.state']({})).folder,
    is: '/tmp/backups-of-the-organisation',
    otherwise: () => scheduleWith({ folder: tmpdir() }),
  },
  backupEveryHours: {
    value: { backupEveryHours: 12 },
    seen: async () => must(await handlers()['backup.state']({})).everyHours,
    is: 12,
    otherwise: () => scheduleWith({ everyHours: 24 }),
  },
  branch: {
    value: { branch: 'Maadi' },
    seen: () => handlers()['closing.begin']({ branchKey: 'Zamalek', businessDate: null }),
    is: refusal('branch'),
  },
};

async function ready(): Promise<void> {
  await start();
  await signIn(core!);
  must(await connectWith({}));
  must(
    await handlers()['people.add']({
      name: 'Sara',
      role: 'finance',
      newPin: '604821',
      pin: ADMINISTRATOR.pin,
    }),
  );
}

const KEYS = Object.keys(BOUND) as (keyof typeof BOUND)[];
/** Name and addresses of a profile stay what they were set to: they are in its file, and the addresses are bound to the keys. */
const STAYS: readonly PolicyKey[] = ['merchantName', 'dashboardHost', 'checkoutHost'];

describe('each setting of a policy', () => {
  it('binds after a change, is refused otherwise, and ends with the policy', async () => {
    await ready();
    for (const key of KEYS) {
      const { value, seen, is, otherwise } = BOUND[key];
      // A profile that is being opened again is waited for.
      const active = async () => must(await handlers()['profiles.list']({})).activeId;
      await expect.poll(active, { timeout: 60_000, message: key }).toBe('test-m-1');
      const before = await seen();
      await change(value);
      // A profile that is just opening is looked at again, as the next look of the policy does.
      const again = () => {
        lookAgain();
        return seen();
      };
      await expect.poll(again, { timeout: 60_000, interval: 500, message: key }).toEqual(is);
      if (otherwise) expect(await otherwise(), key).toMatchObject(refusal(key));
      await change({});
      if (!STAYS.includes(key)) await expect.poll(seen, { timeout: 60_000, message: key }).toEqual(before);
    }
  });

  it('binds at start', async () => {
    await ready();
    await core!.stop();
    write(Object.fromEntries(KEYS.flatMap((key) => Object.entries(BOUND[key].value))));
    await start();
    await signIn(core!);
    expect(must(await handlers()['app.status']({})).setByOrganisation.sort()).toEqual([...KEYS].sort());
    for (const key of KEYS)
      await expect.poll(BOUND[key].seen, { timeout: 60_000, message: key }).toEqual(BOUND[key].is);
  });

  it('is here, or tested beside what it is about', () => {
    expect([...KEYS, ...Object.keys(ELSEWHERE)].sort()).toEqual([...policyKeys].sort());
  });
});

it('a merchant that the organisation does not set is closed, and does not open again', async () => {
  await ready();
  await change({ merchantId: 'M-2' });
  await expect
    .poll(async () => must(await handlers()['app.status']({})).activeProfileId, { timeout: 60_000 })
    .toBeNull();
  expect(await handlers()['profiles.activate']({ profileId: 'test-m-1' })).toMatchObject(
    refusal('merchantId'),
  );
});

it('a name that the organisation sets is not edited otherwise', async () => {
  await ready();
  await change({ merchantName: 'Nile Market' });
  const { dashboardUrl, checkoutUrl } = place;
  const edited = { profileId: 'test-m-1', name: 'Delta Market', dashboardUrl, checkoutUrl };
  expect(await handlers()['profiles.update'](edited)).toMatchObject(refusal('merchantName'));
  must(await handlers()['profiles.update']({ ...edited, name: 'Nile Market' }));
});

it('an address that the organisation changes is bound to the keys, and the record tells it', async () => {
  await ready();
  await change({ dashboardHost: 'http://127.0.0.1:2' });
  await core!.stop();
  const journal = new Sqlite(join(dataDir, 'profiles/test-m-1/journal.sqlite'), { readonly: true });
  const told = journal
    .prepare("SELECT params FROM audit_entry WHERE action = 'profile.edited'")
    .pluck()
    .all();
  journal.close();
  expect(told.map(String).join()).toContain('organisation');
  await start();
  await signIn(core!);
  expect(must(await handlers()['app.status']({}))).toMatchObject({
    problems: [],
    activeProfileId: 'test-m-1',
  });
});

describe('a policy that is refused', () => {
  it('locks the app at start, says why, opens nothing, and lets in again when it is mended', async () => {
    await ready();
    await core!.stop();
    writeFileSync(file, '{\n  "lockAfterMinuts": 3\n}');
    await start();
    const state = must(await handlers()['people.state']({}));
    const params = { file, line: 2, key: 'lockAfterMinuts' };
    expect(state).toMatchObject({
      kind: 'unreadable',
      error: { kind: 'policy', code: 'unknown-key', params },
    });
    expect(must(await handlers()['app.status']({})).activeProfileId).toBeNull();
    const personId = state.people.find(({ name }) => name === ADMINISTRATOR.name)?.personId ?? '';
    expect(await handlers()['people.unlock']({ personId, pin: ADMINISTRATOR.pin })).toMatchObject({
      error: { code: 'unknown-key' },
    });
    expect(await handlers()['profiles.list']({})).toMatchObject({ error: { code: 'unknown-key' } });
    write({ lockAfterMinutes: 3 });
    must(await handlers()['policy.get']({}));
    await signIn(core!);
    expect((await rules()).lockAfterMinutes).toBe(3);
  });

  it('locks the app while it runs', async () => {
    await ready();
    writeFileSync(file, 'no JSON');
    chmodSync(file, 0o600);
    lookAgain();
    for (;;) {
      const state = must(await handlers()['people.state']({}));
      if (state.kind === 'unreadable') break;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await handlers()['profiles.list']({})).toMatchObject({ error: { code: 'not-json' } });
  });
});

describe('the way to the gateway', () => {
  it('goes through the proxy that is set and believes the certificates that are set, only as long as they are', async () => {
    const server = await rawServer(
      (socket) => socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}'),
      true,
    );
    const asked: string[] = [];
    const proxy = createServer();
    proxy.on('connect', (request, socket) => {
      asked.push(request.url ?? '');
      const through = connectTcp(server.port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        through.pipe(socket).pipe(through);
      });
      through.on('error', () => socket.destroy());
      socket.on('error', () => through.destroy());
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const caFile = join(dataDir, 'ca.pem');
    writeFileSync(caFile, TEST_CERTIFICATE, { mode: 0o600 });
    await start();
    await signIn(core!);
    const url = `https://localhost:${server.port}`;
    const draft = { ...place, dashboardUrl: url, checkoutUrl: url, ...keys };
    const checkout = async () => {
      const { checks } = must(await handlers()['profiles.checkConnection']({ draft }));
      return checks.find(({ check }) => check === 'checkout');
    };
    expect((await checkout())?.error?.code).toBe('tls');
    await change({ caFile });
    expect((await checkout())?.outcome).toBe('works');
    expect(asked).toEqual([]);
    await change({ caFile, proxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` });
    expect((await checkout())?.outcome).toBe('works');
    expect(new Set(asked)).toEqual(new Set([`localhost:${server.port}`]));
    const before = asked.length;
    await change({});
    expect((await checkout())?.error?.code).toBe('tls');
    expect(asked).toHaveLength(before);
    proxy.closeAllConnections();
    proxy.close();
    await server.close();
    expect(readFileSync(caFile, 'utf8')).toBe(TEST_CERTIFICATE);
  });
});
