/**
 * A stand-in for the `electron` module, so that the built main process runs where the Electron runtime is not installed.
 * Windows are pages of a real Chromium. It has what Closeout uses; anything else is undefined and fails where it is called.
 * What it cannot prove: the sandbox of the operating system, fuses, the integrity of the archive.
 */
import { fork, type ChildProcess, type Serializable } from 'node:child_process';
import { EventEmitter } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  unwatchFile,
  utimesSync,
  watchFile,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as Electron from 'electron';
import { openBrowser } from './browser.ts';
import { packaged } from './packaged.ts';
import { behindTest, onTestOfCalls } from './held-calls.ts';
import { tellTest, type ToStandIn } from './control.ts';
import { session, schemeHandlers } from './session.ts';
import { StandInWindow, windows, type Ipc } from './window.ts';

const browser = await openBrowser();

/** The part of Electron's own type that stands in for it; a method that Electron does not have is a type error. */
const part = <T>(made: Partial<Record<keyof T, unknown>> & object): T => made as T;

const ipc: Ipc = { handlers: new Map(), listeners: new EventEmitter() };
export const ipcMain = part<Electron.IpcMain>({
  handle: (channel: string, handler: Ipc['handlers'] extends Map<string, infer H> ? H : never) =>
    ipc.handlers.set(channel, channel === 'call' ? behindTest(handler) : handler),
  removeHandler: (channel: string) => ipc.handlers.delete(channel),
  on: (channel: string, listener: (...args: unknown[]) => void) => ipc.listeners.on(channel, listener),
  removeAllListeners: (channel?: string) => ipc.listeners.removeAllListeners(channel),
});

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** How often the first process looks whether a second one was started, in milliseconds. */
const LOCK_LOOK_MS = 200;

