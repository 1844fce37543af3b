/**
 * A gateway of the zoo over HTTP: it answers every operation that is named here in one shape. Run as a process of its own it says
 * its address and serves until it is stopped.
 */
import { httpServer } from '../servers.ts';
import { animals, answerOf, type Animal, type Shape, type TruthRow } from './zoo.ts';

export const SHAPE: Shape = {
  envelope: 'data.items',
  spelling: 'snake',
  ids: 1,
  amountNames: 2,
  place: 'flat',
  unit: 'number',
  dates: 'iso',
  states: 'lower',
  currency: 'given',
  paging: 'total',
  order: 'ours',
};

export type Paths = Readonly<Record<string, Animal['name']>>;
export const PATHS: Paths = {
  'GET /v3/payment/pos/terminals': 'terminals.list',
  'GET /v2/aggregator/settlement-transactions': 'settlement.transactions',
  'GET /v3/payment/settlement/windows': 'settlement.windows',
  'GET /v3/payment/instant-settlement/eligible': 'instant-settlement.eligible',
  'GET /v2/account': 'payouts.accounts',
};

export async function startZoo(paths: Paths = PATHS) {
  const kinds = animals(7);
  const now = { shape: SHAPE, paths };
  const asked: string[] = [];
  const server = await httpServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://zoo');
    const asking = `${request.method ?? ''} ${url.pathname}`;
    asked.push(asking);
    const animal = kinds.find(({ name }) => name === now.paths[asking]);
    response.writeHead(animal ? 200 : 404, { 'content-type': 'application/json' });
    response.end(animal ? answerOf(animal, now.shape, url.searchParams, undefined) : '{"status":"FAILURE"}');
  });
  const rowsOf = (name: Animal['name']): TruthRow[] => kinds.find((one) => one.name === name)?.rows ?? [];
  return { base: `http://127.0.0.1:${server.port}`, now, asked, rowsOf, close: () => server.close() };
}

if (import.meta.main) console.log((await startZoo()).base);
