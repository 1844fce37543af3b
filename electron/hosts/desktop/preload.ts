/** The desktop window's bridge: the contract's channels and events, nothing else. */
import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import { contract } from '#shared/contract/index.ts';

const channels = new Set(Object.keys(contract));

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
});
