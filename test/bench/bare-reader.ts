/** A thread that answers SQL with its rows, and nothing else: the baseline of a page. In the thread it listens; outside it is asked. */
import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';

type Question = { readonly sql: string; readonly args: readonly unknown[] };

/** Rows of one statement, read on a connection of its own. */
export function bareReader(path: string) {
  const worker = new Worker(new URL(import.meta.url), { workerData: path });
  return {
    ask: async (sql: string, ...args: unknown[]): Promise<unknown> => {
      worker.postMessage({ sql, args } satisfies Question);
      return (await once(worker, 'message'))[0];
    },
    close: () => worker.terminate(),
  };
}

if (!isMainThread && parentPort) {
  const port = parentPort;
  const db = new Sqlite(String(workerData), { readonly: true });
  const prepared = new Map<string, Sqlite.Statement>();
  port.on('message', ({ sql, args }: Question) => {
    const statement = prepared.get(sql) ?? db.prepare(sql);
    prepared.set(sql, statement);
    port.postMessage(statement.all(...args));
  });
}
