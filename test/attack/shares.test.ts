/** Shares of `npm run attack` that need no browser: bent calls to every group, path tricks, and the memory reader itself. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCore, type Core } from '#electron/core/core.ts';
import { fileOf } from '#electron/hosts/desktop/contained-path.ts';
import { ADMINISTRATOR } from './closeout.ts';
import { channelGroups, fuzzGroup } from './fuzz.ts';
import { hitsInMemory } from './memory.ts';
import { PATH_TRICKS } from './path-tricks.ts';
import { coreOptions } from '../electron/core-options.ts';

const CALLS = 300;
const dataDir = mkdtempSync(join(tmpdir(), 'closeout-shares-'));
let core: Core;

beforeAll(async () => {
  const started = await startCore(coreOptions(dataDir, null, { host: 'desktop' }));
  if (!started.ok) throw new Error(started.error.code);
  core = started.value;
  const { handlers } = core;
  await handlers['people.begin'](ADMINISTRATOR);
  await handlers['profiles.startPractice']({ language: 'en' });
  await handlers['people.lock']({});
});
afterAll(async () => {
  await core.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

describe.each([...channelGroups()])('bent calls of %s, while it is locked', (group, channels) => {
  it('none fails, and none answers what is not for everybody', async () => {
    const counts = await fuzzGroup(core, channels, { calls: CALLS, seed: group.length });
    expect(counts.failures).toEqual([]);
    expect(counts.wronglyAnswered).toEqual([]);
    expect(counts.answered + counts.refused).toBe(CALLS);
  });
});

it('of two hundred path tricks none leads out of the window’s folder', () => {
  const folder = '/app/out/renderer';
  expect(PATH_TRICKS.length).toBeGreaterThanOrEqual(200);
  const files = PATH_TRICKS.map((path) => fileOf(folder, `closeout://app${path}`));
  expect(files.filter((file) => file !== null && !file.startsWith(`${folder}/`))).toEqual([]);
});

it.runIf(process.platform === 'linux')('the reader of memory finds what is there, in each form', () => {
  const kept = ['plain', 'wide'].map((name) => `attack-${name}-${process.pid}-5d41402abc4b2a76`);
  const [plain = '', wide = ''] = kept;
  const held = [Buffer.from(plain), Buffer.from(wide, 'utf16le')];
  expect(held.length).toBe(2);
  for (const secret of kept) expect(hitsInMemory(process.pid, [secret])).toBeGreaterThan(0);
});
