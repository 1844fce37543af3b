/** Every fault of the wire leads to its state, with one request on it, whatever the movement (R1, R5). */
import { createHash } from 'node:crypto';
import Sqlite from 'better-sqlite3';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Operation } from '#shared/contract/operations.ts';
import {
  aSale,
  BUSY,
  must,
  reverse,
  withBench,
  type Bench,
  type BenchOptions,
} from '../electron/services/operations/harness.ts';
import { control } from '../electron/sandbox/gateway.ts';
import { startRawGateway, type RawGateway } from './raw-gateway.ts';
import { faults } from './table.ts';

const REVERSAL = '/v3/payment/reversal/';
const ACKNOWLEDGEMENT = '/v3/payment/pos/ack/';

/** A bench with the raw gateway between the client and the built-in one. */
async function withRaw(
  use: (bench: Bench, raw: RawGateway) => Promise<void>,
  options: BenchOptions = {},
): Promise<void> {
  let raw: RawGateway | null = null;
  try {
    await withBench(
      async (bench) => {
        if (raw) await use(bench, raw);
      },
      {
        ...options,
        through: async (dashboardUrl) => {
          raw = await startRawGateway(dashboardUrl);
          return raw.url;
        },
      },
    );
  } finally {
    await (raw as RawGateway | null)?.stop();
  }
}

const newSales = (bench: Bench, count: number) =>
  control(bench.sandbox, 'POST', '/sales', { environment: 'live', terminalId: BUSY, count });

/** Runs every fault on a movement of its own: its state, one request, and what a read says of it afterwards. */
async function runAll(
  bench: Bench,
  raw: RawGateway,
  { path, start, settles }: { path: string; start: () => Promise<Operation>; settles: boolean },
): Promise<void> {
  for (const fault of faults) {
    raw.spoil(path, fault);
    const operation = await start();
    expect.soft(operation.state, fault.name).toBe(fault.state);
    expect(raw.movements(), fault.name).toBe(1);
    if (fault.state === 'UNKNOWN') expect(operation.error?.outcome ?? 'unknown', fault.name).toBe('unknown');
    if (fault.state === 'REFUSED') expect(operation.error?.outcome, fault.name).toBe('not-applied');
    if (operation.state !== 'UNKNOWN' || !settles) continue;
    const after = must(await bench.session().operations.checkNow({ opId: operation.opId }));
    expect.soft(after.operation.state, fault.name).toBe(fault.acts ? 'SUCCEEDED_BY_READ' : 'CHECKING');
    expect(raw.movements(), fault.name).toBe(1);
  }
}

it(
  `each of ${faults.length} faults leaves a reversal in its state, and a read settles what happened`,
  () =>
    withRaw(async (bench, raw) => {
      await runAll(bench, raw, {
        path: REVERSAL,
        settles: true,
        start: async () => {
          await newSales(bench, 1);
          must(await bench.session().terminals.readTerminal(BUSY));
          return reverse(bench, await aSale(bench));
        },
      });
    }),
  240_000,
);

it(
  `each of ${faults.length} faults leaves an acknowledgement in its state, and a read settles what happened`,
  () =>
    withRaw(async (bench, raw) => {
      const { operations, terminals } = bench.session();
      for (const [index, fault] of faults.entries()) {
        // A terminal takes one acknowledgement at a time: what is not known there is first settled by a read.
        await newSales(bench, 1 + (index % 3));
        must(await terminals.readTerminal(BUSY));
        const { preparationId } = must(
          await operations.prepareAcknowledgement({ terminalId: BUSY, seenReadAtMs: null }),
        );
        raw.spoil(ACKNOWLEDGEMENT, { ...fault, acts: fault.state === 'REFUSED' ? false : true });
        const ended = must(await operations.confirmAcknowledgement({ preparationId }));
        if (ended.kind !== 'ended') throw new Error(`${fault.name}: asked again`);
        const { operation } = ended;
        expect.soft(operation.state, fault.name).toBe(fault.state);
        expect(raw.movements(), fault.name).toBe(1);
        if (operation.state !== 'UNKNOWN') continue;
        const after = must(await operations.checkNow({ opId: operation.opId }));
        expect.soft(after.operation.state, fault.name).toBe('SUCCEEDED_BY_READ');
      }
    }),
  240_000,
);

it('the intent is durable before the first byte leaves: another process would find it', () =>
  withRaw(async (bench, raw) => {
    const seen: unknown[] = [];
    raw.onFirstByte = () => {
      const journal = new Sqlite(join(bench.folder, 'journal.sqlite'), { readonly: true });
      seen.push(
        journal.prepare(`SELECT state, attempt_no, body_sha256 FROM operation ORDER BY seq DESC`).get(),
      );
      journal.close();
    };
    const operation = await reverse(bench, await aSale(bench));
    const { request } = must(await bench.session().operations.detail({ opId: operation.opId }));
    const bodySha256 = createHash('sha256').update(request.body).digest('hex');
    expect(seen).toEqual([{ state: 'SENDING', attempt_no: 1, body_sha256: bodySha256 }]);
  }));
