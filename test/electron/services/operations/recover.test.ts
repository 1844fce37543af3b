import Sqlite from 'better-sqlite3';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { NewOperation } from '#electron/database/repositories/journal/index.ts';
import {
  aSale,
  BUSY,
  codeOf,
  detail,
  must,
  readUntilAbsent,
  reverse,
  withBench,
  type Bench,
} from './harness.ts';

const PATH = '/v3/payment/reversal';

/** An intent as a reversal commits it, of an order of its own. */
async function intent(bench: Bench, opId: string): Promise<void> {
  const { context } = bench.session();
  const request = must(await context.gateway.buildReversal('order-1'));
  const operation: NewOperation = {
    opId,
    kind: 'reversal',
    subjectKey: `live:${context.merchantId}:rev:order-1`,
    environment: 'live',
    merchantId: context.merchantId,
    terminalId: BUSY,
    orderId: 'order-1',
    refNumber: 'ref-1',
    totals: [{ count: 1, amount: { minor: 12_050n, currency: 'EGP' } }],
    actor: 'mona',
    reason: 'duplicate',
    note: null,
    ...request,
    evidenceBefore: { readAtMs: 1, listedRowIds: [], saleRowId: null, snapshotId: null, requestIds: [] },
    rowIds: ['row-1'],
    atMs: bench.clock.nowMs(),
  };
  expect(await context.db.call('journal.create', operation)).toEqual({ kind: 'created' });
}
const toSending = (bench: Bench, opId: string) =>
  bench.session().context.db.call('journal.change', {
    opId,
    code: 'sending',
    to: 'SENDING',
    params: {},
    patch: { attemptNo: 1, sendingAtMs: bench.clock.nowMs() },
    atMs: bench.clock.nowMs(),
  });

it('an intent found at start expires and is never sent', () =>
  withBench(async (bench) => {
    await intent(bench, 'op-1');
    await bench.restart();
    expect((await detail(bench, 'op-1')).operation.state).toBe('EXPIRED');
    expect(await bench.received('PUT', PATH)).toBe(0);
    await intent(bench, 'op-2');
  }));

it('what was being sent when the computer stopped is not known at start, and keeps its lock', () =>
  withBench(async (bench) => {
    await intent(bench, 'op-1');
    await toSending(bench, 'op-1');
    await bench.restart();
    const { operation, events } = await detail(bench, 'op-1');
    expect(['UNKNOWN', 'CHECKING']).toContain(operation.state);
    expect(events.map(({ code }) => code)).toContain('recovered');
    expect(await bench.session().operations.counts()).toEqual({ open: 1, unknown: 1 });
    expect(await bench.received('PUT', PATH)).toBe(0);
  }));

it('an unanswered reversal stays unknown after restart and is settled by a read', () =>
  withBench(async (bench) => {
    await bench.fault('PUT', PATH, { kind: 'drop-after' });
    const { opId } = await reverse(bench, await aSale(bench));
    await bench.restart();
    expect((await detail(bench, opId)).operation.state).toBe('UNKNOWN');
    const { operation } = must(await bench.session().operations.checkNow({ opId }));
    expect(operation.state).toBe('SUCCEEDED_BY_READ');
    expect(await bench.received('PUT', PATH)).toBe(1);
  }));

it('a second attempt that never left goes back to being checked, not to "expired"', () =>
  withBench(async (bench) => {
    await bench.fault('PUT', PATH, { kind: 'drop-before' });
    const { opId } = await reverse(bench, await aSale(bench));
    await readUntilAbsent(bench, opId);
    await bench.session().context.db.call('journal.change', {
      opId,
      code: 'sent-again',
      to: 'INTENT',
      params: {},
      patch: {},
      atMs: bench.clock.nowMs(),
    });
    await bench.restart();
    expect((await detail(bench, opId)).operation.state).toBe('CHECKING');
    expect(await bench.received('PUT', PATH)).toBe(1);
  }));

it('a changed event in the journal stops money, and everything else goes on', () =>
  withBench(async (bench) => {
    const sale = await aSale(bench);
    await intent(bench, 'op-1');
    await bench.restart((folder) => {
      const db = new Sqlite(join(folder, 'journal.sqlite'));
      db.exec(
        `DROP TRIGGER operation_event_no_update; UPDATE operation_event SET at_ms = at_ms + 1 WHERE seq = 1`,
      );
      db.close();
    });
    const { operations, terminals } = bench.session();
    must(await terminals.readTerminal(BUSY));
    const { preparationId } = must(await operations.prepareReversal({ rowId: sale.rowId }));
    const answer = await operations.confirmReversal({
      preparationId,
      reason: 'duplicate',
      note: '',
      typedAmount: sale.typed,
    });
    expect(codeOf(answer)).toBe('journal-blocked');
    expect(await bench.received('PUT', PATH)).toBe(0);
  }));

it('after a day a person is asked, says what happened outside, and a later read may contradict it', () =>
  withBench(async (bench) => {
    const sale = await aSale(bench);
    await bench.fault('PUT', PATH, { kind: 'drop-before' });
    const { opId, orderId } = await reverse(bench, sale);
    const { operations, terminals } = bench.session();
    bench.clock.forward(24 * 3_600_000 + 1);
    must(await operations.checkNow({ opId }));
    const asked = await detail(bench, opId);
    expect(asked.operation.state).toBe('NEEDS_PERSON');
    expect([asked.canResolve, asked.canSendAgain]).toEqual([true, false]);
    const said = must(
      await operations.resolve({
        opId,
        resolution: 'not-done',
        evidence: 'provider-portal',
        evidenceReference: 'P-77',
        reason: 'not in the portal',
      }),
    );
    expect(said.operation.state).toBe('RESOLVED_NOT_DONE');
    expect(said.events.at(-1)?.params).toEqual({
      evidence: 'provider-portal',
      evidenceReference: 'P-77',
      reason: 'not in the portal',
    });
    const { live } = bench.sandbox;
    await fetch(`${live.dashboardUrl}${PATH}/${orderId ?? ''}`, {
      method: 'PUT',
      headers: { authorization: live.secretKey, 'content-type': 'application/json' },
      body: '{"apiOperation":"REVERSAL"}',
    });
    must(await terminals.readTerminal(BUSY));
    await expect
      .poll(async () => (await detail(bench, opId)).events.map(({ code }) => code))
      .toContain('disputed');
  }));

it('an intent in a journal from a backup may have been sent since: it is followed, not expired', () =>
  withBench(async (bench) => {
    const { opId } = await reverse(bench, await aSale(bench));
    const asIntent = (folder: string) => {
      const journal = new Sqlite(join(folder, 'journal.sqlite'));
      journal.prepare(`UPDATE operation SET state = 'INTENT', attempt_no = 0 WHERE op_id = ?`).run(opId);
      journal.close();
    };
    asIntent(bench.folder);
    await bench.session().operations.recover(true);
    expect((await detail(bench, opId)).operation.state).toBe('CHECKING');
    expect(await bench.received('PUT', '/v3/payment/reversal')).toBe(1);
  }));
