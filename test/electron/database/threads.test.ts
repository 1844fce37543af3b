/** Which thread gets a task: one that has ended its last task in order, or a new one. */
import { expect, it } from 'vitest';
import { FREE, startTask } from '#electron/database/threads.ts';

/** A thread that posts its number. The folder of the task says whether the task ends, fails or waits. */
const source = `
  import { parentPort, threadId } from 'node:worker_threads';
  parentPort.on('message', ({ task, port }) => {
    port.on('close', () => parentPort.postMessage('${FREE}'));
    port.postMessage(threadId);
    if (task.folder === 'fails') throw new Error('it fails');
    if (task.folder === 'ends') port.close();
    else port.on('message', () => {});
  });
`;
let last = 0;
/** Threads are kept for the code that they run, so each test has code of its own. */
const ownThreads = () => new URL(`data:text/javascript,${encodeURIComponent(`${source}// ${(last += 1)}`)}`);

function begin(url: URL, does: 'ends' | 'fails' | 'waits') {
  const { promise: thread, resolve } = Promise.withResolvers<number>();
  const errors: string[] = [];
  const task = { task: 'check-cache', folder: does } as const;
  const started = startTask<number>(url, task, {
    onMessage: resolve,
    onError: ({ message }) => void errors.push(message),
  });
  return { ...started, thread, errors };
}
async function run(url: URL, does: 'ends' | 'fails'): Promise<number> {
  const { thread, ended } = begin(url, does);
  await ended;
  return thread;
}

it('a thread that has ended its task takes the next one', async () => {
  const url = ownThreads();
  const first = await run(url, 'ends');
  expect(await run(url, 'ends')).toBe(first);
});

it('two tasks at once have a thread each', async () => {
  const url = ownThreads();
  const [one, other] = await Promise.all([run(url, 'ends'), run(url, 'ends')]);
  expect(one).not.toBe(other);
});

it('a thread that failed is told of, and takes no task any more', async () => {
  const url = ownThreads();
  const { ended, thread, errors } = begin(url, 'fails');
  await ended;
  expect(errors).toEqual(['it fails']);
  expect(await run(url, 'ends')).not.toBe(await thread);
});

it('a thread that was ended in the middle of its task takes no task any more', async () => {
  const url = ownThreads();
  const { ended, thread, terminate } = begin(url, 'waits');
  const first = await thread;
  await terminate();
  await ended;
  expect(await run(url, 'ends')).not.toBe(first);
});

it('a thread that was told to end as its task ended takes no task any more', async () => {
  const url = ownThreads();
  for (let round = 0; round < 20; round += 1) {
    const { ended, thread, terminate } = begin(url, 'ends');
    // The task is over in its thread, which is not known here yet.
    const first = await thread;
    const terminated = terminate();
    await ended;
    const next = begin(url, 'ends');
    await next.ended;
    expect(await next.thread).not.toBe(first);
    await terminated;
  }
});

it('ending a task that has ended leaves its thread to the next one', async () => {
  const url = ownThreads();
  const { ended, thread, terminate } = begin(url, 'ends');
  await ended;
  await terminate();
  expect(await run(url, 'ends')).toBe(await thread);
});

it('a thread keeps little memory for its newest objects', async () => {
  const code = `
    import { parentPort, resourceLimits } from 'node:worker_threads';
    parentPort.on('message', ({ port }) => {
      port.postMessage(resourceLimits.maxYoungGenerationSizeMb);
      port.close();
    });`;
  const { thread, terminate } = begin(new URL(`data:text/javascript,${encodeURIComponent(code)}`), 'ends');
  expect(await thread).toBe(12);
  await terminate();
});
