/** The process that uses keys, in a Node of its own. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FromKeys, KeyChild } from '../../key-process/protocol.ts';
import { RUNTIME_FLAGS } from '../launch/runtime-flags.ts';

const file = fileURLToPath(new URL('../../key-process/child.ts', import.meta.url));

export function startKeyProcess(): KeyChild {
  const child = fork(file, [], {
    execArgv: [...RUNTIME_FLAGS],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // What could not be sent or started ends in its exit.
  child.on('error', () => child.kill('SIGKILL'));
  return {
    send: (message) => void (child.connected && child.send(message)),
    onMessage: (listener) => void child.on('message', (message) => listener(message as FromKeys)),
    onExit: (listener) => {
      child.once('exit', listener);
      // A program that cannot be started has no exit.
      child.once('error', listener);
    },
    end: () => void child.kill('SIGKILL'),
  };
}
