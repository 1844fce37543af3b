/** Every fault of the wire leads to its state, with one request on it, whatever the movement (R1, R5). */
import { createHash } from 'node:crypto';
import Sqlite from 'better-sqlite3';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Operation } from '#shared/contract/operations.ts';
import { money, toDecimal } from '#shared/money/money.ts';
import {
  aSale,
  BUSY,
  must,
  reverse,
  paidOrder,
  withBench,
  type Bench,
  type BenchOptions,
} from '../electron/services/operations/harness.ts';
import { call, control, TUESDAY_MS } from '../electron/sandbox/gateway.ts';
import { startRawGateway, type RawGateway } from './raw-gateway.ts';
import { faults } from './table.ts';

const REVERSAL = /\/v3\/payment\/reversal\//;
const ACKNOWLEDGEMENT = /\/v3\/payment\/pos\/ack\//;
/** The request itself: the fee inquiry, which is asked again just before, begins the same. */
const INSTANT = /\/instant-settlement\/$/;

/** A bench with a raw gateway between the client and each host of the built-in one. */
async function withRaw(
  use: (bench: Bench, raw: { dashboard: RawGateway; checkout: RawGateway }) => Promise<void>,
  options: BenchOptions = {},
): Promise<void> {
  const raw = new Map<'dashboard' | 'checkout', RawGateway>();
  try {
    await withBench(
      async (bench) => {
        const [dashboard, checkout] = [raw.get('dashboard'), raw.get('checkout')];
        if (dashboard && checkout) await use(bench, { dashboard, checkout });
      },
      {
        ...options,
        through: async (url, host) => {
          const gateway = await startRawGateway(url);
          raw.set(host, gateway);
          return gateway.url;
        },
      },
    );
  } finally {
    await Promise.all([...raw.values()].map((gateway) => gateway.stop()));
  }
}

const newSales = (bench: Bench, count: number) =>
  control(bench.sandbox, 'POST', '/sales', { environment: 'live', terminalId: BUSY, count });

/** Runs every fault on a movement of its own: its state, one request, and what a read says of it afterwards. */
async function runAll(
  bench: Bench,
  raw: RawGateway,
  { path, start, except = [] }: { path: RegExp; start: () => Promise<Operation>; except?: string[] },
): Promise<void> {
  for (const fault of faults.filter(({ name }) => !except.includes(name))) {
    raw.spoil(path, fault);
    const operation = await start();
    expect.soft(operation.state, fault.name).toBe(fault.state);
    expect(raw.movements(), fault.name).toBe(1);
    if (fault.state === 'UNKNOWN') expect(operation.error?.outcome ?? 'unknown', fault.name).toBe('unknown');
    if (fault.state === 'REFUSED') expect(operation.error?.outcome, fault.name).toBe('not-applied');
    if (operation.state !== 'UNKNOWN') continue;
    const after = must(await bench.session().operations.checkNow({ opId: operation.opId }));
    expect.soft(after.operation.state, fault.name).toBe(fault.acts ? 'SUCCEEDED_BY_READ' : 'CHECKING');
    expect(raw.movements(), fault.name).toBe(1);
  }
}

it(
  `each of ${faults.length} faults leaves a reversal in its state, and a read settles what happened`,
  () =>
    withRaw(async (bench, { dashboard }) => {
      await runAll(bench, dashboard, {
        path: REVERSAL,
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
    withRaw(async (bench, { dashboard: raw }) => {
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

it(
  `each of ${faults.length} faults leaves a refund in its state, and a read settles what happened`,
  () =>
    withRaw(async (bench, { checkout }) => {
      await runAll(bench, checkout, {
        path: /\/v3\/orders\//,
        start: async () => {
          const { operations } = bench.session();
          const orderId = await paidOrder(bench);
          const { preparationId } = must(
            await operations.prepareOrderMovement({ kind: 'refund', orderId, amount: null }),
          );
          const form = { reason: 'duplicate', note: '', typedAmount: '120.50' };
          return must(await operations.confirmOrderMovement(preparationId, form)).operation;
        },
      });
    }),
  240_000,
);

it(
  `each of ${faults.length} faults leaves an early payout in its state, and a read settles what happened`,
  () =>
    withRaw(
      async (bench, { dashboard }) => {
        const { instantSettlement, operations } = bench.session();
        const used = new Set<bigint>();
        const { live } = bench.sandbox;
        await newSales(bench, 150);
        await call(live, 'POST', `/v3/payment/pos/ack/${BUSY}`, { body: {} });
        await runAll(bench, dashboard, {
          path: INSTANT,
          // The answer to a request has no such word.
          except: ['a status word that nobody knows'],
          start: async () => {
            must(await instantSettlement.refresh());
            const { rows } = must(
              await instantSettlement.eligiblePage({ text: '', branchIds: [], cursor: null, limit: 200 }),
            );
            // The smallest ones: all of them must fit into the limit of the day. Each amount once: it is the subject.
            const sale = rows
              .filter(({ amount }) => amount.minor > 5_000n && !used.has(amount.minor))
              .toSorted((a, b) => Number(a.amount.minor - b.amount.minor))[0];
            if (!sale) throw new Error('no sale is left');
            used.add(sale.amount.minor);
            const offer = must(await instantSettlement.quote({ transactionIds: [sale.transactionId] }));
            const confirmed = await operations.confirmInstantSettlement({
              quoteId: offer.quoteId,
              typedNet: toDecimal(offer.netTransfer),
            });
            return must(confirmed).operation;
          },
        });
      },
      { startMs: TUESDAY_MS },
    ),
  240_000,
);

it(
  `each of ${faults.length} faults leaves a payout in its state, and a read settles what happened`,
  () =>
    withRaw(async (bench, { checkout }) => {
      let recipients = 0;
      await runAll(bench, checkout, {
        path: /\/v3\/transfers\/single$/,
        // The answer to a payout has no such word.
        except: ['a status word that nobody knows'],
        start: async () => {
          recipients += 1;
          const { operations } = bench.session();
          const { preparationId } = must(
            await operations.preparePayout({
              recipient: 'A Supplier',
              number: `010012345${String(recipients).padStart(2, '0')}`,
              method: 'wallet',
              bank: '',
              amount: money(1_000n, 'EGP'),
            }),
          );
          const form = { reason: 'invoice', note: '', typedAmount: '10' };
          return must(await operations.confirmPayout(preparationId, form)).operation;
        },
      });
    }),
  240_000,
);

it(
  `each of ${faults.length} faults leaves transfers to many in their state, and a read settles what happened`,
  () =>
    withRaw(async (bench, { checkout }) => {
      let recipients = 0;
      await runAll(bench, checkout, {
        path: /\/v3\/transfers\/batch$/,
        // The answer to a batch has no such word.
        except: ['a status word that nobody knows'],
        start: async () => {
          const { operations } = bench.session();
          const transfers = [600n, 400n].map((minor) => ({
            recipient: 'A Supplier',
            number: `01001234${String((recipients += 1)).padStart(3, '0')}`,
            method: 'wallet' as const,
            bank: '',
            amount: money(minor, 'EGP'),
          }));
          const { preparationId } = must(await operations.preparePayoutBatch({ from: 'sheet', transfers }));
          const form = { reason: 'wages', note: '', typedAmount: '10' };
          return must(await operations.confirmPayoutBatch(preparationId, form)).operation;
        },
      });
    }),
  240_000,
);

it('the intent is durable before the first byte leaves: another process would find it', () =>
  withRaw(async (bench, { dashboard: raw }) => {
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
