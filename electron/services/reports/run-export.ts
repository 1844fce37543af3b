/** Writes one file in a worker of its own. The caller hears its progress and its end, and can stop it. */
import { Worker } from 'node:worker_threads';
import { storageError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { STOP, type ExportJob, type ExportMessage } from './export-protocol.ts';

/** Young objects are short-lived here: room for more would only be filled. */
const LITTLE = { maxYoungGenerationSizeMb: 12 };
/** A list that comes in pages needs no more, however long it is; without a bound its garbage would wait for more memory. */
const IN_PAGES = { ...LITTLE, maxOldGenerationSizeMb: 48 };
const resourcesOf = (job: ExportJob) =>
  job.kind === 'list' && job.input.list === 'settled' ? IN_PAGES : LITTLE;

export type Exported = Extract<ExportMessage, { kind: 'written' | 'document' | 'cancelled' }>;
type Progress = { rows: number; totalRows: number };

/** Rejects never: a worker that ended without a word is `export-failed`. */
export function runExport(
  workerUrl: URL,
  job: ExportJob,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (progress: Progress) => void } = {},
): Promise<Result<Exported, AppError>> {
  const worker = new Worker(workerUrl, { workerData: job, resourceLimits: resourcesOf(job) });
  const stop = () => worker.postMessage(STOP);
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted) stop();
  return new Promise<Result<Exported, AppError>>((resolve) => {
    const failed = (error: unknown) => {
      const folder = job.file?.folder ?? '';
      const code = (error as { code?: string }).code ?? 'WORKER';
      resolve(err(storageError('export-failed', { folder, code })));
    };
    worker.on('message', (message: ExportMessage) => {
      if (message.kind === 'progress') onProgress?.(message);
      else resolve(message.kind === 'failed' ? err(message.error) : ok(message));
    });
    worker.on('error', failed);
    worker.on('exit', () => failed({}));
  }).finally(() => {
    signal?.removeEventListener('abort', stop);
  });
}
