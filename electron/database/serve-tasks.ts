/** A thread of the database: it works on one task at a time, and says when it can take the next one. */
import type { MessagePort } from 'node:worker_threads';
import { checkCache } from './check-cache.ts';
import { answerReads } from './reader-thread.ts';
import { workOn } from './reconciliation-thread.ts';
import type { Task } from './tasks.ts';
import { FREE, type Assignment } from './threads.ts';
import { write } from './writer-thread.ts';

/** The task ends by closing `port`. */
function begin(task: Task, port: MessagePort): void {
  switch (task.task) {
    case 'writer':
      return write(task, port);
    case 'reader':
      return answerReads(task, port);
    case 'reconciliation':
      return workOn(task, port);
    case 'check-cache':
      return checkCache(task, port);
    case 'backup':
      // Loaded when it is needed: no other task uses the libraries of a backup.
      void import('./backup/thread.ts').then(({ workOnBackup }) => workOnBackup(task, port));
  }
}

export function serveTasks(parent: MessagePort): void {
  parent.on('message', ({ task, port }: Assignment) => {
    port.on('close', () => parent.postMessage(FREE));
    begin(task, port);
  });
}
