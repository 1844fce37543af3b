/** A window of the stand-in: one page of the browser, its preload in a world of its own, its requests answered here. */
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type * as Electron from 'electron';
import type { StandInBrowser } from './browser.ts';
import type { Cdp, CdpSession } from './cdp.ts';
import { tellTest } from './control.ts';
import { defaultSession, schemeHandlers, toApp, toPage, type StandInSession } from './session.ts';
import { isolatedSource, MAIN_WORLD } from './worlds.ts';

export type Handler = (event: object, ...args: unknown[]) => unknown;
export type Ipc = { handlers: Map<string, Handler>; listeners: EventEmitter };
type Parts = {
  options: Electron.BrowserWindowConstructorOptions;
  browser: StandInBrowser;
  ipc: Ipc;
  app: EventEmitter;
};
type Paused = {
  requestId: string;
  resourceType: string;
  frameId: string;
  request: { url: string; method: string };
};
type Context = { id: number; name: string; origin: string; auxData: { frameId: string } };
type OpenHandler = (details: { url: string }) => { action: 'deny' | 'allow' };

/** What the protocol says of a page or a request that is not there any more. */
const HAS_GONE =
  /Invalid InterceptionId|the browser has gone|Session with given id|No target with given id|Target closed/;

/**
 * Closes what a page opened and the app refuses. A test that drives the browser holds every new page at its start; one that is
 * closed while it is held keeps its opener, whose process it shares, in `window.open` for ever. So it is let run before.
 */
async function closeOpened(cdp: Cdp, targetId: string): Promise<void> {
  try {
    const opened = await cdp.attach(targetId);
    for (const step of ['Runtime.runIfWaitingForDebugger', 'Runtime.enable'])
      await opened.send(step).catch(() => {
        // It is on its way to another address, so it runs.
      });
    await cdp.send('Target.closeTarget', { targetId });
  } catch (error) {
    if (!HAS_GONE.test(String(error))) console.error('stand-in window.open', error);
  }
}

const WORLD = 'preload';
export const windows = new Set<StandInWindow>();

class StandInContents extends EventEmitter {
  readonly session: StandInSession;
  readonly #page: Promise<CdpSession>;
  readonly #contexts = new Map<number, Context>();
  readonly preferences: Electron.WebPreferences;
  openHandler: OpenHandler = () => ({ action: 'allow' });
  mainFrameId = '';
  loading: string | null = null;
  isDestroyed = () => false;
  /** What the window is told, the test is told. */
  tellsTest = false;

  constructor(parts: Parts, window: StandInWindow) {
    super();
    this.preferences = parts.options.webPreferences ?? {};
    this.session = (this.preferences.session as unknown as StandInSession | undefined) ?? defaultSession;
    this.#page = this.#open(parts, window);
    this.#page.catch((error: unknown) => console.error('stand-in window', error));
    parts.app.emit('web-contents-created', {}, this);
  }

