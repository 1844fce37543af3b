/** The tools of `npm run attack` themselves: what is planted is whole, is found again, and hinders no request. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { HOSTILE_STRINGS } from './hostile-strings.ts';
import { Ledger } from './ledger.ts';
import { plantingProxy } from './planting.ts';

type Row = { transactionId: string; label: string; status: string; amount: unknown };
type Answer = { status: string; data: Row[] };

it('every string is in each text, some in each identifier, which goes back as it was; states and amounts are bent in some rows', async () => {
  const asked: (string | undefined)[] = [];
  const gateway = createServer((request, response) => {
    asked.push(request.url);
    const data = [1, 2, 3, 4, 5, 6].map((at) => ({
      ...{ transactionId: `T-${at}`, label: 'Till', status: 'PAID', amount: 12.5 },
    }));
    response.end(JSON.stringify({ status: 'ok', data }));
  }).listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  const ledger = new Ledger();
  const proxy = await plantingProxy(`http://127.0.0.1:${(gateway.address() as AddressInfo).port}`, ledger);
  const list = async () => (await (await fetch(`${proxy.url}/list`)).json()) as Answer;
  const { status, data } = await list();

  expect(status).toBe('ok');
  for (const string of HOSTILE_STRINGS) expect(data[0]?.label).toContain(string);
  expect(data.map((row) => row.status === 'PAID')).toEqual([true, true, false, true, true, true]);
  expect(data.map((row) => row.amount === 12.5)).toEqual([true, true, true, true, true, false]);
  const ids = data.map(({ transactionId }) => transactionId);
  expect(ids.filter((id) => id.includes('<script>'))).not.toEqual([]);
  expect((await list()).data.map(({ transactionId }) => transactionId)).toEqual(ids);
  for (const id of ids) await fetch(`${proxy.url}/one/${encodeURIComponent(id)}`);
  expect(asked.slice(2)).toEqual(ids.map((_id, at) => `/one/T-${at + 1}`));

  expect(ledger.note('reached', 'nothing of it')).toBe(false);
  expect(ledger.note('reached', JSON.stringify(data))).toBe(true);
  expect(ledger.note('seen', data[0]?.label ?? '')).toBe(true);
  const rows = new Map(ledger.rows().map((row) => [row.field, row]));
  expect(rows.get('label')).toMatchObject({ planted: 59, reached: 59, seen: 59 });
  expect(rows.get('status')).toMatchObject({ planted: 59, reached: 59, seen: 0 });
  proxy.end();
  gateway.close();
});
