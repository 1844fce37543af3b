/** Lists keep themselves up to date: the whole core with a clock that the test owns, over real HTTP to the built-in gateway. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startCore, type Core } from '#electron/core/core.ts';
import type { Sandbox } from '#electron/sandbox/start-sandbox.ts';
import { startSandbox } from '#electron/sandbox/start-sandbox.ts';
import type { EventName, EventOf } from '#shared/contract/index.ts';
import { control, testClock, type TestClock } from '../sandbox/gateway.ts';
import { must } from '../services/operations/harness.ts';
import { memoryKeychain } from '../services/people/bench.ts';
import { signIn } from '../signed-in.ts';
import { coreOptions } from '../core-options.ts';

const MINUTE = 60_000;
const TERMINALS = 12;
type Entry = { method: string; path: string };

let dataDir = '';
let clock: TestClock;
let sandbox: Sandbox;
let core: Core;
let heard: { event: EventName; payload: unknown }[] = [];

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'closeout-upkeep-'));
  clock = testClock();
  heard = [];
  sandbox = await startSandbox({ clock, seed: 5, terminals: TERMINALS, transactions: 60, historyDays: 3 });
  core = must(
    await startCore(
      coreOptions(dataDir, memoryKeychain(), {
        settingsStore: { store: { openFrom: '00:00', openTo: '00:00' }, set: () => {} },
        clock,
        upkeep: true,
      }),
    ),
  );
  core.onEvent(({ event, payload }) => heard.push({ event, payload }));
  await signIn(core);
});
afterEach(async () => {
  await core.stop();
  await sandbox.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const requests = async (part: string): Promise<number> => {
  const { body } = await control(sandbox, 'GET', '/log');
  return (body as Entry[]).filter(({ path }) => path.includes(part)).length;
};
const TERMINAL = '/transactions';
const terminalReads = async () =>
  (await requests('/pos/')) - (await requests('/pos/terminals')) - (await requests('/pos/ack/'));
const windowReads = () => requests('/settlement/windows');
const state = async () => must(await core.handlers['upkeep.state']({}));
const eventsOf = <E extends EventName>(name: E) =>
  heard.filter(({ event }) => event === name).map(({ payload }) => payload as EventOf<E>);

async function open(): Promise<void> {
  const { live } = sandbox;
  const { merchantId, dashboardUrl, checkoutUrl, secretKey, apiKey, paymentKey, transferKey } = live;
  const keys = { secretKey, apiKey, paymentKey, transferKey };
  const hosts = { dashboardUrl, checkoutUrl };
  must(
    await core.handlers['profiles.connect']({
      name: 'Nile Market',
      merchantId,
      environment: 'live',
      ...hosts,
      ...keys,
    }),
  );
}
/** A person is at the keyboard, so that nothing locks; the scheduler looks each time. */
async function pass(minutes: number): Promise<void> {
  for (let at = 0; at < minutes * 3; at += 1) {
    await core.handlers['people.active']({});
    clock.forward(MINUTE / 3);
    await quiet();
  }
}
/** On a busy machine a look may come late, and the time that passed meanwhile starts no other: more time passes until it is so. */
async function passUntil(isSo: () => Promise<boolean>): Promise<void> {
  for (let minutes = 0; minutes < 60 && !(await isSo()); minutes += 1) await pass(1);
  expect(await isSo()).toBe(true);
}
/** What has begun by itself has ended. */
const quiet = () =>
  vi.waitFor(
    async () => {
      const { reading } = await state();
      expect(reading).toBeNull();
    },
    { timeout: 60_000, interval: 5 },
  );
async function firstRound(): Promise<void> {
  await open();
  clock.forward(6_000);
  await vi.waitFor(async () => expect(await windowReads()).toBeGreaterThan(0), { timeout: 60_000 });
  await vi.waitFor(async () => expect(await requests('settlement-transactions')).toBeGreaterThan(0), {
    timeout: 60_000,
  });
  await quiet();
}

