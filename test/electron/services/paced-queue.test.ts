/** A queue that breaks: what was in it is left, and the person is told. */
import { expect, it, vi } from 'vitest';
import { alwaysThere } from '#electron/services/context.ts';
import { createPacedQueue } from '#electron/services/paced-queue.ts';
import { testClock } from '../sandbox/gateway.ts';

it('one that throws ends the queue with an error, leaves what was in it, and waits for nothing', async () => {
  const error = vi.fn();
  const left: string[] = [];
  const queue = createPacedQueue<string>(
    { clock: testClock(0), presence: alwaysThere, log: { info: () => {}, warn: () => {}, error } },
    {
      name: 'broken',
      right: 'bill',
      send: async () => {
        throw new Error('torn');
      },
      onLeft: async (items) => void left.push(...items),
      onChange: () => {},
    },
  );
  queue.add(['one', 'two']);
  await vi.waitFor(() => expect(queue.state()?.ended).toBe('failed'));
  expect(queue.state()).toMatchObject({
    done: 0,
    waitsUntilMs: null,
    isPaused: false,
    error: { kind: 'internal', code: 'unexpected' },
  });
  expect(left).toEqual(['one', 'two']);
  expect(error).toHaveBeenCalledWith('broken', { error: 'Error: torn' });
});
