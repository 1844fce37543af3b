/** What a thread of the database can be asked to do (serve-tasks.ts). */
import type { MakeTask, RestoreTask } from './backup/run.ts';

/** Opens the files of `folder` for writing. `provisional`: nobody relies on them before they are closed. */
export type WriterTask = {
  readonly task: 'writer';
  readonly folder: string;
  readonly provisional: boolean;
  /** The first element counts the readers that may have files open. */
  readonly openReaders: Int32Array;
};
export type ReaderTask = {
  readonly task: 'reader';
  readonly folder: string;
  /** The first element is the id of the question that must end. */
  readonly replaced: Int32Array;
};
export type ReconciliationTask = {
  readonly task: 'reconciliation';
  readonly folder: string;
  readonly startedAtMs: number;
  /** The run ends when its first element is not 0. */
  readonly cancel: Int32Array;
};
export type CheckTask = { readonly task: 'check-cache'; readonly folder: string };
export type BackupTask =
  | ({ readonly task: 'backup'; readonly do: 'make' } & MakeTask)
  | ({ readonly task: 'backup'; readonly do: 'restore' } & RestoreTask);

export type Task = WriterTask | ReaderTask | ReconciliationTask | CheckTask | BackupTask;
