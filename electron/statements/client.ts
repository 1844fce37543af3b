/** The main thread's side of one file's worker. Ending it ends whatever it reads. */
import { Worker } from 'node:worker_threads';
import type { ImportReading } from '#shared/contract/import-file.ts';
import { importError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type {
  FileInspection,
  FilePreview,
  LinesPage,
  PreviewInput,
  PreviewPage,
  ReaderData,
  ReaderMessage,
  ReaderRequest,
} from './protocol.ts';
import type { StageFilter } from './stage.ts';

export type Reader = {
  inspect(reading: ImportReading): Promise<Result<FileInspection, AppError>>;
  preview(
    input: PreviewInput,
    isKnown: (keys: string[]) => Promise<boolean[]>,
  ): Promise<Result<FilePreview, AppError>>;
  page(filter: StageFilter, after: number, limit: number): Promise<Result<PreviewPage, AppError>>;
  lines(after: number, limit: number): Promise<Result<LinesPage, AppError>>;
  end(): Promise<void>;
};

/**
 * The memory that JavaScript in the worker may take: any statement of 200,000 lines needs less than 300 MB. What lives for one line only
 * is cleared away often, in a small space; left to itself, V8 lets it grow.
 */
const LIMITS = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 16 };

type Asked = { [K in ReaderRequest['kind']]: Omit<Extract<ReaderRequest, { kind: K }>, 'id'> };
type Request = Asked[Exclude<ReaderRequest['kind'], 'known'>];
type Waiting = { resolve: (result: Result<never, AppError>) => void; reject: (error: Error) => void };

/** `onProgress` hears how many rows were read. A file that needs more memory than there is answers import/too-heavy. */
export function openReader(workerUrl: URL, data: ReaderData, onProgress: (rows: number) => void): Reader {
  const worker = new Worker(workerUrl, {
    workerData: data,
    resourceLimits: LIMITS,
  });
  const calls = createCalls();
  let known: ((keys: string[]) => Promise<boolean[]>) | null = null;

  /** The worker asks which keys an earlier import has. */
  function answerKeys({ id, keys }: Extract<ReaderMessage, { kind: 'keys' }>): void {
    const answer = known?.(keys) ?? Promise.resolve([]);
    answer.then(
      (found) => worker.postMessage({ kind: 'known', id, known: found } satisfies ReaderRequest),
      // The storage failed: the preview fails with it, and the worker has nothing left to do.
      (error: unknown) => {
        calls.failAll(error instanceof Error ? error : new Error(String(error)));
        void worker.terminate();
      },
    );
  }
  worker.on('message', (message: ReaderMessage) => {
    if (message.kind === 'progress') onProgress(message.rows);
    else if (message.kind === 'keys') answerKeys(message);
    else calls.settle(message);
  });
  worker.on('error', (error: Error & { code?: string }) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') calls.endWith(importError('too-heavy'));
    else calls.failAll(error);
  });
  worker.on('exit', () => calls.endWith(importError('upload-gone')));

  const ask = <T>(request: Request): Promise<Result<T, AppError>> =>
    calls.begin((id) => worker.postMessage({ ...request, id }));
  return {
    inspect: (reading) => ask({ kind: 'inspect', reading }),
    preview: (input, isKnown) => {
      known = isKnown;
      return ask({ kind: 'preview', input });
    },
    page: (filter, after, limit) => ask({ kind: 'page', filter, after, limit }),
    lines: (after, limit) => ask({ kind: 'lines', after, limit }),
    end: async () => {
      calls.endWith(importError('upload-gone'));
      await worker.terminate();
    },
  };
}

/** Calls that wait for the worker's answer. Once it has ended, each further call answers with the error it ended with. */
function createCalls() {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let ended: AppError | null = null;
  return {
    begin: <T>(post: (id: number) => void): Promise<Result<T, AppError>> =>
      new Promise((resolve, reject) => {
        if (ended) return resolve(err(ended));
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        post(lastId);
      }),
    settle(message: Extract<ReaderMessage, { kind: 'answer' | 'failure' }>): void {
      const call = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.kind === 'answer') call?.resolve(ok(message.value) as never);
      else if (message.error) call?.resolve(err(message.error));
      else call?.reject(new Error(message.message));
    },
    endWith(error: AppError): void {
      ended ??= error;
      for (const { resolve } of waiting.values()) resolve(err(error));
      waiting.clear();
    },
    failAll(error: Error): void {
      ended ??= importError('upload-gone');
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    },
  };
}
