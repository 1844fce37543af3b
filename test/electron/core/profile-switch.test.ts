/** Opening, switching and closing profiles while people click, and while money is being confirmed. */
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startCore, type Core } from '#electron/core/core.ts';
import { codeOf, must } from '../services/operations/harness.ts';
import { memoryKeychain, type MemoryKeychain } from '../services/people/bench.ts';
import { ADMINISTRATOR, signIn } from '../signed-in.ts';
import { coreOptions } from '../core-options.ts';

/** A keychain whose next writing waits until it is let go: the check of a PIN counts its try there first. */
function keychainToHold(): MemoryKeychain & { hold(): () => void } {
  const keychain = memoryKeychain();
  let held: Promise<void> | null = null;
  const inner = { ...keychain };
  return Object.assign(keychain, {
    setPassword: async (...args: Parameters<typeof inner.setPassword>) => {
      await held;
      return inner.setPassword(...args);
    },
    hold: () => {
      let letGo = () => {};
      held = new Promise((resolve) => (letGo = resolve));
      return () => {
        held = null;
        letGo();
      };
    },
  });
}

let dataDir = '';
let keychain = keychainToHold();
let core: Core;
let running = false;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'closeout-switch-'));
  keychain = keychainToHold();
  const started = await startCore(coreOptions(dataDir, keychain));
  core = must(started);
  running = true;
  await signIn(core);
});
async function stop(): Promise<void> {
  if (running) await core.stop();
  running = false;
}
afterEach(async () => {
  await stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Open files of this process that end in this name; null where that cannot be seen. */
function handlesOf(profileId: string): number | null {
  if (process.platform !== 'linux') return null;
  const path = join(dataDir, 'profiles', profileId, 'journal.sqlite');
  return readdirSync('/proc/self/fd').filter((handle) => {
    try {
      return readlinkSync(`/proc/self/fd/${handle}`) === path;
    } catch {
      // Closed between the two calls.
      return false;
    }
  }).length;
}
const one = process.platform === 'linux' ? 1 : null;
const none = one === null ? null : 0;

function journal<T>(profileId: string, use: (file: Sqlite.Database) => T): T {
  const file = new Sqlite(join(dataDir, 'profiles', profileId, 'journal.sqlite'), { readonly: true });
  try {
    return use(file);
  } finally {
    file.close();
  }
}
const entriesOf = (profileId: string, action: string) =>
  journal(profileId, (file) =>
    file.prepare('SELECT COUNT(*) FROM audit_entry WHERE action = ?').pluck().get(action),
  );
const operationsOf = (profileId: string) =>
  journal(profileId, (file) => file.prepare('SELECT state FROM operation').pluck().all());

const practise = async () => must(await core.handlers['profiles.startPractice']({ language: 'en' })).id;
const activeNow = async () => must(await core.handlers['app.status']({})).activeProfileId;

async function connect(merchantId: string): Promise<string> {
  const hosts = { dashboardUrl: 'http://127.0.0.1:9', checkoutUrl: 'http://127.0.0.1:9' };
  const keys = { secretKey: `sk-${merchantId}-0123456789`, apiKey: '', paymentKey: '', transferKey: '' };
  const profile = { name: merchantId, merchantId, environment: 'test' as const, ...hosts, ...keys };
  return must(await core.handlers['profiles.connect'](profile)).id;
}

describe('asked for at once', () => {
  it('a profile is opened once, by one handle, and none is left when it ends', async () => {
    const { handlers } = core;
    const first = await Promise.all(
      [1, 2, 3].map(() => handlers['profiles.startPractice']({ language: 'en' })),
    );
    expect(first.map(codeOf)).toEqual(['ok', 'ok', 'ok']);
    const profileId = (await activeNow()) ?? '';
    expect(handlesOf(profileId)).toBe(one);
    for (let round = 0; round < 2; round += 1) {
      const again = await Promise.all([1, 2].map(() => handlers['profiles.activate']({ profileId })));
      expect(again.map(codeOf)).toEqual(['ok', 'ok']);
    }
    expect(handlesOf(profileId)).toBe(one);
    await stop();
    expect(handlesOf(profileId)).toBe(none);
    expect(entriesOf(profileId, 'profile.opened')).toBe(3);
    expect(entriesOf(profileId, 'record.continued')).toBe(0);
  });

  it('of two profiles the one asked for last is open, and the other is closed', async () => {
    const practice = await practise();
    const other = await connect('MID-OTHER');
    const activate = (profileId: string) => core.handlers['profiles.activate']({ profileId });
    await Promise.all([activate(other), activate(practice), activate(other)]);
    expect(await activeNow()).toBe(other);
    expect([handlesOf(other), handlesOf(practice)]).toEqual([one, none]);
  });

  it('what is opening when Closeout ends is closed as well', async () => {
    const other = await connect('MID-OTHER');
    const opening = core.handlers['profiles.activate']({ profileId: other });
    const practising = Promise.allSettled([core.handlers['profiles.startPractice']({ language: 'en' })]);
    await stop();
    await Promise.all([opening, practising]);
    expect(handlesOf(other)).toBe(none);
  });
});

describe('while a confirmation checks the PIN', () => {
  /** A reversal that a person has confirmed, waiting at the PIN. */
  async function confirming() {
    const { handlers } = core;
    const practice = await practise();
    must(await handlers['terminals.refreshList']({}));
    const { terminals } = must(await handlers['terminals.list']({}));
    const terminalId = terminals[1]?.terminalId ?? '';
    must(await handlers['terminals.read']({ terminalId }));
    const filter = {
      text: '',
      listing: 'outstanding' as const,
      paymentTypes: ['SALE'],
      entryModes: [],
      minAmount: null,
      maxAmount: null,
      minAgeMs: null,
    };
    const sort = { by: 'firstSeen' as const, direction: 'asc' as const };
    const { rows } = must(
      await handlers['transactions.page']({ terminalId, filter, sort, cursor: null, limit: 100 }),
    );
    const sale = rows.find(({ flags }) => flags.length === 0);
    if (!sale) throw new Error('no sale');
    const { preparationId } = must(await handlers['reversal.prepare']({ rowId: sale.rowId }));
    const letGo = keychain.hold();
    const confirmed = handlers['reversal.confirm']({
      preparationId,
      reason: 'duplicate',
      note: '',
      typedAmount: (Number(sale.amount.minor) / 100).toFixed(2),
      authorization: { pin: ADMINISTRATOR.pin, second: null, requestId: null },
    });
    return { practice, confirmed, letGo };
  }

  it('no profile is opened or closed, and the movement comes to its end', async () => {
    const other = await connect('MID-OTHER');
    const { practice, confirmed, letGo } = await confirming();
    expect(core.inFlight()).toBe(1);
    const switched = await core.handlers['profiles.activate']({ profileId: other });
    const again = await core.handlers['profiles.startPractice']({ language: 'en' });
    expect([codeOf(switched), codeOf(again)]).toEqual(['movement-in-flight', 'movement-in-flight']);
    letGo();
    expect(must(await confirmed).operation.state).toBe('SUCCEEDED');
    expect(await activeNow()).toBe(practice);
  });

  it('Closeout that ends sends nothing any more', async () => {
    const { practice, confirmed, letGo } = await confirming();
    const stopped = stop();
    await new Promise((resolve) => setImmediate(resolve));
    letGo();
    expect(codeOf(await confirmed)).toBe('journal-blocked');
    await stopped;
    expect(operationsOf(practice)).toEqual([]);
  });
});
