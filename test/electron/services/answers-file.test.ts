/** What was learnt is believed only as the keychain knows it. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openAnswerStore, type Seal } from '#electron/services/answers/index.ts';
import { systemClock } from '#electron/hosts/launch/system.ts';

let folder = '';
let kept: string | null = null;
const seal: Seal = {
  get: async () => kept,
  set: async (hash) => {
    kept = hash;
    return true;
  },
};
const told: (string | null)[] = [];
const open = () =>
  openAnswerStore({
    folder,
    seal,
    isBound: true,
    clock: systemClock,
    tell: (error) => void told.push(error && String(error.params['problem'])),
  });
const file = () => join(folder, 'gateway-answers.json');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'answers-'));
  kept = null;
  told.length = 0;
});

describe('the file of learnt answers', () => {
  it('is there again after a restart', async () => {
    await (await open()).setWalk('skipped');
    const again = await open();
    expect(again.answers().walk).toBe('skipped');
    expect(again.isChanged()).toBe(false);
  });

  it.each([
    ['edited by hand', (raw: string) => raw.replace('skipped', 'done')],
    ['half', (raw: string) => raw.slice(0, 20)],
    ['of another version', (raw: string) => raw.replace('"version": 1', '"version": 2')],
  ])('%s is not believed, and every open answer stops', async (_how, change) => {
    await (await open()).setWalk('skipped');
    writeFileSync(file(), change(readFileSync(file(), 'utf8')));
    const again = await open();
    expect(again.isChanged()).toBe(true);
    expect(again.learnt.isRefused()).toBe(true);
    expect(again.answers().walk).toBe('none');
    expect(told.at(-1)).toBe('file');
  });

  it('that was changed is put right by learning again or putting back', async () => {
    await (await open()).setWalk('skipped');
    writeFileSync(file(), '{}');
    const store = await open();
    await store.set('settlement.windows', null);
    expect(store.learnt.isRefused()).toBe(false);
    expect((await open()).isChanged()).toBe(false);
  });

  it('of keys that are not here any more is not believed', async () => {
    await (await open()).setWalk('done');
    kept = null;
    expect((await open()).isChanged()).toBe(true);
  });
});
