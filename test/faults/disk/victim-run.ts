/** One movement of the real product on a disk that something is wrong with, and what it told (R13). */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Kind, Scene } from '../kill/kill-case.ts';

export type DiskOrder = {
  folder: string;
  kind: Kind;
  env?: Record<string, string>;
  /** Run while the last button waits to be pressed. */
  beforeConfirm?: () => void;
  spoil?: { step: string; file: string; text: string };
  /** Another user of this computer, for rights that root would pass over. */
  uid?: number;
};

/** All lines that it printed. If it failed, the last one is `error` with its message. */
export async function runOnDisk({ gateway, bundle }: Scene, order: DiskOrder): Promise<string[]> {
  const { folder, kind, env, beforeConfirm, spoil, uid } = order;
  const waits = beforeConfirm !== undefined;
  const whole = {
    folder,
    kind,
    killAt: null,
    waits,
    spoil,
    access: gateway.access,
    worker: bundle.workerUrl.href,
  };
  const child = spawn(process.execPath, [bundle.victim, JSON.stringify(whole)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
    ...(uid !== undefined && { uid }),
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  const said: string[] = [];
  let errors = '';
  child.stderr.on('data', (part: Buffer) => (errors += part.toString()));
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(line);
    if (line !== 'waiting') continue;
    beforeConfirm?.();
    child.stdin.end('.');
  }
  await ended;
  return errors === '' ? said : [...said, `error ${errors}`];
}

/** The outcome that the person was shown, or the error that says why there is none. */
export const toldIn = (said: readonly string[]): string =>
  said.find((line) => line.startsWith('told '))?.slice('told '.length) ??
  said.find((line) => line.startsWith('error ')) ??
  'nothing';
