/** The browser host: the core behind a loopback address, opened as an app window. Order, no logic. */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { textOf } from '#shared/errors/text-of.ts';
import { startHttpBridge, type HttpBridge } from '../../transport/http.ts';
import { startCore, type Core } from '../../core/core.ts';
import { loadKeytar } from '../../keychain/keychain.ts';
import { keepsUpToDate, practiceKindOf } from '../launch/practice-kind.ts';
import { placesWith } from '../../policy/places.ts';
import { root } from './beside.ts';
import { optionsIn } from './core-options.ts';
import { openAppWindow } from './app-window.ts';
import { endWithWindow } from './end-with-window.ts';
import { writeEntryFile } from './entry-file.ts';
import { defaultDataFolder, setDamagedSettingsAside } from '../../core/data-folder.ts';
import { noteCameUp, noteStart, OFFER_AFTER } from '../../core/failed-starts.ts';
import { couldNotStart, inMachineLanguage } from '../../core/machine-language.ts';
import { openDataFolder } from '../../core/move-data.ts';
import { makeUmaskPrivate } from '../../core/private-folder.ts';
import { startKeyProcess } from './key-process.ts';
import { systemClock } from '../launch/system.ts';

const USAGE =
  'npm start -- [--browser] [--no-open] [--data DIR] [--port N] [--practice story|bare] [--policy FILE] [--safe-mode]';
/** Longer than a browser takes to open. */
const ENTRY_FILE_MS = 60_000;
const LONGEST_END_MS = 5_000;

function readOptions() {
  const { values } = parseArgs({
    options: {
      browser: { type: 'boolean' },
      'no-open': { type: 'boolean' },
      data: { type: 'string' },
      port: { type: 'string' },
      practice: { type: 'string' },
      policy: { type: 'string' },
      'safe-mode': { type: 'boolean' },
    },
  });
  const port = Number(values.port ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error('--port takes a whole number from 0 to 65535');
  const practice = practiceKindOf(values.practice);
  if (!practice) throw new Error('--practice takes story or bare');
  const kind = { practice, upkeep: keepsUpToDate() };
  return {
    port,
    kind,
    dataDir: resolve(values.data ?? defaultDataFolder()),
    open: values['no-open'] !== true,
    safeMode: values['safe-mode'] === true,
    policyFile: values.policy === undefined ? null : resolve(values.policy),
  };
}

type Options = ReturnType<typeof readOptions>;
type HeldFolder = Extract<ReturnType<typeof openDataFolder>, { ok: true }>;

const say = (message: string) => console.error(message);

function fail(message: string, code: number): never {
  say(message);
  process.exit(code);
}

/** The token leaves by a file, never by an argument: those are for every user of the computer to read. */
function openWindow({ origin, token }: HttpBridge, folder: string, onExit: () => void) {
  const entry = writeEntryFile(folder, origin, token);
  const remove = () => entry.remove();
  process.on('exit', remove);
  setTimeout(remove, ENTRY_FILE_MS).unref();
  return openAppWindow(entry.url, folder, { onProblem: say, onExit });
}

function optionsOrUsage(): Options {
  try {
    return readOptions();
  } catch (error) {
    return fail(`${textOf(error)}\n${USAGE}`, 2);
  }
}

async function startCoreIn(held: HeldFolder, { kind, policyFile, safeMode }: Options): Promise<Core> {
  const { dataDir } = held.lock;
  const failed = noteStart(dataDir);
  if (failed >= OFFER_AFTER)
    say(
      inMachineLanguage({
        en: `Closeout did not come up ${failed} times: it starts in safe mode.`,
        ar: `لم يعمل Closeout رغم تشغيله (عدد المحاولات: ${failed})، فهو يبدأ الآن في الوضع الآمن.`,
      }),
    );
  const settingsDamaged = setDamagedSettingsAside(dataDir);
  const started = await startCore({
    ...optionsIn(dataDir),
    lock: held.lock,
    settingsDamaged,
    safeMode: safeMode || failed >= OFFER_AFTER,
    folderProblems: held.problems,
    policyPlaces: placesWith(policyFile),
    loadKeychain: loadKeytar,
    startKeyProcess,
    ...kind,
  });
  if (!started.ok) fail(couldNotStart(started.error.code), 1);
  started.value.onFirstWindow(() => noteCameUp(dataDir));
  return started.value;
}

/** Ends the process, once. */
function createEnd(core: Core, held: HeldFolder, closeBridge: () => Promise<void>): () => void {
  let ending = false;
  return () => {
    if (ending) return;
    ending = true;
    // A movement in flight is in the journal as SENDING: it is followed at the next start. Waiting is bounded.
    const limit = setTimeout(() => process.exit(0), LONGEST_END_MS);
    void closeBridge()
      .then(() => core.stop())
      .catch((error: unknown) => say(String(error)))
      .finally(() => {
        clearTimeout(limit);
        held.lock.release();
        process.exit(0);
      });
  };
}

async function main(): Promise<void> {
  const options = optionsOrUsage();
  const { port, open } = options;
  makeUmaskPrivate();
  const held = openDataFolder(options.dataDir);
  if (!held.ok) fail(held.message, 1);
  const core = await startCoreIn(held, options);
  const end = createEnd(core, held, () => bridge.close());
  const lifetime = endWithWindow({ clock: systemClock, inFlight: () => core.inFlight(), say, end });
  const bridge = await startHttpBridge({
    core,
    clock: systemClock,
    port,
    rendererDir: join(root, 'out/renderer'),
    ...(open && { onWindows: lifetime.windows, onLeaving: lifetime.leaving }),
  }).catch((error: unknown) =>
    fail(
      inMachineLanguage({
        en: `Closeout cannot listen on port ${port}: ${textOf(error)}`,
        ar: `لا يستطيع Closeout استقبال الاتصالات على المنفذ ${port}: ${textOf(error)}`,
      }),
      1,
    ),
  );
  if (!open || !openWindow(bridge, join(held.lock.dataDir, 'window'), lifetime.browserExited)) {
    if (open)
      say(
        inMachineLanguage({
          en: 'No Chromium, Chrome or Edge was found. Open this address in a browser.',
          ar: 'لم يُعثر على Chromium أو Chrome أو Edge. افتح هذا العنوان في متصفح.',
        }),
      );
    console.log(`Closeout is ready: ${bridge.origin}/?token=${bridge.token}`);
  }
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}

main().catch((error: unknown) => fail(couldNotStart(textOf(error)), 1));
