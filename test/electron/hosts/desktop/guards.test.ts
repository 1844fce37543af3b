import { EventEmitter } from 'node:events';
import type { App, Session } from 'electron';
import { describe, expect, it, vi } from 'vitest';

vi.mock('electron', () => ({ ipcMain: {} }));
const { guardApp, guardSession } = await import('#electron/hosts/desktop/guards.ts');
const { argumentIn, dangerousSwitchIn } = await import('#electron/hosts/desktop/switches.ts');

/** As Electron calls it: the handlers it is given are kept, its events are emitted by the test. */
function fakeSession() {
  const given = new Map<string, (...args: unknown[]) => unknown>();
  const keeps = (name: string) => (handler: (...args: unknown[]) => unknown) => void given.set(name, handler);
  const spellcheck: boolean[] = [];
  const session = Object.assign(new EventEmitter(), {
    setPermissionRequestHandler: keeps('request'),
    setPermissionCheckHandler: keeps('check'),
    setDevicePermissionHandler: keeps('device'),
    setDisplayMediaRequestHandler: keeps('display'),
    setSpellCheckerEnabled: (on: boolean) => spellcheck.push(on),
  });
  return { session: session as unknown as Session, emitter: session, given, spellcheck };
}
const prevented = (emitter: EventEmitter, name: string, event: object = {}): boolean => {
  let was = false;
  emitter.emit(name, { ...event, preventDefault: () => (was = true) });
  return was;
};

describe('a session of the desktop window', () => {
  const { session, emitter, given, spellcheck } = fakeSession();
  guardSession(session);

  it('grants nothing but writing text to the clipboard, asked or checked', () => {
    const answers: unknown[] = [];
    for (const permission of [
      'media',
      'geolocation',
      'notifications',
      'hid',
      'clipboard-read',
      'openExternal',
    ])
      given.get('request')?.({}, permission, (answer: unknown) => answers.push(answer));
    expect(answers).toEqual(answers.map(() => false));
    expect(given.get('check')?.({}, 'media')).toBe(false);
    expect(given.get('check')?.({}, 'clipboard-sanitized-write')).toBe(true);
  });

  it('gives no device, no screen, no download and no dictionary', () => {
    expect(given.get('device')?.({})).toBe(false);
    const streams: unknown[] = [];
    given.get('display')?.({}, (answer: unknown) => streams.push(answer));
    expect(streams).toEqual([{}]);
    expect(prevented(emitter, 'will-download')).toBe(true);
    expect(spellcheck).toEqual([false]);
  });
});

describe('a page of the desktop app', () => {
  const app = new EventEmitter();
  const outside: string[] = [];
  guardApp(app as unknown as App, (url) => void outside.push(url));
  const contents = Object.assign(new EventEmitter(), {
    open: null as null | ((wanted: { url: string }) => unknown),
    setWindowOpenHandler(handler: (wanted: { url: string }) => unknown) {
      this.open = handler;
    },
  });
  app.emit('web-contents-created', {}, contents);

  it.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])('stays at home on %s', (name) => {
    expect(prevented(contents, name, { url: 'https://evil.example/' })).toBe(true);
    expect(prevented(contents, name, { url: 'closeout://app.evil.example/' })).toBe(true);
    expect(prevented(contents, name, { url: 'file:///etc/passwd' })).toBe(true);
    expect(prevented(contents, name, { url: 'closeout://app/' })).toBe(false);
  });

  it('opens no window and takes no web view; a session made later is guarded, too', () => {
    for (const url of ['https://shop.example/', 'closeout://app/'])
      expect(contents.open?.({ url })).toEqual({ action: 'deny' });
    expect(outside).toEqual(['https://shop.example/', 'closeout://app/']);
    expect(prevented(contents, 'will-attach-webview')).toBe(true);
    const later = fakeSession();
    app.emit('session-created', later.session);
    expect(later.given.get('check')?.({}, 'media')).toBe(false);
  });
});

describe('the command line', () => {
  it('names the data folder, with a space in it or as an argument of its own', () => {
    expect(argumentIn(['closeout', '--data=/a b/c'], 'data')).toBe('/a b/c');
    expect(argumentIn(['closeout', 'main.js', '--data', '/a b/c'], 'data')).toBe('/a b/c');
    expect(argumentIn(['closeout'], 'data')).toBeNull();
    expect(argumentIn(['closeout', '--data'], 'data')).toBeNull();
  });

  it.each([
    '--remote-debugging-port=9222',
    '--remote-debugging-pipe',
    '--inspect',
    '--inspect-brk=0',
    '--proxy-server=http://x',
    '--PROXY-PAC-URL=x',
    '--load-extension=/x',
    '--no-sandbox',
    '--ignore-certificate-errors',
    '--host-resolver-rules=MAP * x',
    '--renderer-cmd-prefix=sh',
    '--js-flags=x',
    '--user-data-dir=/x',
  ])('%s is found in it', (given) => expect(dangerousSwitchIn(['closeout', given])).not.toBeNull());

  it('of an ordinary start is taken', () => {
    expect(dangerousSwitchIn(['closeout', '--data', '/a b', '--lang=ar'])).toBeNull();
  });
});
