/** The product's thread of the database, which gives a new profile prepared files. */
import { parentPort } from 'node:worker_threads';
import { serveTasks } from '#electron/database/serve-tasks.ts';
import type { Assignment } from '#electron/database/threads.ts';
import { copyPreparedFiles } from './prepared-files.ts';

if (!parentPort) throw new Error('prepared-database-worker.ts runs as a worker thread only');
// First of the listeners: the task opens what is there.
parentPort.on('message', ({ task }: Assignment) => task.task === 'writer' && copyPreparedFiles(task.folder));
serveTasks(parentPort);
