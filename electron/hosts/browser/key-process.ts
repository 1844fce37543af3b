/** Starts the process that uses keys as a separate Node process. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FromKeys, KeyChild } from '../../key-process/protocol.ts';
import { keyProcessUrl } from './beside.ts';
import { RUNTIME_FLAGS } from '../launch/runtime-flags.ts';

export function startKeyProcess(): KeyChild {
  const child = fork(fileURLToPath(keyProcessUrl), [], {
    execArgv: [...RUNTIME_FLAGS],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // A failure to start or to send ends in the exit of the process.
  child.on('error', () => child.kill('SIGKILL'));
  return {
    send: (message) => void (child.connected && child.send(message)),
    onMessage: (listener) => void child.on('message', (message) => listener(message as FromKeys)),
    onExit: (listener) => {
      child.once('exit', listener);
      // A program that could not be started never exits.
      child.once('error', listener);
    },
    end: () => void child.kill('SIGKILL'),
  };
}
