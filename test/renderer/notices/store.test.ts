import { answerNext } from '../calls.ts';
import { beforeEach, expect, it } from 'vitest';
import { readNotices, useNotices } from '#renderer/features/notices/store.ts';

const notice = (opId: string, level: 'soon' | 'urgent') => ({
  kind: 'result-not-known',
  id: `result-not-known|${opId}|${level}`,
  level,
  opId,
  movement: 'reversal',
  sinceMs: 1,
});
const first = notice('a', 'soon');

async function reads(profileId: string, notices: ReturnType<typeof notice>[]): Promise<string[]> {
  const reading = readNotices(profileId);
  await answerNext('notices.list', { ok: true, value: { notices, error: null } });
  await reading;
  return useNotices.getState().fresh.map(({ id }) => id);
}

beforeEach(() => useNotices.setState({ notices: [], fresh: [], settled: [] }));

it('what stood before the window opened is listed and not told, unless it is urgent', async () => {
  const urgent = notice('b', 'urgent');
  expect(await reads('one', [first, urgent])).toEqual([urgent.id]);
  expect(useNotices.getState().notices).toHaveLength(2);
});

it('what comes later is told once, and again when it is more pressing', async () => {
  await reads('two', [first]);
  const later = notice('c', 'soon');
  expect(await reads('two', [first, later])).toEqual([later.id]);
  expect(await reads('two', [first, later])).toEqual([]);
  expect(await reads('two', [notice('a', 'urgent'), later])).toEqual([notice('a', 'urgent').id]);
});
