import { describe, expect, it } from 'vitest';
import { presenceOf } from '#electron/core/people.ts';
import { createActing } from '#electron/services/people/index.ts';
import { must } from '../operations/harness.ts';
import { MONA_PIN, startPeople, type PeopleBench } from './bench.ts';

const MINUTE_MS = 60_000;

async function signedIn(): Promise<PeopleBench> {
  const bench = await startPeople();
  must(await bench.people.begin({ name: 'Mona', pin: MONA_PIN }));
  return bench;
}
const kindOf = async ({ people }: PeopleBench) => must(await people.state()).kind;

describe('the lock', () => {
  it('comes after five idle minutes, with a warning half a minute before', async () => {
    const bench = await signedIn();
    bench.clock.forward(4.5 * MINUTE_MS - 1);
    expect(bench.states.at(-1)?.locksInMs).toBeNull();
    bench.clock.forward(1);
    expect(bench.states.at(-1)?.locksInMs).toBe(30_000);
    bench.clock.forward(29_999);
    expect(await kindOf(bench)).toBe('signed-in');
    bench.clock.forward(1);
    expect(await kindOf(bench)).toBe('locked');
    expect(bench.entries.at(-1)).toMatchObject({
      action: 'person.locked',
      actor: 'Mona',
      params: { reason: 'idle' },
    });
  });

  it('is heard by work that goes on by itself, as long as that listens', async () => {
    const bench = await signedIn();
    const { may, onChange } = presenceOf(bench.people, createActing());
    const heard: boolean[] = [];
    const stop = onChange(() => heard.push(may('bill')));
    must(await bench.people.lockNow());
    expect(heard.at(-1)).toBe(false);
    stop();
    const before = heard.length;
    bench.people.follow();
    expect(heard).toHaveLength(before);
  });

  it('work that goes on by itself is done in the name of whoever is signed in now, not of whoever began it', async () => {
    const bench = await signedIn();
    const acting = createActing();
    const { inTheirName } = presenceOf(bench.people, acting);
    const nameThen = async () => acting.name();
    const began = { personId: 'omar', name: 'Omar' };
    expect(await acting.run(began, () => inTheirName(nameThen))).toBe('Mona');
    must(await bench.people.lockNow());
    expect(await acting.run(began, () => inTheirName(nameThen))).toBe('Omar');
  });

  it('waits for who is there, and takes its warning back', async () => {
    const bench = await signedIn();
    for (let n = 0; n < 10; n += 1) {
      bench.clock.forward(4.75 * MINUTE_MS);
      await bench.people.active();
      expect(bench.states.at(-1)?.locksInMs).toBeNull();
    }
    expect(await kindOf(bench)).toBe('signed-in');
  });

  it('waits for a call that acts, then locks', async () => {
    const bench = await signedIn();
    bench.busy = true;
    bench.clock.forward(8 * MINUTE_MS);
    expect(await kindOf(bench)).toBe('signed-in');
    bench.busy = false;
    bench.clock.forward(1_000);
    expect(await kindOf(bench)).toBe('locked');
  });

  it('a clock that is put back keeps nothing open', async () => {
    const bench = await signedIn();
    bench.clock.putTo(bench.clock.nowMs() - 24 * 60 * MINUTE_MS);
    bench.clock.forward(5 * MINUTE_MS);
    expect(await kindOf(bench)).toBe('locked');
  });

  it('comes when the computer slept: more time has passed than ran', async () => {
    const bench = await signedIn();
    bench.clock.putTo(bench.clock.nowMs() + 2 * MINUTE_MS);
    bench.clock.forward(5_000);
    expect(bench.entries.at(-1)).toMatchObject({ action: 'person.locked', params: { reason: 'sleep' } });
  });

  it('comes after the minutes of the setting, and at once when asked', async () => {
    const bench = await signedIn();
    const { rules } = must(await bench.people.state());
    must(await bench.people.setRules({ ...rules, lockAfterMinutes: 1, pin: MONA_PIN }));
    bench.clock.forward(MINUTE_MS);
    expect(await kindOf(bench)).toBe('locked');
    const { people } = must(await bench.people.state());
    must(await bench.people.unlock({ personId: people[0]?.personId ?? '', pin: MONA_PIN }));
    must(await bench.people.lockNow());
    expect(await kindOf(bench)).toBe('locked');
  });
});