describe('a new PC', () => {
  it('reads its terminals, windows and settled transactions without being asked', async () => {
    await firstRound();
    const { terminals } = must(await core.handlers['terminals.list']({}));
    expect(terminals).toHaveLength(TERMINALS);
    expect(terminals.every(({ lastReadAtMs }) => lastReadAtMs !== null)).toBe(true);
    const { windows } = must(await core.handlers['settlement.windows']({}));
    expect(windows.length).toBeGreaterThan(2);
    const filter = { text: '', words: {} };
    const list = { name: 'fee-history', filter, sort: null, cursor: null, limit: 50 } as const;
    const { rows: quoted } = must(await core.handlers['kept.page'](list));
    expect(quoted.length).toBeGreaterThan(0);
    expect(
      eventsOf('upkeep.progress').some(({ reading }) => reading?.task === 'settled' && reading.first),
    ).toBe(true);
    expect(eventsOf('upkeep.news').some(({ task }) => task === 'settled')).toBe(false);
  });

  it('reads terminals again after the minutes of the setting, a little earlier or later, and not before', async () => {
    await firstRound();
    const first = await terminalReads();
    await pass(4);
    expect(await terminalReads()).toBe(first);
    await passUntil(async () => (await terminalReads()) > first);
    expect(await terminalReads()).toBe(2 * first);
    expect(await windowReads()).toBe(1);
  });

  it('tells how many transactions came in, and marks what nobody asked for', async () => {
    await firstRound();
    heard = [];
    await control(sandbox, 'POST', '/sales', { count: 5 });
    const news = () => eventsOf('upkeep.news').filter(({ task }) => task === 'terminals');
    const count = () => news().reduce((sum, one) => sum + one.count, 0);
    await passUntil(() => Promise.resolve(count() >= 5));
    expect(count()).toBe(5);
    expect(eventsOf('terminals.changed').every(({ byItself }) => byItself === true)).toBe(true);
    const terminalId = news()[0]?.terminalId ?? '';
    heard = [];
    must(await core.handlers['terminals.read']({ terminalId }));
    expect(eventsOf('terminals.changed').some(({ byItself }) => byItself === true)).toBe(false);
  });
});

describe('quiet', () => {
  it('while it is locked, which reading never delays', async () => {
    await firstRound();
    const before = await terminalReads();
    for (let at = 0; at < 30; at += 1) {
      clock.forward(MINUTE / 3);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(must(await core.handlers['people.state']({})).kind).toBe('locked');
    const locked = await terminalReads();
    expect(locked).toBeLessThanOrEqual(2 * before);
    for (let at = 0; at < 60; at += 1) clock.forward(MINUTE / 3);
    expect(await terminalReads()).toBe(locked);
  });

  it('outside opening hours for terminals, and not at all where the setting is off', async () => {
    await firstRound();
    const before = await terminalReads();
    const now = new Date(clock.nowMs());
    const hour = (more: number) => `${String((now.getHours() + more) % 24).padStart(2, '0')}:00`;
    must(await core.handlers['app.settings.setShared']({ openFrom: hour(3), openTo: hour(5) }));
    await passUntil(async () => (await windowReads()) > 1);
    expect(await terminalReads()).toBe(before);
    expect((await state()).rests).toBe('closed');
    must(await core.handlers['app.settings.setShared']({ readMinutes: 0 }));
    const windows = await windowReads();
    await pass(20);
    expect(await windowReads()).toBe(windows);
    expect((await state()).rests).toBe('off');
  });
});

describe('a gateway that does not want to be asked', () => {
  it('is left alone for as long as it says, with the reason', async () => {
    await firstRound();
    await control(sandbox, 'POST', '/faults', {
      match: { method: 'GET', path: TERMINAL },
      fault: { kind: 'status', status: 429 },
    });
    await passUntil(async () => (await state()).paused.length > 0);
    const { paused } = await state();
    expect(paused.map(({ task, error }) => [task, error.code])).toContainEqual(['terminals', 'limit']);
    const asked = await terminalReads();
    await pass(1 / 3);
    expect(await terminalReads()).toBe(asked);
    await control(sandbox, 'DELETE', '/faults');
    must(await core.handlers['upkeep.resume']({}));
    clock.forward(1);
    await quiet();
    await vi.waitFor(async () => expect((await state()).paused).toEqual([]), { timeout: 60_000 });
    await vi.waitFor(async () => expect(await terminalReads()).toBeGreaterThan(asked), { timeout: 60_000 });
  });

  it('and refuses one list by a 403: the others are read on', async () => {
    await control(sandbox, 'POST', '/faults', {
      match: { method: 'GET', path: '/settlement/windows' },
      fault: { kind: 'status', status: 403 },
    });
    await firstRound();
    const { paused } = await state();
    expect(paused.map(({ task }) => task)).toEqual(['windows']);
    expect(paused[0]?.untilMs).toBeGreaterThanOrEqual(clock.nowMs() + 59 * MINUTE);
    const before = await terminalReads();
    await passUntil(async () => (await terminalReads()) > before);
    expect(await windowReads()).toBe(1);
  });
});
