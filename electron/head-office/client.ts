/** The core's side of the thread of head office. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { HeadOfficeStanding } from '#shared/contract/head-office.ts';
import type { Log } from '../log/log.ts';
import type { ClaimRequest } from './claim.ts';
import type { Entry } from './entry.ts';
import type { BoardQuery } from './kept-board.ts';
import type { HeadOfficeAnswer, HeadOfficeRequest, HeadOfficeResponse, HeadOfficeTask } from './protocol.ts';
import type { PublishedReading } from './published.ts';
import type { ClosesPosition } from '../database/repositories/closing/told-closes.ts';
import type { NewestQuery } from './store-newest.ts';
import type { ClosesQuery } from './store-shown.ts';

const END_MS = 2_000;

type Heard = {
  readonly log: Log;
  readonly standing: (standing: HeadOfficeStanding) => void;
  readonly news: (count: number) => void;
};
export type HeadOfficeThread = ReturnType<typeof startThread>;
type Waiting = { resolve: (value: never) => void; reject: (error: Error) => void };

/** Who waits for an answer, by the number of the question. */
function createWaiting() {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  return {
    add(one: Waiting): number {
      waiting.set(++lastId, one);
      return lastId;
    },
    settle(id: number): Waiting | undefined {
      const one = waiting.get(id);
      waiting.delete(id);
      return one;
    },
    endAll(error: Error): void {
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    },
  };
}

export function startThread(workerUrl: URL, task: HeadOfficeTask, { log, standing, news }: Heard) {
  const worker = new Worker(workerUrl, { workerData: task });
  const waiting = createWaiting();
  let ended: Error | null = null;
  worker.on('message', (message: HeadOfficeResponse) => {
    switch (message.kind) {
      case 'answer':
        return waiting.settle(message.id)?.resolve(message.value as never);
      case 'failure':
        return waiting.settle(message.id)?.reject(new Error(message.message));
      case 'standing':
        return standing(message.standing);
      case 'news':
        return news(message.count);
      case 'said':
        return log.warn('head-office-failed', { failure: message.failure, message: message.message });
    }
  });
  worker.on('error', (error) => log.error('head-office-thread', { error: String(error) }));
  worker.on('exit', () => {
    ended = new Error('the thread of head office has ended');
    waiting.endAll(ended);
  });
  const ask = <What extends keyof HeadOfficeAnswer>(
    asked: Extract<HeadOfficeRequest, { kind: 'ask' }>['asked'] & { what: What },
  ): Promise<HeadOfficeAnswer[What]> =>
    new Promise((resolve, reject) => {
      if (ended) return reject(ended);
      const id = waiting.add({ resolve, reject });
      worker.postMessage({ kind: 'ask', id, asked } satisfies HeadOfficeRequest);
    });
  const tell = (request: HeadOfficeRequest) => {
    if (!ended) worker.postMessage(request);
  };
  return {
    look: () => ask({ what: 'look' }),
    nudge: () => tell({ kind: 'nudge' }),
    tell: (readings: readonly PublishedReading[]) => tell({ kind: 'readings', readings }),
    newest: (query: NewestQuery) => ask({ what: 'newest', query }),
    names: () => ask({ what: 'names' }),
    board: (query: BoardQuery, nowMs: number) => ask({ what: 'board', query, nowMs }),
    branchNow: (branchKey: string, nowMs: number) => ask({ what: 'branch-now', branchKey, nowMs }),
    closes: (query: ClosesQuery) => ask({ what: 'closes', query }),
    closesChanged: (since: ClosesPosition | null) => ask({ what: 'closes-changed', since }),
    closeEntries: (pc: string, closingId: string) => ask({ what: 'close-entries', pc, closingId }),
    othersAsked: (endedSinceMs: number) => ask({ what: 'others-asked', endedSinceMs }),
    decided: (sinceMs: number) => ask({ what: 'decided', sinceMs }),
    people: (after: number) => ask({ what: 'people', after }),
    addPeople: (entry: Entry) => ask({ what: 'add-people', entry }),
    claim: (claim: ClaimRequest) => ask({ what: 'claim', claim }),
    giveBack: (opId: string, moved: boolean) => ask({ what: 'give-back', opId, moved }),
    takeOver: (number: number) => ask({ what: 'take-over', number }),
    async stop(): Promise<void> {
      if (ended) return;
      const gone = once(worker, 'exit');
      worker.postMessage({ kind: 'close' } satisfies HeadOfficeRequest);
      // A server that does not answer keeps nobody from ending. What is kept is whole at any moment.
      const limit = setTimeout(() => void worker.terminate(), END_MS);
      await gone;
      clearTimeout(limit);
    },
  };
}