  get page(): Promise<CdpSession> {
    return this.#page;
  }
  setWindowOpenHandler(handler: OpenHandler) {
    this.openHandler = handler;
  }
  sendInputEvent({ type, keyCode, modifiers = [] }: Electron.KeyboardInputEvent) {
    const bits = { alt: 1, control: 2, meta: 4, shift: 8 } as Record<string, number>;
    const isLetter = /^[A-Z]$/.test(keyCode);
    const shifted = modifiers.includes('shift');
    const key = isLetter && !shifted ? keyCode.toLowerCase() : keyCode;
    const code = isLetter ? `Key${keyCode}` : /^\d$/.test(keyCode) ? `Digit${keyCode}` : keyCode;
    void this.#page.then((page) =>
      page.send('Input.dispatchKeyEvent', {
        type: type === 'keyDown' ? 'rawKeyDown' : type,
        key,
        code,
        modifiers: modifiers.reduce((sum, name) => sum + (bits[name] ?? 0), 0),
      }),
    );
  }
  crash() {
    // Nothing answers: the process that would is gone.
    void this.#page.then((page) => page.send('Page.crash')).catch(() => {});
  }
  /** Another address ends the process, too, and a test that is connected to the page can go on with it. */
  forcefullyCrashRenderer() {
    void this.#page
      .then((page) => page.send('Page.navigate', { url: 'data:text/html,' }))
      .then(() => this.emit('render-process-gone', {}, { reason: 'crashed' }))
      .catch((error: unknown) => console.error('stand-in window', error));
  }
  setZoomFactor() {}
  setVisualZoomLevelLimits() {}
  getURL = () => '';

  async #open({ browser, ipc }: Parts, window: StandInWindow): Promise<CdpSession> {
    const isApart = this.session !== defaultSession;
    const { browserContextId } = isApart
      ? await browser.cdp.send<{ browserContextId: string }>('Target.createBrowserContext')
      : { browserContextId: undefined };
    const { targetId } = await browser.cdp.send<{ targetId: string }>('Target.createTarget', {
      url: 'about:blank',
      newWindow: true,
      width: window.bounds.width,
      height: window.bounds.height,
      ...(browserContextId === undefined ? {} : { browserContextId }),
    });
    const page = await browser.cdp.attach(targetId);
    this.mainFrameId = targetId;
    page.on('Fetch.requestPaused', (paused: Paused) => void this.#answer(page, paused));
    page.on('Runtime.executionContextCreated', ({ context }: { context: Context }) =>
      this.#contexts.set(context.id, context),
    );
    page.on('Runtime.executionContextDestroyed', ({ executionContextId }: { executionContextId: number }) =>
      this.#contexts.delete(executionContextId),
    );
    page.on('Runtime.executionContextsCleared', () => this.#contexts.clear());
    page.on(
      'Runtime.bindingCalled',
      (called: { payload: string; executionContextId: number }) => void this.#called(page, ipc, called),
    );
    browser.cdp.on(
      'Target.targetCreated',
      ({ targetInfo }: { targetInfo: { targetId: string; openerId?: string; url: string } }) => {
        if (targetInfo.openerId !== targetId) return;
        if (this.openHandler({ url: toApp(targetInfo.url) }).action === 'allow') return;
        tellTest({ kind: 'refused', what: 'window.open', url: targetInfo.url });
        void closeOpened(browser.cdp, targetInfo.targetId);
      },
    );
    page.on('Inspector.targetCrashed', () => this.emit('render-process-gone', {}, { reason: 'crashed' }));
    browser.cdp.on('Browser.downloadWillBegin', ({ url }: { url: string }) => {
      let refused = false;
      this.session.emit('will-download', { preventDefault: () => (refused = true) });
      if (refused) tellTest({ kind: 'refused', what: 'download', url });
    });
    await browser.cdp.send('Target.setDiscoverTargets', { discover: true });
    await browser.cdp.send('Browser.setDownloadBehavior', { behavior: 'deny', eventsEnabled: true });
    await page.send('Inspector.enable');
    await page.send('Page.enable');
    await page.send('Runtime.enable');
    await page.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
    if (this.preferences.javascript === false)
      await page.send('Emulation.setScriptExecutionDisabled', { value: true });
    if (this.preferences.preload !== undefined) await this.#preload(page, this.preferences.preload);
    return page;
  }

  async #preload(page: CdpSession, path: string): Promise<void> {
    if (this.preferences.contextIsolation !== true || this.preferences.sandbox !== true)
      throw new Error('the stand-in runs a preload isolated and sandboxed only');
    await page.send('Runtime.addBinding', { name: 'standIn', executionContextName: WORLD });
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: MAIN_WORLD });
    await page.send('Page.addScriptToEvaluateOnNewDocument', {
      source: isolatedSource(readFileSync(path, 'utf8')),
      worldName: WORLD,
    });
    for (const [name, permission] of [
      ['clipboard-sanitized-write', 'clipboard-write'],
      ['geolocation', 'geolocation'],
      ['notifications', 'notifications'],
    ] as const)
      await page
        .send('Browser.setPermission', {
          permission: { name: permission },
          setting: this.session.grants(name) ? 'granted' : 'denied',
        })
        .catch(() => {
          // This browser has no such permission: nothing to grant or to deny.
        });
  }

  /** A request of the page: by the app's scheme handler, refused as a navigation, or let through. */
  async #answer(page: CdpSession, { requestId, resourceType, frameId, request }: Paused): Promise<void> {
    const url = toApp(request.url);
    const fail = () => page.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
    try {
      if (resourceType === 'Document' && this.loading !== request.url) {
        let prevented = false;
        const event = {
          url,
          isMainFrame: frameId === this.mainFrameId,
          preventDefault: () => (prevented = true),
        };
        this.emit(event.isMainFrame ? 'will-navigate' : 'will-frame-navigate', event, url);
        if (prevented) {
          tellTest({ kind: 'refused', what: 'navigation', url });
          return void (await fail());
        }
      }
      this.loading = null;
      let cancelled = false;
      this.session.beforeRequest?.({ url }, ({ cancel = false }) => (cancelled = cancel));
      if (cancelled) return void (await fail());
      const handler = schemeHandlers.get(new URL(url).protocol.slice(0, -1));
      if (!handler) return void (await page.send('Fetch.continueRequest', { requestId }));
      const response = await handler(new Request(url, { method: request.method }));
      await page.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: response.status,
        responseHeaders: [...response.headers].map(([name, value]) => ({ name, value })),
        body: Buffer.from(await response.arrayBuffer()).toString('base64'),
      });
    } catch (error) {
      // The page has gone on to another address, or is closed: nobody waits for this answer.
      if (!HAS_GONE.test(String(error))) console.error('stand-in request', url, error);
    }
  }

  async #called(
    page: CdpSession,
    ipc: Ipc,
    { payload, executionContextId }: { payload: string; executionContextId: number },
  ): Promise<void> {
    const { id, channel, args } = JSON.parse(payload) as { id: number; channel: string; args: unknown[] };
    const context = this.#contexts.get(executionContextId);
    const isMainFrame = context?.auxData.frameId === this.mainFrameId;
    const senderFrame = { origin: toApp(context?.origin ?? ''), parent: isMainFrame ? null : {} };
    const handler = ipc.handlers.get(channel);
    let told: object;
    try {
      if (!handler) throw new Error(`No handler registered for '${channel}'`);
      told = {
        kind: 'answer',
        id,
        value: structuredClone(await handler({ sender: this, senderFrame }, ...args)),
      };
    } catch (error) {
      told = { kind: 'answer', id, error: String(error) };
    }
    await this.#tell(page, executionContextId, told);
  }

  async #tell(page: CdpSession, contextId: number, told: object): Promise<void> {
    const text = JSON.stringify(told);
    if (this.tellsTest) tellTest({ kind: 'received', text });
    await page
      .send('Runtime.callFunctionOn', {
        functionDeclaration: 'function (text) { globalThis.standInTold(text); }',
        arguments: [{ value: text }],
        executionContextId: contextId,
      })
      .catch(() => {
        // The page was closed or loaded anew meanwhile, as it may be in Electron.
      });
  }

  send(channel: string, ...args: unknown[]): void {
    const told = { kind: 'event', channel, args: structuredClone(args) };
    void this.#page.then((page) =>
      Promise.all(
        [...this.#contexts.values()]
          .filter(({ name }) => name === WORLD)
          .map(({ id }) => this.#tell(page, id, told)),
      ),
    );
  }

  async printToPDF({ preferCSSPageSize = false, printBackground = false }: Electron.PrintToPDFOptions) {
    const page = await this.#page;
    const { data } = await page.send<{ data: string }>('Page.printToPDF', {
      preferCSSPageSize,
      printBackground,
    });
    return Buffer.from(data, 'base64');
  }
}

