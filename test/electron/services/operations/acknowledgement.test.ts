import Sqlite from 'better-sqlite3';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { control } from '../../sandbox/gateway.ts';
import { BUSY, codeOf, detail, must, withBench, type Bench } from './harness.ts';

const PATH = '/v3/payment/pos/ack';

const prepare = async (bench: Bench) =>
  must(await bench.session().operations.prepareAcknowledgement({ terminalId: BUSY, seenReadAtMs: null }));
const confirm = async (bench: Bench, preparationId: string) =>
  must(await bench.session().operations.confirmAcknowledgement({ preparationId }));
const acknowledge = async (bench: Bench) => {
  const ended = await confirm(bench, (await prepare(bench)).preparationId);
  if (ended.kind !== 'ended') throw new Error('the set changed');
  return ended;
};
const addSale = (bench: Bench) => control(bench.sandbox, 'POST', '/sales', { terminalId: BUSY });
const snapshots = (bench: Bench) => {
  const db = new Sqlite(join(bench.folder, 'journal.sqlite'), { readonly: true });
  try {
    return db.prepare('SELECT row_count FROM ack_snapshot').pluck().all();
  } finally {
    db.close();
  }
};

it('an acknowledgement takes the confirmed set, and says what is left of it', () =>
  withBench(async (bench) => {
    const prepared = await prepare(bench);
    expect(prepared.count).toBeGreaterThan(0);
    expect(prepared.sums.net.reduce((sum, { count }) => sum + count, 0)).toBe(prepared.count);
    const ended = await confirm(bench, prepared.preparationId);
    expect(ended).toMatchObject({ kind: 'ended', remaining: 0, operation: { state: 'SUCCEEDED' } });
    expect(await bench.received('POST', PATH)).toBe(1);
    expect(snapshots(bench)).toEqual([prepared.count]);
    const again = await bench
      .session()
      .operations.prepareAcknowledgement({ terminalId: BUSY, seenReadAtMs: null });
    expect(codeOf(again)).toBe('nothing-outstanding');
  }));

it('a set that grew since it was confirmed is asked again and nothing is sent', () =>
  withBench(async (bench) => {
    const prepared = await prepare(bench);
    bench.clock.forward(1_000);
    await addSale(bench);
    const changed = await confirm(bench, prepared.preparationId);
    if (changed.kind !== 'set-changed') throw new Error('it was sent');
    expect(changed.preparation.count).toBe(prepared.count + 1);
    expect(changed.preparation.newSinceSeen).toBe(1);
    expect(await bench.received('POST', PATH)).toBe(0);
    expect((await confirm(bench, changed.preparation.preparationId)).kind).toBe('ended');
  }));

it('a second press of the same confirmation sends nothing', () =>
  withBench(async (bench) => {
    const { preparationId } = await prepare(bench);
    const { operations } = bench.session();
    const both = await Promise.all([
      operations.confirmAcknowledgement({ preparationId }),
      operations.confirmAcknowledgement({ preparationId }),
    ]);
    expect(both.map(codeOf)).toEqual(['ok', 'preparation-expired']);
    expect(await bench.received('POST', PATH)).toBe(1);
  }));

it('an answer lost after the gateway acted is settled by the rows being gone', () =>
  withBench(async (bench) => {
    await bench.fault('POST', PATH, { kind: 'drop-after' });
    const { operation, remaining } = await acknowledge(bench);
    expect(operation.state).toBe('UNKNOWN');
    expect(remaining).toBeNull();
    must(await bench.session().terminals.readTerminal(BUSY));
    const after = must(await bench.session().operations.checkNow({ opId: operation.opId }));
    expect(after.operation.state).toBe('SUCCEEDED_BY_READ');
    expect(await bench.received('POST', PATH)).toBe(1);
  }));

/** One that never reached the gateway, read until it is believed absent. */
async function absentAcknowledgement(bench: Bench): Promise<string> {
  await bench.fault('POST', PATH, { kind: 'drop-before' });
  const { operation } = await acknowledge(bench);
  const { operations } = bench.session();
  for (const minutes of [5, 5, 6]) {
    await operations.checkNow({ opId: operation.opId });
    bench.clock.forward(minutes * 60_000);
  }
  await addSale(bench);
  await operations.checkNow({ opId: operation.opId });
  return operation.opId;
}

it('sent again it covers what is outstanding now, stored first, its count retyped', () =>
  withBench(async (bench) => {
    const opId = await absentAcknowledgement(bench);
    const before = await detail(bench, opId);
    expect(before.operation.state).toBe('ABSENT');
    const first = before.operation.totals.reduce((sum, { count }) => sum + count, 0);
    const { operations } = bench.session();
    expect(codeOf(await operations.sendAgain({ opId, retyped: String(first) }))).toBe('set-changed');
    expect(await bench.received('POST', PATH)).toBe(1);
    const again = must(await operations.sendAgain({ opId, retyped: String(first + 1) }));
    expect(again.operation.state).toBe('SUCCEEDED');
    expect(again.operation.totals.reduce((sum, { count }) => sum + count, 0)).toBe(first + 1);
    expect(snapshots(bench)).toEqual([first, first + 1]);
    expect(await bench.received('POST', PATH)).toBe(2);
  }));

it('two presses of "send again" send once', () =>
  withBench(async (bench) => {
    const opId = await absentAcknowledgement(bench);
    const { totals } = (await detail(bench, opId)).operation;
    const retyped = String(totals.reduce((sum, { count }) => sum + count, 0) + 1);
    const { operations } = bench.session();
    const both = await Promise.all([
      operations.sendAgain({ opId, retyped }),
      operations.sendAgain({ opId, retyped }),
    ]);
    expect(both.map(codeOf)).toEqual(['ok', 'not-allowed-in-state']);
    expect(await bench.received('POST', PATH)).toBe(2);
  }));

it('a first request that takes effect late settles a sending-again, and newer rows are not called acknowledged', () =>
  withBench(async (bench) => {
    const opId = await absentAcknowledgement(bench);
    const covered = (await bench.session().context.db.call('journal.rowIdsOf', opId)).length;
    const { live } = bench.sandbox;
    await fetch(`${live.dashboardUrl}${PATH}/${BUSY}`, {
      method: 'POST',
      headers: { authorization: live.secretKey, 'content-type': 'application/json' },
      body: '{}',
    });
    await addSale(bench);
    const sends = await bench.received('POST', PATH);
    const answer = must(await bench.session().operations.sendAgain({ opId, retyped: '1' }));
    expect(answer.operation.state).toBe('SUCCEEDED_BY_READ');
    expect(await bench.received('POST', PATH)).toBe(sends);
    expect((await bench.session().context.db.call('journal.rowIdsOf', opId)).length).toBe(covered);
    expect((await prepare(bench)).count).toBe(1);
  }));

it('nothing outstanding any more settles a sending-again, too', () =>
  withBench(async (bench) => {
    const opId = await absentAcknowledgement(bench);
    const { live } = bench.sandbox;
    await fetch(`${live.dashboardUrl}${PATH}/${BUSY}`, {
      method: 'POST',
      headers: { authorization: live.secretKey, 'content-type': 'application/json' },
      body: '{}',
    });
    const answer = must(await bench.session().operations.sendAgain({ opId, retyped: '0' }));
    expect(answer.operation.state).toBe('SUCCEEDED_BY_READ');
  }));
