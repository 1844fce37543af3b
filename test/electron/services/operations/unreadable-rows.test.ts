/** An acknowledgement over rows that cannot be read: a person's decision, which names them and keeps them as they came. */
import Sqlite from 'better-sqlite3';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isUnreadableRowId } from '#shared/domain/pos-transaction.ts';
import { httpServer } from '../../gateway/servers.ts';
import { BUSY, codeOf, detail, must, withBench, type Bench } from './harness.ts';

const PATH = '/v3/payment/pos/ack';
const NOTE = 'The provider says 1,234.5678 is 1,234.57';

const readable = (n: number) =>
  `{"merchant_order_id":"o${n}","ref_number":"r${n}","amount":10.50,"currency":"EGP","payment_type":"SALE"}`;
/** Its fourth decimal is no noise of a float. */
const BAD =
  '{"merchant_order_id":"o9","ref_number":"r9","amount":1234.5678,"currency":"EGP","payment_type":"SALE"}';
/** It names nothing that would tell it from another one. */
const NAMELESS = '{"amount":5,"currency":"EGP","payment_type":"SALE"}';

type Listed = { rows: readonly string[] };

/** A bench whose busy terminal lists what the test says; everything else is the built-in gateway's. */
async function withListed(use: (bench: Bench, list: (rows: readonly string[]) => void) => Promise<void>) {
  const now: Listed = { rows: [] };
  const servers: { close(): Promise<void> }[] = [];
  await withBench((bench) => use(bench, (rows) => void (now.rows = rows)), {
    through: async (url, host) => {
      if (host !== 'dashboard') return url;
      const server = await httpServer((request, response) => void relay(url, now, request, response));
      servers.push(server);
      return `http://127.0.0.1:${server.port}`;
    },
  });
  for (const server of servers) await server.close();
}

