/** Sessions of the stand-in, and the addresses of the app's own scheme in a browser that does not know it. */
import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';

/** A page cannot be at `closeout://app`: Chromium asks nobody for a scheme it does not know. It is at this address instead. */
const PAGE_ORIGIN = 'https://app.closeout.test';
const APP_ORIGIN = 'closeout://app';
export const toPage = (url: string): string =>
  url.startsWith(APP_ORIGIN) ? PAGE_ORIGIN + url.slice(APP_ORIGIN.length) : url;
export const toApp = (url: string): string =>
  url.startsWith(PAGE_ORIGIN) ? APP_ORIGIN + url.slice(PAGE_ORIGIN.length) : url;

export const schemeHandlers = new Map<string, (request: Request) => Promise<Response>>();

type Permission = (contents: null, permission: string, answer: (granted: boolean) => void) => void;
type BeforeRequest = (details: { url: string }, answer: (response: { cancel?: boolean }) => void) => void;

export class StandInSession extends EventEmitter {
  beforeRequest: BeforeRequest | null = null;
  permission: Permission | null = null;
  webRequest = {
    onBeforeRequest: (listener: BeforeRequest) => (this.beforeRequest = listener),
    onHeadersReceived: () => {},
  };
  setPermissionRequestHandler = (handler: Permission | null) => void (this.permission = handler);
  setPermissionCheckHandler = () => {};
  setDevicePermissionHandler = () => {};
  setDisplayMediaRequestHandler = () => {};
  setSpellCheckerEnabled = () => {};
  setSpellCheckerDictionaryDownloadURL = () => {};
  setSpellCheckerLanguages = () => {};
  setUSBProtectedClassesHandler = () => {};
  setBluetoothPairingHandler = () => {};
  setProxy = async () => {};
  clearStorageData = async () => {};

  /** Whether the app's own handler grants it; without a handler Electron grants everything. */
  grants(name: string): boolean {
    let granted = this.permission === null;
    this.permission?.(null, name, (answer) => (granted = answer));
    return granted;
  }
}

const partitions = new Map<string, StandInSession>();
export const defaultSession = new StandInSession();
export const session = {
  defaultSession,
  fromPartition: (name: string) => {
    const known = partitions.get(name) ?? new StandInSession();
    partitions.set(name, known);
    return known;
  },
} as unknown as typeof Electron.session;
