/** The desktop window's way to the core: the contract's calls and events, nothing else. */
import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';

/** The names of the contract's calls, put in by the build (electron.vite.config.ts): the schemas stay outside. */
declare const CHANNELS: readonly string[];

const channels = new Set(CHANNELS);

contextBridge.exposeInMainWorld('closeout', {
  invoke: (channel: string, input: unknown): Promise<unknown> =>
    channels.has(channel)
      ? ipcRenderer.invoke('call', channel, input)
      : Promise.reject(new Error('no such channel')),
  subscribe: (listener: (event: unknown) => void) => {
    const forward = (_: IpcRendererEvent, event: unknown) => listener(event);
    ipcRenderer.on('event', forward);
    return () => ipcRenderer.off('event', forward);
  },
  renew: (): Promise<void> => ipcRenderer.invoke('renew'),
});
