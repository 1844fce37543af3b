/** The database worker: opens the profile's files, then runs one procedure a message, in order. */
import { parentPort, workerData } from 'node:worker_threads';
import { openProfileFiles, type OpenedFiles } from './open-profile-files.ts';
import { procedures } from './procedures.ts';
import type { WorkerRequest, WorkerResponse } from './protocol.ts';
import type { WritableFiles } from './db.ts';

const port = parentPort;
if (!port) throw new Error('database/worker.ts runs as a worker thread only');
const post = (message: WorkerResponse) => port.postMessage(message);
const codeOf = (error: unknown) => (error as { code?: string }).code ?? 'UNEXPECTED';
const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function start(): OpenedFiles | null {
  try {
    const opened = openProfileFiles((workerData as { folder: string }).folder);
    post({ kind: 'opened', report: opened.report });
    return opened;
  } catch (error) {
    post({ kind: 'not-opened', code: codeOf(error), message: textOf(error) });
    return null;
  }
}

function runProcedure({ files }: OpenedFiles, name: string, args: unknown): unknown {
  const procedure = (
    procedures as Record<string, { mode: string; run: (db: never, args: never) => unknown }>
  )[name];
  if (!procedure) throw new Error(`no procedure ${name}`);
  const run = () => procedure.run(files as unknown as WritableFiles as never, args as never);
  if (procedure.mode === 'write-cache') return files.cache.transaction(run).immediate();
  if (procedure.mode === 'write-journal') return files.journal.transaction(run).immediate();
  return run();
}

const opened = start();
port.on('message', (request: WorkerRequest) => {
  if (!opened) return;
  try {
    if (request.kind === 'close') {
      opened.close();
      post({ kind: 'answer', id: request.id, value: null });
      return;
    }
    post({ kind: 'answer', id: request.id, value: runProcedure(opened, request.name, request.args) });
  } catch (error) {
    post({ kind: 'failure', id: request.id, code: codeOf(error), message: textOf(error) });
  }
});
