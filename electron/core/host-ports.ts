/** What a host offers the core. Without them paper and the system's notices answer that they cannot. */
import { storageError } from '#shared/errors/app-error.ts';
import { err } from '#shared/errors/result.ts';
import type { TellBySystem } from '../services/notices/index.ts';
import type { PrintToPdf } from '../services/reports/index.ts';

export type HostPorts = {
  readonly printToPdf: PrintToPdf;
  /** What writes tables; null: this host cannot. */
  readonly exportWorkerUrl: URL | null;
  readonly showInFolder: ((path: string) => void) | null;
  /** Given the way to say that a notice was clicked. */
  readonly tellBySystem: ((onOpened: (id: string) => void) => TellBySystem | null) | null;
};

export const noPorts: HostPorts = {
  printToPdf: () => Promise.resolve(err(storageError('pdf-no-browser'))),
  exportWorkerUrl: null,
  showInFolder: null,
  tellBySystem: null,
};
