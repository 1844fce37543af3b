/** A backup, in the thread that client.ts started for it. */
import type { MessagePort } from 'node:worker_threads';
import { textOf } from '#shared/errors/text-of.ts';
import { codeOf } from '../open-error.ts';
import type { BackupTask } from '../tasks.ts';
import type { BackupEnding } from './client.ts';
import { BackupError } from './format.ts';
import { makeBackup, restoreBackup } from './run.ts';

export async function workOnBackup(task: BackupTask, port: MessagePort): Promise<void> {
  const say = (said: BackupEnding<unknown>) => port.postMessage(said);
  try {
    say({ kind: 'done', value: await (task.do === 'make' ? makeBackup(task) : restoreBackup(task)) });
  } catch (error) {
    const failure = error instanceof BackupError ? error.failure : null;
    say({ kind: 'failed', failure, code: codeOf(error), message: textOf(error) });
  } finally {
    port.close();
  }
}