async function relay(url: string, { rows }: Listed, request: IncomingMessage, response: ServerResponse) {
  // The computer's time is not the time of the test.
  response.sendDate = false;
  if (request.method === 'GET' && request.url?.endsWith(`/${BUSY}/transactions`)) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      `{"body":{"response":{"terminalId":"${BUSY}","transactions":[${rows.join(',')}]}},"status":"SUCCESS"}`,
    );
    return;
  }
  try {
    const answer = await fetch(`${url}${request.url ?? ''}`, {
      method: request.method ?? 'GET',
      headers: { authorization: request.headers.authorization ?? '', 'content-type': 'application/json' },
      body: request.method === 'GET' ? null : (await request.toArray()).join(''),
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(await answer.text());
  } catch {
    // What the gateway does to the relay, the relay does to the app.
    request.socket.destroy();
  }
}

const prepare = async (bench: Bench) =>
  must(await bench.session().operations.prepareAcknowledgement({ terminalId: BUSY, seenReadAtMs: null }));
const decide = async (bench: Bench) => {
  const { preparationId } = await prepare(bench);
  const ended = must(await bench.session().operations.confirmAcknowledgement({ preparationId, note: NOTE }));
  if (ended.kind !== 'ended') throw new Error('the set changed');
  return ended;
};
const unreadableHere = async (bench: Bench) =>
  must(await bench.session().terminals.list()).terminals.find(({ terminalId }) => terminalId === BUSY)
    ?.unreadableCount;

const ofJournal = <T>(bench: Bench, sql: string): T[] => {
  const db = new Sqlite(join(bench.folder, 'journal.sqlite'), { readonly: true });
  try {
    return db.prepare<[], T>(sql).all();
  } finally {
    db.close();
  }
};
const snapshots = (bench: Bench) =>
  ofJournal<{ row_count: number; unreadable: string }>(
    bench,
    'SELECT row_count, unreadable FROM ack_snapshot',
  ).map(({ row_count, unreadable }) => ({
    count: row_count,
    raws: (JSON.parse(unreadable) as { raw: string }[]).map(({ raw }) => raw),
  }));

it('names the rows before it is confirmed, and nothing is sent without a decision', () =>
  withListed(async (bench, list) => {
    list([readable(1), BAD]);
    const prepared = await prepare(bench);
    expect(prepared).toMatchObject({
      count: 1,
      sums: { net: [{ count: 1, amount: { minor: 1_050n, currency: 'EGP' } }] },
      unreadable: [{ index: 1, field: 'amount', problem: 'too-many-decimals', raw: BAD }],
    });
    const { operations } = bench.session();
    const { preparationId } = prepared;
    expect(codeOf(await operations.confirmAcknowledgement({ preparationId }))).toBe('unreadable-rows');
    expect(await bench.received('POST', PATH)).toBe(0);
    expect(snapshots(bench)).toEqual([]);
    // The preparation is still there for the decision.
    must(await operations.confirmAcknowledgement({ preparationId, note: NOTE }));
    expect(await bench.received('POST', PATH)).toBe(1);
  }));

it('keeps them as they came, with the reason, before anything leaves', () =>
  withListed(async (bench, list) => {
    list([readable(1), BAD]);
    const { operation } = await decide(bench);
    expect(operation).toMatchObject({
      state: 'SUCCEEDED',
      note: NOTE,
      totals: [{ count: 1, amount: { minor: 1_050n, currency: 'EGP' } }],
      // The list says that two were acknowledged, not one.
      unread: 1,
    });
    expect(snapshots(bench)).toEqual([{ count: 2, raws: [BAD] }]);
    const { unreadable, events } = await detail(bench, operation.opId);
    expect(unreadable).toMatchObject([{ field: 'amount', raw: BAD }]);
    expect(events.find(({ code }) => code === 'stored')?.params).toEqual({ count: 2 });
  }));

it('goes on where no row can be read', () =>
  withListed(async (bench, list) => {
    list([BAD, NAMELESS]);
    const { operation } = await decide(bench);
    expect(operation).toMatchObject({ state: 'SUCCEEDED', totals: [] });
    expect(snapshots(bench)).toEqual([{ count: 2, raws: [BAD, NAMELESS] }]);
  }));

it('is asked anew when another row that cannot be read has come since it was confirmed', () =>
  withListed(async (bench, list) => {
    list([readable(1), BAD]);
    const { preparationId } = await prepare(bench);
    list([readable(1), BAD, NAMELESS]);
    const again = must(
      await bench.session().operations.confirmAcknowledgement({ preparationId, note: NOTE }),
    );
    if (again.kind !== 'set-changed') throw new Error('it was sent');
    expect(again.preparation.unreadable.map(({ raw }) => raw)).toEqual([BAD, NAMELESS]);
    expect(await bench.received('POST', PATH)).toBe(0);
  }));

it('where the gateway lists them on they block nothing any more; another one of the same text does', () =>
  withListed(async (bench, list) => {
    list([NAMELESS]);
    await decide(bench);
    must(await bench.session().terminals.readTerminal(BUSY));
    expect(await unreadableHere(bench)).toBe(0);
    const { operations } = bench.session();
    const nothing = await operations.prepareAcknowledgement({ terminalId: BUSY, seenReadAtMs: null });
    expect(codeOf(nothing)).toBe('nothing-outstanding');
    list([NAMELESS, NAMELESS]);
    expect((await prepare(bench)).unreadable).toHaveLength(1);
    list([]);
    must(await bench.session().terminals.readTerminal(BUSY));
    bench.clock.forward(1_000);
    list([NAMELESS]);
    expect((await prepare(bench)).unreadable).toHaveLength(1);
    expect(await unreadableHere(bench)).toBe(1);
  }));

it('an answer lost after the gateway acted is settled when all of them are gone', () =>
  withListed(async (bench, list) => {
    list([readable(1), BAD]);
    await bench.fault('POST', PATH, { kind: 'drop-after' });
    const { operation } = await decide(bench);
    expect(operation.state).toBe('UNKNOWN');
    list([readable(2)]);
    const after = must(await bench.session().operations.checkNow({ opId: operation.opId }));
    expect(after.operation.state).toBe('SUCCEEDED_BY_READ');
  }));

it('one that came after the request left is another one, however late a person says that it happened', () =>
  withListed(async (bench, list) => {
    list([readable(1), NAMELESS]);
    await bench.fault('POST', PATH, { kind: 'drop-after' });
    const { opId } = (await decide(bench)).operation;
    // One of the two is listed on, so this proves nothing.
    list([readable(1)]);
    must(await bench.session().terminals.readTerminal(BUSY));
    bench.clock.forward(1_000);
    list([readable(1), NAMELESS]);
    must(await bench.session().terminals.readTerminal(BUSY));
    bench.clock.forward(25 * 3_600_000);
    const { operations } = bench.session();
    must(await operations.checkNow({ opId }));
    const resolved = must(
      await operations.resolve({
        opId,
        resolution: 'done',
        evidence: 'provider-portal',
        evidenceReference: 'P-79',
        reason: 'the portal shows it as acknowledged',
      }),
    );
    expect(resolved.operation.state).toBe('RESOLVED_DONE');
    must(await bench.session().terminals.readTerminal(BUSY));
    expect(await unreadableHere(bench)).toBe(1);
    expect((await prepare(bench)).unreadable).toHaveLength(1);
  }));

it('sent again it covers the rows that were named, and none that came since', () =>
  withListed(async (bench, list) => {
    list([readable(1), BAD]);
    await bench.fault('POST', PATH, { kind: 'drop-before' });
    const { operation } = await decide(bench);
    const { opId } = operation;
    const { operations } = bench.session();
    for (const minutes of [5, 5, 6]) {
      await operations.checkNow({ opId });
      bench.clock.forward(minutes * 60_000);
    }
    list([readable(1), BAD, readable(2)]);
    await operations.checkNow({ opId });
    expect((await detail(bench, opId)).operation.state).toBe('ABSENT');

    list([readable(1), BAD, readable(2), NAMELESS]);
    const refused = await operations.sendAgain({ opId, retyped: '4' });
    expect(refused).toMatchObject({ error: { code: 'unreadable-since-sent', params: { count: 1 } } });
    list([readable(1), BAD, readable(2)]);
    const again = must(await operations.sendAgain({ opId, retyped: '3' }));
    expect(again.operation.state).toBe('SUCCEEDED');
    expect(snapshots(bench).map(({ count }) => count)).toEqual([2, 3]);
    expect(await bench.received('POST', PATH)).toBe(2);
  }));

it('the journal names them among the rows that it covers', () =>
  withListed(async (bench, list) => {
    list([readable(1), BAD]);
    await decide(bench);
    const covered = ofJournal<{ row_id: string }>(bench, 'SELECT row_id FROM operation_row');
    const rowIds = covered.map(({ row_id }) => row_id);
    expect(rowIds.map(isUnreadableRowId).sort()).toEqual([false, true]);
    const { db } = bench.session().context;
    const taken = await db.call('journal.acknowledgedRowIds', { terminalId: BUSY, rowIds });
    expect(taken.sort()).toEqual(rowIds.sort());
  }));
