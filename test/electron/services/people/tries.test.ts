import { describe, expect, it } from 'vitest';
import { codeOf, must } from '../operations/harness.ts';
import { memoryKeychain, MONA_PIN, settled, startPeople, type PeopleBench } from './bench.ts';

const DAY_MS = 24 * 60 * 60_000;
const MINUTE_MS = 60_000;

async function withMona(system = memoryKeychain()) {
  const bench = await startPeople({ system });
  const state = must(await bench.people.begin({ name: 'Mona', pin: MONA_PIN }));
  bench.people.lock('asked');
  return { bench, system, personId: state.me?.personId ?? '' };
}
const unlock = async ({ people }: PeopleBench, personId: string, pin: string) =>
  codeOf(await people.unlock({ personId, pin }));

async function guess(bench: PeopleBench, personId: string, times: number): Promise<string[]> {
  const codes: string[] = [];
  for (let n = 0; n < times; n += 1) codes.push(await unlock(bench, personId, '999990'));
  return codes;
}

async function run(bench: PeopleBench, minutes: number): Promise<void> {
  for (let half = 0; half < minutes * 2; half += 1) {
    bench.clock.forward(MINUTE_MS / 2);
    await settled(bench);
  }
}

describe('tries of a PIN', () => {
  it('nine may be wrong; the tenth blocks, also for the right PIN, and a right one begins anew', async () => {
    const { bench, personId } = await withMona();
    expect(await guess(bench, personId, 9)).toEqual(Array<string>(9).fill('pin-wrong'));
    expect(await unlock(bench, personId, MONA_PIN)).toBe('ok');
    bench.people.lock('asked');
    expect(await guess(bench, personId, 10)).toEqual([...Array<string>(9).fill('pin-wrong'), 'blocked']);
    expect(await unlock(bench, personId, MONA_PIN)).toBe('blocked');
    expect(bench.entries.map(({ action }) => action).filter((action) => action === 'person.blocked')).toEqual(
      ['person.blocked'],
    );
  });

  it('say how many are left', async () => {
    const { bench, personId } = await withMona();
    const answer = await bench.people.unlock({ personId, pin: '999990' });
    expect(!answer.ok && answer.error).toMatchObject({ code: 'pin-wrong', params: { left: 9 } });
  });

  it('tried all at once are counted one by one', async () => {
    const { bench, personId } = await withMona();
    const codes = await Promise.all(Array.from({ length: 14 }, () => unlock(bench, personId, '999990')));
    expect(codes.filter((code) => code === 'pin-wrong')).toHaveLength(9);
    expect(codes.filter((code) => code === 'blocked')).toHaveLength(5);
  });

  it('survive restarts: a new start wins no try', async () => {
    const { bench, system, personId } = await withMona();
    await guess(bench, personId, 9);
    const second = await startPeople({ system });
    expect(await unlock(second, personId, '999990')).toBe('blocked');
    const third = await startPeople({ system });
    expect(await unlock(third, personId, MONA_PIN)).toBe('blocked');
  });

  it('are kept before the PIN is compared: where the count cannot be kept, no PIN is tried', async () => {
    const { bench, system, personId } = await withMona();
    system.setPassword = () => Promise.reject(new Error('read-only'));
    expect(await unlock(bench, personId, MONA_PIN)).toBe('refused');
  });

  it('a block lasts thirty minutes of running time', async () => {
    const { bench, personId } = await withMona();
    await guess(bench, personId, 10);
    await run(bench, 29);
    expect(await unlock(bench, personId, MONA_PIN)).toBe('blocked');
    await run(bench, 1);
    expect(await unlock(bench, personId, MONA_PIN)).toBe('ok');
  });

  it.each([
    ['a day forward', DAY_MS],
    ['a day back', -DAY_MS],
    ['a year forward', 365 * DAY_MS],
  ])('a clock set %s neither ends nor lengthens a block, also over a restart', async (_name, by) => {
    const { bench, system, personId } = await withMona();
    await guess(bench, personId, 10);
    await run(bench, 10);
    bench.clock.putTo(bench.clock.nowMs() + by);
    expect(await unlock(bench, personId, MONA_PIN)).toBe('blocked');
    const again = await startPeople({ system, startMs: bench.clock.nowMs() + by });
    expect(await unlock(again, personId, MONA_PIN)).toBe('blocked');
    await run(again, 19);
    expect(await unlock(again, personId, MONA_PIN)).toBe('blocked');
    await run(again, 1);
    expect(await unlock(again, personId, MONA_PIN)).toBe('ok');
  });

  it('ten wrong ones for the person who is signed in lock at once', async () => {
    const { bench, personId } = await withMona();
    must(await bench.people.unlock({ personId, pin: MONA_PIN }));
    for (let n = 0; n < 10; n += 1) await bench.people.changeOwnPin({ pin: '999990', newPin: '604821' });
    expect(must(await bench.people.state()).kind).toBe('locked');
  });
});
