/** Keys that a person typed are in no process's memory soon after the lock, and the lock costs the person nothing. */
import { commandOf, hitsInMemory, withDescendants } from '../attack/memory.ts';
import { startGateway } from './gateway.ts';
import { expect, test } from './host.ts';
import { read } from './closing.ts';
import { connectByHand, go, signIn } from './steps.ts';

/** How long after the lock the last trace of a key must be gone (S7). */
const AFTER_LOCK_MS = 10_000;
/** The gateway and the system's keychain may have the keys. */
const ELSEWHERE = /sandbox\/cli|gnome-keyring|dbus-daemon/;

type Live = { pid: number; name: string; isBrowser: boolean };

function liveProcesses(): Live[] {
  const pids = withDescendants(process.pid).filter((pid) => pid !== process.pid);
  return pids
    .map((pid) => ({ pid, command: commandOf(pid).join(' ') }))
    .filter(({ command }) => command !== '' && !ELSEWHERE.test(command))
    .map(({ pid, command }) => {
      const script = command.match(/[\w-]+\.(?:ts|js)(?=\s)/g)?.at(-1);
      const name = script ?? /--type=[\w-]+/.exec(command)?.[0] ?? 'browser';
      return { pid, name, isBrowser: script === undefined };
    });
}

/** Hits by process: of the host and the process that uses keys; of everything of the browser, which is large, for one key. */
const hitsIn = (live: readonly Live[], keys: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    live
      .map(({ pid, name, isBrowser }) => {
        const hits = hitsInMemory(pid, isBrowser ? keys.slice(0, 1) : keys);
        return [`${name} ${pid}`, hits] as const;
      })
      .filter(([, hits]) => hits > 0),
  );

test('typed keys are in no memory ten seconds after the lock, and work again after it', async ({ start }) => {
  test.skip(process.platform !== 'linux', 'only Linux shows the memory of a process to its user');
  // Keys of its own: the core itself holds those of the gateway of Practice, which has the usual seed.
  const gateway = await startGateway({ terminals: 2, transactions: 20, seed: 1_019 });
  const { page } = await start();
  await connectByHand(page, gateway);
  await page.getByText('Zamalek · Front till').first().waitFor();
  // The keys are found in the process that uses them, and never in the core.
  const host = liveProcesses().filter(({ isBrowser }) => !isBrowser);
  expect(Object.keys(hitsIn(host, gateway.keys))).toEqual([
    expect.stringMatching(/^(child\.ts|key-process\.js) /),
  ]);

  await page.keyboard.press('Control+l');
  await page.getByRole('heading', { name: 'Closeout is locked' }).waitFor();
  await expect.poll(() => hitsIn(liveProcesses(), gateway.keys), { timeout: AFTER_LOCK_MS }).toEqual({});

  await signIn(page);
  await go(page, 'Terminals');
  await page.getByText('Zamalek · Front till').first().waitFor();
  // A read with a key starts another process.
  await read(page, 'terminals.refreshList', {});
});
