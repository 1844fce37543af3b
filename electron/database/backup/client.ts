/** A backup in a thread of its own: copying, packing and the passphrase's hash take seconds, and nothing waits for them. */
import { Worker } from 'node:worker_threads';
import type { BackupFailure } from './format.ts';
import type { MadeBackup, MakeTask, RestoredBackup, RestoreTask } from './run.ts';

/** What the thread is started with; the entry of the database worker takes it from there (worker.ts). */
export type BackupTask =
  | ({ readonly task: 'backup'; readonly do: 'make' } & MakeTask)
  | ({ readonly task: 'backup'; readonly do: 'restore' } & RestoreTask);
export type BackupEnding<T> =
  | { readonly kind: 'done'; readonly value: T }
  | {
      readonly kind: 'failed';
      readonly failure: BackupFailure | null;
      readonly code: string;
      readonly message: string;
    };

function run<T>(workerUrl: URL, task: BackupTask): Promise<BackupEnding<T>> {
  const worker = new Worker(workerUrl, { workerData: task });
  return new Promise((resolve) => {
    let ending: BackupEnding<T> = {
      kind: 'failed',
      failure: null,
      code: 'WORKER',
      message: 'the thread ended',
    };
    worker.on('message', (said: BackupEnding<T>) => void (ending = said));
    worker.on('error', (error) => {
      ending = { kind: 'failed', failure: null, code: 'WORKER', message: String(error) };
    });
    worker.on('exit', () => resolve(ending));
  });
}

/** Neither rejects. */
export const backupsIn = (workerUrl: URL) => ({
  make: (task: MakeTask) => run<MadeBackup>(workerUrl, { task: 'backup', do: 'make', ...task }),
  restore: (task: RestoreTask) => run<RestoredBackup>(workerUrl, { task: 'backup', do: 'restore', ...task }),
});
export type Backups = ReturnType<typeof backupsIn>;
