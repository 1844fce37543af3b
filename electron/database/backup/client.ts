/** A backup in a thread of its own: copying, packing and the passphrase's hash take seconds, and nothing waits for them. */
import type { BackupTask } from '../tasks.ts';
import { startTask } from '../threads.ts';
import type { BackupFailure } from './format.ts';
import type { MadeBackup, MakeTask, RestoredBackup, RestoreTask } from './run.ts';

export type BackupEnding<T> =
  | { readonly kind: 'done'; readonly value: T }
  | {
      readonly kind: 'failed';
      readonly failure: BackupFailure | null;
      readonly code: string;
      readonly message: string;
    };

function run<T>(workerUrl: URL, task: BackupTask): Promise<BackupEnding<T>> {
  return new Promise((resolve) => {
    const failed = (message: string) => ({ kind: 'failed', failure: null, code: 'WORKER', message }) as const;
    let ending: BackupEnding<T> = failed('the thread ended');
    startTask<BackupEnding<T>>(workerUrl, task, {
      onMessage: (said) => void (ending = said),
      onError: (error) => void (ending = failed(String(error))),
      onEnd: () => resolve(ending),
    });
  });
}

/** Neither rejects. */
export const backupsIn = (workerUrl: URL) => ({
  make: (task: MakeTask) => run<MadeBackup>(workerUrl, { task: 'backup', do: 'make', ...task }),
  restore: (task: RestoreTask) => run<RestoredBackup>(workerUrl, { task: 'backup', do: 'restore', ...task }),
});
export type Backups = ReturnType<typeof backupsIn>;
