/** The bar of places: each person's own, over a restart. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { startCore, type Core } from '#electron/core/core.ts';
import type { Bar } from '#shared/contract/people.ts';
import { coreOptions, storeIn } from '../core-options.ts';
import { memoryKeychain } from '../services/people/bench.ts';
import { must } from '../services/operations/harness.ts';
import { ADMINISTRATOR, signIn } from '../signed-in.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'closeout-bar-'));
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));
const barNow = async ({ handlers }: Core): Promise<Bar> => must(await handlers['people.state']({})).bar;

it('a bar is kept over a restart, is nobody else’s, and is empty while nobody is signed in', async () => {
  const [system, settings] = [memoryKeychain(), {}];
  const start = async () =>
    must(await startCore(coreOptions(dataDir, system, { settingsStore: storeIn(settings) })));
  const first = await start();
  await signIn(first);
  const { people } = must(
    await first.handlers['people.add']({
      name: 'Omar',
      role: 'cashier',
      newPin: '700813',
      pin: ADMINISTRATOR.pin,
    }),
  );
  const omar = people.find(({ name }) => name === 'Omar')?.personId ?? '';
  const bar = { pins: ['/reconcile'], folded: ['money'] };
  must(await first.handlers['people.setBar'](bar));
  expect(await barNow(first)).toEqual(bar);
  must(await first.handlers['people.lock']({}));
  expect(await barNow(first)).toEqual({ pins: [], folded: [] });
  await first.stop();

  const second = await start();
  must(await second.handlers['people.unlock']({ personId: omar, pin: '700813' }));
  expect(await barNow(second)).toEqual({ pins: [], folded: [] });
  await signIn(second);
  expect(await barNow(second)).toEqual(bar);
  await second.stop();
});
