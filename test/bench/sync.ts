/**
 * P6: a whole download of settled transactions beside fetching and parsing the same pages alone, as many at a time; from a gateway
 * that answers at once and from one that takes 100 ms.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { openDatabase } from '../../electron/database/client.ts';
import { createGateway } from '../../electron/gateway/create-gateway.ts';
import { defaultEndpoints } from '../../electron/gateway/endpoint-overrides.ts';
import { systemClock } from '../../electron/hosts/launch/system.ts';
import { syncSettled } from '../../electron/services/settlement/sync-settled.ts';
import type { SettledTransaction } from '../../shared/contract/settlement.ts';
import { toDecimal } from '../../shared/money/money.ts';
import { copyFolder, withFolder } from './folders.ts';
import { ratiosOf, timed, type Pair } from './measure.ts';
import { rowsOf } from './settled-page.ts';
import { databaseWorkerUrl } from './workers.ts';

const ROWS = 10_000;
export const PAGE = 500;
/** As many requests as a download has under way. */
const LANES = 4;
const PAIRS = 8;

/** The pages of a gateway that has the ten thousand rows of a folder. */
export async function bodies(): Promise<Buffer[]> {
  let rows: SettledTransaction[] = [];
  await withFolder(async ({ database }) => {
    rows = await rowsOf(database, ROWS);
  }, '10k');
  const minor = rows.reduce((sum, { amount }) => sum + amount.minor, 0n);
  const total = toDecimal({ minor, currency: 'EGP' });
  return Array.from({ length: ROWS / PAGE }, (_, at) => {
    const body = rows.slice(at * PAGE, (at + 1) * PAGE).map(({ raw }) => raw);
    const pages = `{"total":${ROWS},"limit":${PAGE},"page":${at + 1},"pages":${ROWS / PAGE}}`;
    return Buffer.from(
      `{"body":[${body.join(',')}],"pagination":${pages},"summary":{"totalSettledAmount":${total},"transactionsCount":${ROWS}}}`,
    );
  });
}

/** A gateway of so many pages; one that is asked for more begins anew. */
export async function serve(
  pages: readonly Buffer[],
  delayMs: number,
): Promise<{ url: string; server: Server }> {
  const server = createServer((request, answer) => {
    const page = Number(new URL(request.url ?? '', 'http://bench').searchParams.get('page') ?? 1);
    const body = pages[(page - 1) % pages.length];
    void setTimeout(delayMs).then(() =>
      answer.writeHead(200, { 'content-type': 'application/json' }).end(body),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

/** Every page is fetched and parsed. */
export async function bare(url: string, pages = ROWS / PAGE): Promise<void> {
  let next = 1;
  const lane = async () => {
    while (next <= pages) {
      const answer = await fetch(`${url}/?page=${(next += 1) - 1}`);
      JSON.parse(await answer.text());
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

const silent = { info: () => {}, warn: () => {}, error: () => {} };

async function ours(url: string, folder: string): Promise<number> {
  const { database } = await openDatabase(databaseWorkerUrl, folder);
  const gateway = createGateway({
    endpoints: defaultEndpoints,
    dashboardUrl: url,
    checkoutUrl: url,
    credentials: async () => ({ ok: true, value: { secretKey: 'bench', apiKey: null, transferKey: null } }),
    clock: systemClock,
    log: silent,
    onOutcome: () => {},
  });
  const start = performance.now();
  const ended = await syncSettled(
    { db: database, gateway, clock: systemClock },
    { branchIds: [], anew: true },
    { signal: new AbortController().signal, onProgress: () => {} },
  );
  const took = performance.now() - start;
  if (!ended.ok || ended.value !== 'whole') throw new Error(JSON.stringify(ended));
  const raw = new Sqlite(join(folder, 'cache.sqlite'), { readonly: true });
  const stored = raw.prepare('SELECT COUNT(*) FROM settled').pluck().get();
  raw.close();
  if (stored !== ROWS) throw new Error(`${String(stored)} rows were stored`);
  await database.close();
  return took;
}

export async function sync(): Promise<void> {
  const pages = await bodies();
  const root = mkdtempSync(join(tmpdir(), 'closeout-bench-'));
  let made = 0;
  const goals = [
    { delayMs: 0, atMost: 3 },
    { delayMs: 100, atMost: 1.5 },
  ];
  for (const { delayMs, atMost } of goals) {
    const { url, server } = await serve(pages, delayMs);
    const measured: Pair[] = [];
    await bare(url);
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const folder = copyFolder('0', join(root, String((made += 1))));
      measured.push({
        baseline: await timed(() => bare(url)),
        product: await ours(url, folder),
        again: await timed(() => bare(url)),
      });
    }
    server.closeAllConnections();
    server.close();
    ratiosOf(
      {
        id: 'P6',
        name: `${ROWS} settled rows downloaded ÷ fetched and parsed, a gateway of ${delayMs} ms`,
        atMost,
      },
      measured,
    );
  }
  rmSync(root, { recursive: true, force: true });
}
