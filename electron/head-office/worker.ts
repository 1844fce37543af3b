/** Where the threads of head office start: the one that keeps contact, and the one that works out long runs for it. */
import { parentPort, workerData } from 'node:worker_threads';
import { serveContact } from './contact-thread.ts';
import type { HeadOfficeTask } from './protocol.ts';
import { isRunsTask, serveRuns, startRunsThread } from './runs-thread.ts';

const port = parentPort;
if (!port) throw new Error('head-office/worker.ts runs as a worker thread only');
if (isRunsTask(workerData)) serveRuns(port);
else serveContact(port, workerData as HeadOfficeTask, () => startRunsThread(new URL(import.meta.url)));
