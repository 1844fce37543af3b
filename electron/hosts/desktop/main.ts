/** The desktop host: the core in an Electron window. Order, no logic. */
import {
  app,
  dialog,
  ipcMain,
  Menu,
  nativeImage,
  screen,
  session,
  shell,
  type BrowserWindow,
} from 'electron';
import Store from 'electron-store';
import { join, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { textOf } from '#shared/errors/text-of.ts';
import { startIpcBridge } from '../../transport/ipc.ts';
import { startCore, type Core } from '../../core/core.ts';
import { showUnknownOnIcon } from './badge.ts';
import { registerAppScheme, serveApp } from './app-protocol.ts';
import { guardApp, guardSession } from './guards.ts';
import { menuTemplate } from './menu.ts';
import { startKeyProcess } from './key-process.ts';
import { createTellBySystem } from './notifications.ts';
import { createOpenOutside } from './open-outside.ts';
import { printToPdf } from './print-to-pdf.ts';
import { lockWithSystem } from './lock-with-system.ts';
import { askBeforeQuit } from './quit.ts';
import { keepsUpToDate, practiceKindOf } from '../launch/practice-kind.ts';
import { argumentIn, dangerousSwitchIn } from './switches.ts';
import { bringToFront, createWindow, openApp, openAgainWhenGone, pressIn } from './window.ts';
import { keepPlace, placeAtStart } from './window-place.ts';
import { createUpdater } from './updater.ts';
import { loadKeytar } from '../../keychain/keychain.ts';
import { placesWith } from '../../policy/places.ts';
import { defaultDataFolder, setDamagedSettingsAside } from '../../core/data-folder.ts';
import { noteCameUp, noteStart, OFFER_AFTER } from '../../core/failed-starts.ts';
import { couldNotInstall, couldNotStart } from '../../core/machine-language.ts';
import { openDataFolder, whereMoved } from '../../core/move-data.ts';
import { namedByLastRun, nameForNextStart } from '../../core/next-start.ts';
import { makeUmaskPrivate } from '../../core/private-folder.ts';
import { RUNTIME_FLAGS } from '../launch/runtime-flags.ts';
import { systemClock, systemRandom } from '../launch/system.ts';

const outDir = join(import.meta.dirname, '..');
/** A filled circle of 16 pixels, for Windows' task bar. */
const MARK =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAYAAAAf8/9hAAAAbElEQVR42mPYoizBgAOrAbEHFKvhUodNMAuIrwLxfzR8FSqH0wBWIN6ARSM63gBVi2EAMZqRDUExIIsEzTCchWzAVTIMuAozQI0MzTCsxgCNJnIN8KCKARR7geJApEo0UpyQqJKUKc5MZGVnAMltlXh+hQ3mAAAAAElFTkSuQmCC';

/** Settings without the package's own channel, which would answer any page: the window asks over the contract only. */
function openStore(cwd: string, name: string): Store {
  const store = new Store({ cwd, name });
  ipcMain.removeAllListeners('electron-store-get-data');
  return store;
}

let window: BrowserWindow | null = null;
/** Ends the core without asking. */
let endCore = async (): Promise<void> => {};

const updaterOfThisApp = (dataDir: string) =>
  createUpdater({
    platform: process.platform,
    isAppImage: process.env['APPIMAGE'] !== undefined,
    // What goes wrong with a feed is in the state and the log of the core.
    log: () => {},
    beforeInstall: async () => {
      // A person named the folder; the updater starts the new version without their argument.
      if (dataDir !== defaultDataFolder()) nameForNextStart(defaultDataFolder(), dataDir, Date.now());
      await endCore();
      app.releaseSingleInstanceLock();
    },
    onNotInstalled: ({ message }) => {
      dialog.showErrorBox('Closeout', couldNotInstall(message));
      app.relaunch();
      app.exit(1);
    },
  });

/** Asked for, or taken when it is offered because no window came up several times in a row. */
function wantsSafeMode(dataDir: string): boolean {
  const failed = noteStart(dataDir);
  if (process.argv.includes('--safe-mode')) return true;
  if (failed < OFFER_AFTER) return false;
  const choice = dialog.showMessageBoxSync({
    type: 'question',
    message: 'Closeout did not come up the last times. · لم يفتح Closeout في المرات الأخيرة.',
    detail:
      'Safe mode sets aside what can be read again and sends nothing until you say so. Nothing is lost. · الوضع الآمن ينحّي ما يمكن قراءته من جديد، ولا يرسل شيئًا حتى تأذن. لا يُفقد شيء.',
    buttons: ['Safe mode · الوضع الآمن', 'Start as usual · تشغيل عادي'],
    defaultId: 0,
    cancelId: 1,
  });
  return choice === 0;
}

async function main(): Promise<void> {
  const refused = app.isPackaged ? dangerousSwitchIn(process.argv) : null;
  if (refused !== null) {
    dialog.showErrorBox(
      'Closeout',
      `Closeout does not start with ${refused}. Take it out of the shortcut or the command.\nلا يعمل Closeout مع ${refused}. احذفه من الاختصار أو الأمر.`,
    );
    return app.exit(2);
  }
  makeUmaskPrivate();
  const usual = defaultDataFolder();
  const byLastRun = namedByLastRun(usual, Date.now());
  const named = whereMoved(resolve(argumentIn(process.argv, 'data') ?? byLastRun ?? usual));
  app.setPath('userData', join(named, 'window'));
  // The lock is for this data folder: a second start brings the running window to the front.
  if (!app.requestSingleInstanceLock()) return app.exit(0);
  app.enableSandbox();
  const held = openDataFolder(named);
  if (!held.ok) {
    dialog.showErrorBox('Closeout', held.message);
    return app.exit(1);
  }
  const { dataDir } = held.lock;
  const safeMode = wantsSafeMode(dataDir);
  const settingsDamaged = setDamagedSettingsAside(dataDir);
  const openOutside = createOpenOutside({ dialog, shell, windowNow: () => window });
  guardApp(app, (address) => {
    // A system without a browser says so by refusing: the address stands beside the link, to copy.
    openOutside(address).catch(() => {});
  });
  await app.whenReady();
  guardSession(session.defaultSession);
  serveApp(join(outDir, 'renderer'));
  const started = await startCore({
    dataDir,
    lock: held.lock,
    host: 'desktop',
    version: app.getVersion(),
    databaseWorkerUrl: new URL('./database-worker.js', import.meta.url),
    statementWorkerUrl: new URL('./statement-worker.js', import.meta.url),
    headOfficeWorkerUrl: new URL('./head-office-worker.js', import.meta.url),
    settingsStore: openStore(dataDir, 'settings'),
    settingsDamaged,
    updater: app.isPackaged ? updaterOfThisApp(dataDir) : undefined,
    safeMode,
    folderProblems: held.problems,
    // Only tests name a file; a packaged app has refused the switch above.
    policyPlaces: placesWith(argumentIn(process.argv, 'policy')),
    loadKeychain: loadKeytar,
    startKeyProcess,
    clock: systemClock,
    random: systemRandom,
    practice: practiceKindOf(argumentIn(process.argv, 'practice') ?? undefined) ?? 'story',
    upkeep: keepsUpToDate(),
    ports: {
      printToPdf,
      exportWorkerUrl: new URL('./export-worker.js', import.meta.url),
      showInFolder: (path) => shell.showItemInFolder(path),
      tellBySystem: (onOpened) => createTellBySystem(() => window, onOpened),
    },
  });
  if (!started.ok) throw new Error(started.error.code);
  started.value.onFirstWindow(() => noteCameUp(dataDir));
  await show(started.value, dataDir);
}

/** Everything of the operating system that is around a running core. */
async function show(core: Core, dataDir: string): Promise<void> {
  lockWithSystem(core);
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(
      menuTemplate({
        isMac: process.platform === 'darwin',
        isPackaged: app.isPackaged,
        press: (keys) => pressIn(window, keys),
      }),
    ),
  );
  const place = openStore(join(dataDir, 'window'), 'place');
  const screens = screen.getAllDisplays().map(({ workArea }) => workArea);
  const opened = (window = createWindow(outDir, app.isPackaged, placeAtStart(place, screens)));
  keepPlace(opened, place);
  const { renew } = openAgainWhenGone(opened, (reason) => core.log.error('window-gone', { reason }));
  app.on('second-instance', () => bringToFront(opened));
  endCore = askBeforeQuit({ app, dialog, core, window: opened });
  startIpcBridge(core, opened, renew);
  await showUnknownOnIcon({ app, core, window: opened, mark: () => nativeImage.createFromDataURL(MARK) });
  await openApp(opened);
}

// For this process and its worker threads, and for the window's process.
for (const flag of RUNTIME_FLAGS) setFlagsFromString(flag);
app.commandLine.appendSwitch('js-flags', RUNTIME_FLAGS.join(' '));
registerAppScheme();
app.on('window-all-closed', () => app.quit());
main().catch((error: unknown) => {
  dialog.showErrorBox('Closeout', couldNotStart(textOf(error)));
  app.exit(1);
});
