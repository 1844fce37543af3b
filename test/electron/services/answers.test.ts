/** What a gateway answers, learnt through the core over HTTP: paths that differ, a gateway that is away, one that changes overnight. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startCore, type Core } from '#electron/core/core.ts';
import type { OutputOf } from '#shared/contract/index.ts';
import type { Result } from '#shared/errors/result.ts';
import { coreOptions } from '../core-options.ts';
import { PATHS, SHAPE, startZoo, type Paths } from '../gateway/shapes/zoo-server.ts';
import { signIn } from '../signed-in.ts';
import { memoryKeychain } from './people/bench.ts';

async function must<T>(asked: Promise<Result<T>>): Promise<T> {
  const answer = await asked;
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  return answer.value;
}
const codeOf = async (asked: Promise<Result<unknown>>) => {
  const answer = await asked;
  return answer.ok ? 'ok' : answer.error.code;
};

type Zoo = Awaited<ReturnType<typeof startZoo>>;
type Shop = { zoo: Zoo; core: () => Core; restart: () => Promise<void> };

async function withShop(paths: Paths, use: (shop: Shop) => Promise<void>): Promise<void> {
  const zoo = await startZoo(paths);
  const dataDir = mkdtempSync(join(tmpdir(), 'closeout-answers-'));
  const keychain = memoryKeychain();
  const start = async () => {
    const started = await must(startCore(coreOptions(dataDir, keychain)));
    await signIn(started);
    return started;
  };
  let core = await start();
  const hosts = { dashboardUrl: zoo.base, checkoutUrl: zoo.base };
  const merchant = {
    name: 'Shop',
    merchantId: 'MID-1',
    environment: 'live' as const,
    secretKey: 'sk_live_zoo',
  };
  const none = { apiKey: '', paymentKey: '', transferKey: '' };
  const profile = await must(core.handlers['profiles.connect']({ ...merchant, ...hosts, ...none }));
  try {
    await use({
      zoo,
      core: () => core,
      restart: async () => {
        await core.stop();
        core = await start();
        await must(core.handlers['profiles.activate']({ profileId: profile.id }));
      },
    });
  } finally {
    await core.stop();
    await zoo.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

type Answers = OutputOf<'answers.list'>;
const viewOf = ({ operations }: Answers, name: string) => operations.find((one) => one.name === name);
async function confirmed({ core }: Shop, name: Answers['operations'][number]['name']): Promise<void> {
  const view = viewOf(await must(core().handlers['answers.list']({})), name);
  const words = view?.fields.flatMap(({ word, needsWord }) => (needsWord ? [word] : [])) ?? [];
  const unit = view?.unit?.needsWord ? ['unit'] : [];
  const currency = view?.currency ? ['currency'] : [];
  await must(core().handlers['answers.confirm']({ name, words: [...words, ...unit, ...currency] }));
}

const { 'GET /v3/payment/pos/terminals': _own, ...OTHERS } = PATHS;
const ELSEWHERE: Paths = { ...OTHERS, 'GET /v2/pos/terminals': 'terminals.list' };

it('a list under another path is found by reads, shown, and asked for there from then on, also after a restart', () =>
  withShop(ELSEWHERE, async (shop) => {
    const { zoo } = shop;
    expect((await must(shop.core().handlers['terminals.refreshList']({}))).hasList).toBe(false);
    const learnt = await must(shop.core().handlers['answers.learn']({ name: null }));
    expect(viewOf(learnt, 'terminals.list')).toMatchObject({ state: 'waits', path: '/v2/pos/terminals' });
    // The table's own path first, then the others in their order, until one is there.
    expect(zoo.asked.filter((one) => one.endsWith('terminals')).slice(-4)).toEqual([
      'GET /v3/payment/pos/terminals',
      'GET /v3/payment/terminals',
      'GET /v3/pos/terminals',
      'GET /v2/pos/terminals',
    ]);
    // A fee inquiry and a question for suggestions are POSTs that change nothing.
    const posts = zoo.asked.filter((one) => !one.startsWith('GET '));
    expect(posts.filter((one) => !/suggest|fee|inquiry/.test(one))).toEqual([]);
    await confirmed(shop, 'terminals.list');

    for (const restarts of [false, true]) {
      if (restarts) await shop.restart();
      zoo.asked.length = 0;
      const { found, hasList } = await must(shop.core().handlers['terminals.refreshList']({}));
      expect({ found, hasList }).toEqual({ found: 9, hasList: true });
      expect(zoo.asked).toEqual(['GET /v2/pos/terminals']);
    }
    const shown = viewOf(await must(shop.core().handlers['answers.list']({})), 'terminals.list');
    expect(shown).toMatchObject({ state: 'confirmed', path: '/v2/pos/terminals' });
  }));

it('learning again while the gateway is away leaves what was confirmed', () =>
  withShop(PATHS, async (shop) => {
    const { zoo } = shop;
    await must(shop.core().handlers['answers.learn']({ name: null }));
    await confirmed(shop, 'settlement.windows');
    zoo.now.paths = {};
    const away = await must(shop.core().handlers['answers.learn']({ name: null }));
    expect(viewOf(away, 'settlement.windows')).toMatchObject({
      state: 'confirmed',
      error: { code: 'not-offered' },
    });
    zoo.now.paths = PATHS;
    expect(await codeOf(shop.core().handlers['settlement.refreshWindows']({}))).toBe('ok');
  }));

it('a form that changes overnight is noticed by the first answer; what is stored stays, and nothing is overwritten', () =>
  withShop(PATHS, async (shop) => {
    const { zoo } = shop;
    await must(shop.core().handlers['answers.learn']({ name: null }));
    await confirmed(shop, 'settlement.windows');
    await must(shop.core().handlers['settlement.refreshWindows']({}));
    const before = await must(shop.core().handlers['settlement.windows']({}));
    zoo.now.shape = { ...SHAPE, unit: 'minor' };
    expect(await codeOf(shop.core().handlers['settlement.refreshWindows']({}))).toBe('form-changed');
    const after = await must(shop.core().handlers['settlement.windows']({}));
    expect(after.windows).toEqual(before.windows);
    const view = viewOf(await must(shop.core().handlers['answers.list']({})), 'settlement.windows');
    expect(view).toMatchObject({ state: 'changed', confirmed: { by: expect.any(String) as string } });
  }));
