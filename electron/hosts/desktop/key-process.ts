/** The process that uses keys, as a utility process of Electron. */
import { utilityProcess } from 'electron';
import { fileURLToPath } from 'node:url';
import type { FromKeys, KeyChild } from '../../key-process/protocol.ts';
import { RUNTIME_FLAGS } from '../launch/runtime-flags.ts';

const file = fileURLToPath(new URL('./key-process.js', import.meta.url));

export function startKeyProcess(): KeyChild {
  const child = utilityProcess.fork(file, [], {
    execArgv: [...RUNTIME_FLAGS],
    serviceName: 'Closeout keys',
    stdio: 'ignore',
  });
  return {
    send: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on('message', (message: FromKeys) => listener(message)),
    onExit: (listener) => void child.once('exit', listener),
    end: () => void child.kill(),
  };
}