export class StandInWindow extends EventEmitter {
  readonly webContents: StandInContents;
  readonly bounds: Pick<Electron.Rectangle, 'width' | 'height'> & { x?: number; y?: number };
  readonly #parts: Parts;
  #destroyed = false;

  constructor(parts: Parts) {
    super();
    this.#parts = parts;
    const { x, y, width = 1280, height = 800 } = parts.options;
    this.bounds = { width, height, ...(x !== undefined && { x }), ...(y !== undefined && { y }) };
    this.webContents = new StandInContents(parts, this);
    windows.add(this);
  }
  async loadURL(url: string): Promise<void> {
    const page = await this.webContents.page;
    const address = toPage(url);
    this.webContents.loading = address;
    const loaded = new Promise<void>((resolve) => page.on('Page.loadEventFired', () => resolve()));
    const { errorText } = await page.send<{ errorText?: string }>('Page.navigate', { url: address });
    if (errorText) throw new Error(`${errorText} loading '${url}'`);
    await loaded;
    this.emit('ready-to-show');
    if (this.#parts.options.show === false) return;
    tellTest({ kind: 'channels', names: this.#parts.ipc.listeners.eventNames().map(String) });
    tellTest({ kind: 'window', bounds: this.bounds });
    tellTest({ kind: 'ready', port: this.#parts.browser.port, url: address });
  }
  isDestroyed = () => this.#destroyed;
  isMinimized = () => false;
  isMaximized = () => false;
  isFullScreen = () => false;
  isVisible = () => !this.#destroyed;
  getBounds = () => ({ x: 0, y: 0, ...this.bounds });
  getNormalBounds = () => ({ x: 0, y: 0, ...this.bounds });
  setBounds() {}
  maximize() {}
  restore() {}
  focus() {
    tellTest({ kind: 'focused' });
  }
  show() {}
  hide() {}
  setTitle() {}
  setOverlayIcon() {}
  setMenuBarVisibility() {}
  close() {
    let stays = false;
    this.emit('close', { preventDefault: () => (stays = true) });
    if (!stays) this.destroy();
  }
  destroy() {
    if (this.#destroyed) return;
    this.#destroyed = true;
    windows.delete(this);
    void this.webContents.page.then((page) => page.send('Page.close')).catch(() => {});
    this.emit('closed');
    if (windows.size === 0) this.#parts.app.emit('window-all-closed');
  }
}
