/** Where every thread of the database starts. */
import { parentPort } from 'node:worker_threads';
import { serveTasks } from './serve-tasks.ts';

if (!parentPort) throw new Error('database/worker.ts runs as a worker thread only');
serveTasks(parentPort);
