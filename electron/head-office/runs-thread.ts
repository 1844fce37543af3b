/** A thread that works out runs, while the one that keeps contact reads the next ones and keeps those before. */
import { Worker, type MessagePort } from 'node:worker_threads';
import { workOut, type ToWorkOut, type WorkedOut } from './run.ts';

/** In the same order; null for a run that is not what its PC signed. */
type Results = readonly (WorkedOut | null)[];
export type Runs = {
  workOut(runs: readonly ToWorkOut[]): Promise<Results>;
  end(): Promise<void>;
};

/** On the thread that asks: for a few runs another one is not worth starting. */
export const runsHere: Runs = {
  workOut: (runs) => Promise.resolve(runs.map(workOut)),
  end: () => Promise.resolve(),
};

const TASK = { kind: 'runs' } as const;
export const isRunsTask = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'kind' in data && data.kind === TASK.kind;

export function serveRuns(port: MessagePort): void {
  port.on('message', (runs: readonly ToWorkOut[]) => port.postMessage(runs.map(workOut)));
}

/** `workerUrl`: worker.ts, as it is delivered. */
export function startRunsThread(workerUrl: URL): Runs {
  const worker = new Worker(workerUrl, { workerData: TASK });
  /** Who waits, in the order in which they asked: the thread answers in the same. */
  const waiting: PromiseWithResolvers<Results>[] = [];
  let ended: Error | null = null;
  function end(error: Error): void {
    ended ??= error;
    for (const { reject } of waiting.splice(0)) reject(ended);
  }
  worker.on('message', (results: Results) => waiting.shift()?.resolve(results));
  worker.on('error', end);
  worker.on('exit', () => end(new Error('the thread that works out runs has ended')));
  return {
    workOut(runs) {
      if (ended) return Promise.reject(ended);
      const answer = Promise.withResolvers<Results>();
      waiting.push(answer);
      worker.postMessage(runs);
      return answer.promise;
    },
    end: async () => void (await worker.terminate()),
  };
}
