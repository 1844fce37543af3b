/** A version is installed only when nothing is under way, and the one before stays within reach. */
import { beforeEach, expect, it } from 'vitest';
import {
  createUpdateService,
  UPDATE_INSTALL_MS,
  UPDATE_LOOK_MS,
  type UpdateNeeds,
  type UpdatePlace,
} from '#electron/services/updates/index.ts';
import type { KeptUpdates } from '#electron/services/settings/index.ts';
import type { UpdateChannel } from '#shared/contract/policy.ts';
import { testClock } from '../sandbox/gateway.ts';

let kept: KeptUpdates;
let now = { inFlight: 0, closing: false, idle: false };
let set: { channel?: UpdateChannel; feed?: string; key?: string } = {};
let looks: UpdatePlace[] = [];
let installed = 0;
let found: { version: string } | null = null;
let failure: Error | null = null;

function service(version = '1.2.0', defaultFeed: string | null = 'https://updates.example.com/') {
  const clock = testClock();
  const needs: UpdateNeeds = {
    version,
    clock,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    updater: {
      look: (place) => {
        looks.push(place);
        return Promise.resolve(found);
      },
      download: () => (failure ? Promise.reject(failure) : Promise.resolve()),
      install: () => {
        installed += 1;
        return Promise.resolve();
      },
    },
    kept: { get: () => kept, set: (next) => void (kept = next) },
    policy: { channel: () => set.channel, feed: () => set.feed, key: () => set.key },
    defaultFeed,
    inFlight: () => now.inFlight,
    isClosing: () => Promise.resolve(now.closing),
    isIdle: () => now.idle,
    onChange: () => {},
  };
  const updates = createUpdateService(needs);
  updates.start();
  const forward = async (ms: number) => {
    clock.forward(ms);
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  return { updates, forward };
}

beforeEach(() => {
  kept = { channel: 'stable', version: null, previous: null };
  now = { inFlight: 0, closing: false, idle: false };
  set = {};
  looks = [];
  installed = 0;
  found = { version: '1.3.0' };
  failure = null;
});

it('a version that is ready waits for money, for a close, and for the person; then it is installed', async () => {
  const { forward } = service();
  await forward(UPDATE_LOOK_MS);
  expect(looks).toEqual([
    { feed: 'https://updates.example.com', channel: 'stable', key: null, before: null },
  ]);
  for (const held of [{ idle: false }, { idle: true, inFlight: 1 }, { idle: true, closing: true }]) {
    now = { inFlight: 0, closing: false, ...held };
    await forward(UPDATE_INSTALL_MS);
    expect(installed).toBe(0);
  }
  now = { inFlight: 0, closing: false, idle: true };
  await forward(UPDATE_INSTALL_MS);
  expect(installed).toBe(1);
});

it('a person who asks is refused for the same reasons, and not for being there', async () => {
  const { updates } = service();
  expect(await updates.install()).toMatchObject({ error: { code: 'nothing-ready' } });
  await updates.look();
  now.inFlight = 1;
  expect(await updates.install()).toMatchObject({ error: { code: 'money-moving' } });
  now = { inFlight: 0, closing: true, idle: false };
  expect(await updates.install()).toMatchObject({ error: { code: 'day-being-closed' } });
  expect(installed).toBe(0);
  now.closing = false;
  expect(await updates.install()).toMatchObject({ ok: true });
  expect(installed).toBe(1);
});

it('the version before is remembered over starts, and fetched from its own folder', async () => {
  service('1.1.0');
  service('1.2.0');
  const { updates } = service('1.2.0');
  expect(kept).toMatchObject({ version: '1.2.0', previous: '1.1.0' });
  found = { version: '1.1.0' };
  expect(await updates.back()).toMatchObject({ value: { state: 'ready', version: '1.1.0' } });
  expect(looks.at(-1)).toEqual({
    feed: 'https://updates.example.com/versions/1.1.0',
    channel: 'stable',
    key: null,
    before: '1.1.0',
  });
  kept.previous = null;
  expect(await service().updates.back()).toMatchObject({ error: { code: 'no-version-before' } });
});

it('the organisation’s channel and feed bind, at once and against the person; off looks at nothing', async () => {
  const { updates, forward } = service();
  set = { channel: 'early', feed: 'https://updates.nile.example/closeout/', key: 'KEY' };
  await updates.look();
  expect(looks.at(-1)).toEqual({
    feed: 'https://updates.nile.example/closeout',
    channel: 'early',
    key: 'KEY',
    before: null,
  });
  expect(await updates.setChannel({ channel: 'stable' })).toMatchObject({
    error: { kind: 'policy', code: 'set', params: { key: 'updateChannel' } },
  });
  set = { channel: 'off' };
  now.idle = true;
  await forward(UPDATE_INSTALL_MS);
  expect(installed).toBe(0);
  looks = [];
  const fresh = service();
  await fresh.forward(UPDATE_LOOK_MS * 3);
  expect(await fresh.updates.look()).toMatchObject({ error: { code: 'off' } });
  expect(looks).toEqual([]);
});

it('a download that fails is told, and nothing is installed', async () => {
  const { updates } = service();
  for (const [code, error] of [
    ['ECONNREFUSED', { code: 'not-fetched', params: { code: 'ECONNREFUSED' } }],
    ['ERR_CHECKSUM_MISMATCH', { code: 'wrong-file' }],
    ['not-signed', { code: 'not-signed' }],
  ] as const) {
    failure = Object.assign(new Error(code), { code });
    expect(await updates.look()).toMatchObject({ error });
  }
  expect(await updates.state()).toMatchObject({ value: { state: 'idle', version: null } });
  now.idle = true;
  expect(await updates.install()).toMatchObject({ error: { code: 'nothing-ready' } });
});

it('without an address nothing is looked for, and the person is told who can name one', async () => {
  const { updates, forward } = service('1.2.0', null);
  await forward(UPDATE_LOOK_MS);
  expect(await updates.look()).toMatchObject({ ok: false, error: { kind: 'update', code: 'no-feed' } });
  expect(looks).toEqual([]);
});
