/** `npm run head-office -- demo` as a person types it: three computers that share a record, and nothing of it left afterwards. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Browser, Page } from '@playwright/test';
import { findPostgres } from '#electron/head-office/own-server.ts';
import type { HeadOfficeState } from '#shared/contract/head-office.ts';
import { letThrough } from '../electron/head-office/cluster.ts';
import { read } from './closing.ts';
import { branchesOf, closeWhole } from './closing-calls.ts';
import { expect, freshFolder, newPage, root, test } from './host.ts';
import { goTo } from './steps.ts';

test.skip(findPostgres() === null, 'PostgreSQL is not installed');
test.skip(({ host }) => host !== 'browser', 'the demonstration opens windows of the browser host');

let child: ChildProcess | null = null;
test.afterEach(() => child?.kill('SIGKILL'));

/** Started in a folder of its own. Answers its addresses: of the shops, then of the office. */
async function startDemo(folder: string): Promise<string[]> {
  letThrough(folder);
  const started = spawn(process.execPath, ['electron/head-office/cli.ts', 'demo', '--no-open'], {
    cwd: root,
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child = started;
  let errors = '';
  started.stderr.on('data', (bytes: Buffer) => (errors += bytes.toString()));
  const addresses: string[] = [];
  for await (const line of createInterface({ input: started.stdout })) {
    addresses.push(...(/http:\/\/127\.0\.0\.1:\d+\/\?token=\S+/.exec(line) ?? []));
    if (line === 'Ready.') return addresses;
  }
  throw new Error(`the demonstration ended before it was ready: ${errors}`);
}

async function openPage(browser: Browser, address: string): Promise<Page> {
  const page = await newPage(browser);
  await page.goto(address);
  return page;
}

/** Processes that name this folder in their command line. */
function processesOf(folder: string): string[] {
  const ids = existsSync('/proc') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
  return ids.flatMap((id) => {
    try {
      const command = readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ');
      return command.includes(folder) ? [command] : [];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
}

const stateOf = (page: Page) => read<HeadOfficeState>(page, 'headOffice.state', {});

test('one command shows two shops and an office; what a shop does is on the board; Ctrl-C leaves nothing', async ({
  openBrowser,
}) => {
  const folder = freshFolder('demo');
  const addresses = await startDemo(folder);
  expect(addresses).toHaveLength(3);
  const browser = await openBrowser();
  const [till1, till2, office] = await Promise.all(addresses.map((address) => openPage(browser, address)));
  if (!till1 || !till2 || !office) throw new Error('there are not three windows');

  await goTo(office, '/today');
  const board = office.locator('[data-part="board"]');
  for (const branch of ['Zamalek', 'Maadi'])
    await expect(
      board
        .getByRole('row', { name: branch })
        .first()
        .getByRole('button', { name: /Outstanding/ }),
    ).toContainText('EGP');
  const { standing } = await stateOf(office);
  expect(standing?.pcs.map(({ name, branch }) => [name, branch])).toEqual([
    ['Finance desk', ''],
    ['Till 1', 'Zamalek'],
    ['Till 2', 'Maadi'],
  ]);
  expect(standing?.pcs.filter(({ entries }) => entries === 0)).toEqual([]);

  await closeWhole(
    till2,
    (await branchesOf(till2)).find(({ branchName }) => branchName === 'Maadi')!.branchKey,
    null,
  );
  const mark = board.getByRole('row', { name: 'Maadi' }).last().locator('[data-state="closed"]').last();
  await expect(mark).toHaveAccessibleName(/Till 2/);
  expect((await stateOf(till1)).membership?.branch).toBe('Zamalek');

  const ended = once(child!, 'exit');
  child!.kill('SIGINT');
  child!.kill('SIGINT');
  expect((await ended)[0]).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
  expect(processesOf(folder)).toEqual([]);
});