class StandInApp extends EventEmitter {
  #quitting = false;
  #ready = false;
  #lock = '';
  isPackaged = packaged !== null;
  name = 'Closeout';
  commandLine = {
    // Chromium's own parser: `--data=DIR` only, and never a separate argument.
    getSwitchValue: (name: string) =>
      process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3) ?? '',
    hasSwitch: (name: string) =>
      process.argv.some((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`)),
    appendSwitch: () => {},
  };
  dock = undefined;
  whenReady = async () => {
    this.#ready = true;
  };
  isReady = () => this.#ready;
  getVersion = () => packaged?.version ?? process.env['npm_package_version'] ?? '0.0.0';
  getName = () => this.name;
  getPath = (name: string) => join(homedir(), `.stand-in-${name}`);
  setPath = (name: string, path: string) => {
    if (name === 'userData') this.#lock = join(path, 'stand-in.lock');
  };
  setName = () => {};
  setAppUserModelId = () => {};
  /** For every page from here on; Electron refuses it as soon as the app is ready. */
  enableSandbox = () => {
    if (this.#ready) throw new Error('app.enableSandbox() can only be called before app is ready');
    tellTest({ kind: 'sandboxed' });
  };
  /**
   * One process for each folder of user data. A second one touches the first one's file, which that one watches: the packages of
   * Closeout listen to every signal, and send it once more.
   */
  requestSingleInstanceLock = () => {
    mkdirSync(dirname(this.#lock), { recursive: true });
    if (existsSync(this.#lock) && isRunning(Number(readFileSync(this.#lock, 'utf8')))) {
      utimesSync(this.#lock, new Date(), new Date());
      return false;
    }
    writeFileSync(this.#lock, String(process.pid));
    watchFile(this.#lock, { interval: LOCK_LOOK_MS, persistent: false }, () =>
      this.emit('second-instance', {}, [], ''),
    );
    return true;
  };
  releaseSingleInstanceLock = () => {
    unwatchFile(this.#lock);
    rmSync(this.#lock, { force: true });
  };
  setBadgeCount = (count: number) => {
    tellTest({ kind: 'badge', count });
    return true;
  };
  getLocale = () => 'en-GB';
  getPreferredSystemLanguages = () => ['en-GB'];
  setAsDefaultProtocolClient = () => false;
  exit = (code = 0) => {
    browser.end();
    process.exit(code);
  };
  quit = () => {
    if (this.#quitting) return;
    let stays = false;
    this.emit('before-quit', { preventDefault: () => (stays = true) });
    if (stays) return;
    this.#quitting = true;
    this.emit('will-quit', { preventDefault: () => {} });
    this.emit('quit', {}, 0);
    this.exit(0);
  };
}
const standInApp = new StandInApp();
export const app = standInApp as unknown as Electron.App;

export const BrowserWindow = class extends StandInWindow {
  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super({ options, browser, ipc, app: standInApp });
  }
  static getAllWindows = () => [...windows];
} as unknown as typeof Electron.BrowserWindow;

let nextButton = 0;
export const dialog = part<Electron.Dialog>({
  showErrorBox: (title: string, content: string) =>
    tellTest({ kind: 'dialog', message: title, detail: content }),
  showMessageBoxSync: (_window: unknown, { message, detail = '' }: Electron.MessageBoxSyncOptions) => {
    tellTest({ kind: 'dialog', message, detail });
    return nextButton;
  },
  showMessageBox: async (_window: unknown, { message, detail = '' }: Electron.MessageBoxOptions) => {
    tellTest({ kind: 'dialog', message, detail });
    return { response: nextButton, checkboxChecked: false };
  },
});

type MenuItem = Electron.MenuItemConstructorOptions;
const itemsOf = (items: readonly MenuItem[]): MenuItem[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? itemsOf(item.submenu) : [])]);
let menuItems: MenuItem[] = [];
export const Menu = part<typeof Electron.Menu>({
  buildFromTemplate: (template: MenuItem[]) => ({ template }),
  setApplicationMenu: (menu: { template: MenuItem[] } | null) => {
    menuItems = itemsOf(menu?.template ?? []);
    tellTest({ kind: 'menu', labels: menuItems.map(({ label, role }) => label ?? role ?? '') });
  },
});
const chooseInMenu = (label: string) =>
  menuItems.find((item) => item.label === label)?.click?.({} as never, undefined, {});

export const screen = part<Electron.Screen>({
  getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
});
export const nativeImage = part<typeof Electron.nativeImage>({ createFromDataURL: () => ({}) });

/** A process of plain Node, with the port that a utility process has. */
class StandInUtility extends EventEmitter {
  #child: ChildProcess;
  constructor(path: string, args: readonly string[] = [], { execArgv = [] }: Electron.ForkOptions = {}) {
    super();
    const port = join(import.meta.dirname, 'parent-port.ts');
    this.#child = fork(path, args, {
      execArgv: [...execArgv, '--import', port],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    for (const event of ['message', 'exit']) this.#child.on(event, (value) => this.emit(event, value));
  }
  postMessage = (message: Serializable) => void this.#child.send(message);
  kill = () => this.#child.kill();
}
export const utilityProcess = part<typeof Electron.utilityProcess>({
  fork: (...given: ConstructorParameters<typeof StandInUtility>) => new StandInUtility(...given),
});

const notifications = new Map<string, EventEmitter>();
export class Notification extends EventEmitter {
  static isSupported = () => true;
  #options: { title: string; body: string };
  constructor({ title = '', body = '' }: Electron.NotificationConstructorOptions) {
    super();
    this.#options = { title, body };
    notifications.set(title, this);
  }
  show() {
    tellTest({ kind: 'notification', ...this.#options });
  }
  close() {
    this.emit('close');
  }
}

export const powerMonitor = new EventEmitter() as unknown as Electron.PowerMonitor;
export const protocol = part<Electron.Protocol>({
  registerSchemesAsPrivileged: () => {},
  handle: (scheme: string, handler: (request: Request) => Promise<Response>) =>
    schemeHandlers.set(scheme, handler),
});
const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
  json: 'application/json',
};
export const net = part<Electron.Net>({
  fetch: async (address: string) => {
    const path = fileURLToPath(address);
    const body = await readFile(path).catch(() => null);
    if (body === null) return new Response('not found', { status: 404 });
    const type = types[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    return new Response(body, { headers: { 'content-type': type } });
  },
});
export const shell = part<Electron.Shell>({
  showItemInFolder: (path: string) => tellTest({ kind: 'show-in-folder', path }),
});
export const nativeTheme = new EventEmitter();
/** Electron's own updater, which is told that another one is about to quit. */
const autoUpdater = new EventEmitter();
export { session };

process.on('message', (message: ToStandIn) => {
  if (message.kind === 'power') powerMonitor.emit(message.event);
  else if (message.kind === 'choose-in-menu') chooseInMenu(message.label);
  else if (message.kind === 'crash-window') for (const window of windows) window.webContents.crash();
  else if (message.kind === 'answer-dialog') nextButton = message.button;
  else if (message.kind === 'click-notification') notifications.get(message.title)?.emit('click');
  else if (message.kind === 'keep-received')
    for (const window of windows) window.webContents.tellsTest = true;
  else if (message.kind === 'quit') standInApp.quit();
  else void onTestOfCalls(message);
});
process.on('SIGTERM', () => standInApp.quit());

const standIn = {
  app,
  autoUpdater,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  protocol,
  screen,
  session,
  shell,
  utilityProcess,
};
Object.assign(globalThis, { standInForElectron: standIn });
export default standIn;
