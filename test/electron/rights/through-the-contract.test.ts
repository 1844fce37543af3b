/** Every call of the contract, tried by each role: it is allowed and refused as the rights table says. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { createServe, type WireResult } from '#electron/transport/serve.ts';
import { startCore, type Core } from '#electron/core/core.ts';
import type { Needed } from '#shared/contract/call.ts';
import { contract, type Channel } from '#shared/contract/index.ts';
import { mayDo, roles, type Role } from '#shared/domain/rights.ts';
import { ADMINISTRATOR, PINS, signIn } from '../signed-in.ts';
import { memoryKeychain } from '../services/people/bench.ts';
import { sampleOf } from './sample.ts';
import { coreOptions } from '../core-options.ts';

/** Last, because they change who is signed in, or take long: everything else is tried before. */
const LAST: readonly Channel[] = [
  'profiles.startPractice',
  'profiles.practiseAgain',
  'people.unlock',
  'people.lock',
];
const channels = [
  ...(Object.keys(contract) as Channel[]).filter((channel) => !LAST.includes(channel)),
  ...LAST,
];

const system = memoryKeychain();
const folders: string[] = [];
const silent = { error: () => {} };

async function start(): Promise<Core> {
  const dataDir = mkdtempSync(join(tmpdir(), 'closeout-rights-'));
  folders.push(dataDir);
  const started = await startCore(coreOptions(dataDir, system));
  if (!started.ok) throw new Error(started.error.code);
  return started.value;
}
const inputOf = (channel: Channel) => sampleOf(contract[channel].input as z.ZodType);
const refusalOf = (answer: WireResult): string =>
  !answer.ok &&
  answer.error.kind === 'people' &&
  ['locked', 'not-allowed', 'no-people'].includes(answer.error.code)
    ? answer.error.code
    : 'allowed';

/** Every channel as this role, one after another. */
async function tryAll(role: Role | null): Promise<Record<string, string>> {
  const core = await start();
  const serve = createServe(core.handlers, silent);
  if (role) {
    const state = await core.handlers['people.state']({});
    const face = state.ok ? state.value.people.find((one) => one.role === role) : undefined;
    await core.handlers['people.unlock']({ personId: face?.personId ?? '', pin: PINS[role] });
  }
  const answers: Record<string, string> = {};
  for (const channel of channels) {
    answers[channel] = refusalOf(await serve(channel, inputOf(channel)));
  }
  await core.stop();
  return answers;
}

const wantedFor = (role: Role | null): Record<string, string> =>
  Object.fromEntries(
    channels.map((channel) => {
      const needed: Needed = contract[channel].right;
      if (needed === 'always') return [channel, 'allowed'];
      if (!role) return [channel, 'locked'];
      const any = needed === 'signed-in' || [needed].flat().some((right) => mayDo(role, right));
      return [channel, any ? 'allowed' : 'not-allowed'];
    }),
  );

describe('through the contract', () => {
  it.each(channels)('%s is tried with an input that it takes', (channel) => {
    expect(contract[channel].input.safeParse(inputOf(channel)).error).toBeUndefined();
  });

  beforeAll(async () => {
    const core = await start();
    await signIn(core);
    for (const role of roles)
      if (role !== 'administrator')
        await core.handlers['people.add']({ name: role, role, newPin: PINS[role], pin: ADMINISTRATOR.pin });
    await core.stop();
  });
  afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

  it.each(roles)('%s is allowed and refused on every channel as the table says', async (role) => {
    expect(await tryAll(role)).toEqual(wantedFor(role));
  });

  it('nobody signed in is refused on every channel but those that are always open', async () => {
    expect(await tryAll(null)).toEqual(wantedFor(null));
  });

  it('a viewer can call no more than reading and the own PIN', () => {
    const open = channels.filter((channel) => wantedFor('viewer')[channel] === 'allowed');
    expect(
      open.filter((channel) =>
        /confirm|add|remove|update|connect|resolve|sendAgain|reopen/i.test(
          channel.split('.').slice(1).join('.'),
        ),
      ),
    ).toEqual([]);
  });

  it('before anybody was added only the first start is open', async () => {
    system.kept.clear();
    const core = await start();
    const serve = createServe(core.handlers, silent);
    await serve('people.state', {});
    expect(refusalOf(await serve('profiles.list', {}))).toBe('no-people');
    expect(refusalOf(await serve('profiles.startPractice', {}))).toBe('no-people');
    expect((await serve('people.begin', ADMINISTRATOR)).ok).toBe(true);
    expect(refusalOf(await serve('profiles.list', {}))).toBe('allowed');
    await core.stop();
  });
});
