/** Closes of other PCs on their way from the thread of head office into the files, where a page cannot be stored. */
import { expect, it } from 'vitest';
import { createTakingCloses } from '#electron/services/head-office/taking-closes.ts';

type Needs = Parameters<typeof createTakingCloses>;

it('what was stored before a page that cannot be is told, and told once', async () => {
  let position = 0;
  const emitted: string[] = [];
  const logged: string[] = [];
  const db = {
    async call(name: string, given: { change: number } | null) {
      if (name === 'otherCloses.areNamesLearnt') return true;
      if (name === 'otherCloses.position') return { copy: 'one', change: position };
      if (given?.change === 2) throw new Error('no room');
      position = given?.change ?? 0;
      return true;
    },
  };
  const thread = {
    closesChanged: async (since: { change: number }) => ({
      ...{ copy: 'one', change: since.change + 1, closes: [], isEnd: false, isWhole: true },
    }),
  };
  const context = {
    db,
    emit: (event: string) => void emitted.push(event),
    log: { warn: (event: string) => void logged.push(event) },
  } as unknown as Needs[0];
  const held = { thread } as unknown as ReturnType<Needs[1]>;
  const closes = createTakingCloses(context, () => held);
  closes.soon();
  await closes.stop();
  expect(logged).toEqual(['closes-not-taken-in']);
  expect(emitted).toEqual(['headOffice.closes']);
  closes.soon();
  await closes.stop();
  expect(logged).toHaveLength(2);
  expect(emitted).toEqual(['headOffice.closes']);
});
