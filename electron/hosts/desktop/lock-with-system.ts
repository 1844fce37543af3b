/** The computer sleeps, or its own screen is locked: nobody is at Closeout either. */
import { powerMonitor } from 'electron';
import type { Core } from '../../core/core.ts';

export function lockWithSystem(core: Pick<Core, 'lock'>): void {
  const lock = () => core.lock();
  powerMonitor.on('suspend', lock);
  powerMonitor.on('lock-screen', lock);
}
