import { expect, it, vi } from 'vitest';
import { DatabaseFailure } from '#electron/database/client.ts';
import { TUESDAY_MS } from '../../sandbox/gateway.ts';
import { codeOf, detail, must, withBench, type Bench } from './harness.ts';

const DAY_MS = 24 * 3_600_000;

/** The first eligible sales, offered; the net as a person types it. */
async function anOffer(bench: Bench) {
  const { instantSettlement } = bench.session();
  must(await instantSettlement.refresh());
  const { rows } = must(
    await instantSettlement.eligiblePage({ text: '', branchIds: [], cursor: null, limit: 20 }),
  );
  return offerOf(
    bench,
    rows.map((row) => row.transactionId),
  );
}
async function offerOf(bench: Bench, transactionIds: string[]) {
  const offer = must(await bench.session().instantSettlement.quote({ transactionIds }));
  const minor = offer.netTransfer.minor.toString();
  return { quoteId: offer.quoteId, typedNet: `${minor.slice(0, -2)}.${minor.slice(-2)}` };
}
const requestCount = async (bench: Bench) =>
  must(await bench.session().instantSettlement.readRequests()).length;
/** The fee inquiry, which is asked again just before and whose path begins the same, is let through. */
async function faultOnRequest(bench: Bench, fault: Record<string, unknown>): Promise<void> {
  await bench.fault('POST', '/instant-settlement/fee-inquiry', { kind: 'delay', ms: 0 });
  await bench.fault('POST', '/instant-settlement/', fault);
}
const withTuesday = (use: (bench: Bench) => Promise<void>) => withBench(use, { startMs: TUESDAY_MS });

it('an early payout is asked for once, however often its confirmation is pressed', () =>
  withTuesday(async (bench) => {
    const before = await requestCount(bench);
    const offer = await anOffer(bench);
    const { operations } = bench.session();
    const both = await Promise.all([
      operations.confirmInstantSettlement(offer),
      operations.confirmInstantSettlement(offer),
    ]);
    expect(both.map(codeOf).sort()).toEqual(['ok', 'preparation-expired']);
    expect(codeOf(await operations.confirmInstantSettlement(offer))).toBe('preparation-expired');
    expect(await requestCount(bench)).toBe(before + 1);
    const made = both.find((answer) => answer.ok);
    expect(made?.ok && made.value.operation.state).toBe('SUCCEEDED');
    expect(made?.ok && made.value.request?.operationId).toBe(made?.ok && made.value.operation.opId);
  }));

it('an offer older than a minute, or with another net typed, sends nothing', () =>
  withTuesday(async (bench) => {
    const before = await requestCount(bench);
    const offer = await anOffer(bench);
    const { operations } = bench.session();
    expect(codeOf(await operations.confirmInstantSettlement({ ...offer, typedNet: '1.00' }))).toBe(
      'amount-mismatch',
    );
    bench.clock.forward(60_001);
    expect(codeOf(await operations.confirmInstantSettlement(offer))).toBe('quote-expired');
    expect(await requestCount(bench)).toBe(before);
  }));

const toMidnightMs = DAY_MS - (TUESDAY_MS % DAY_MS);
const lateOnTuesday = { startMs: TUESDAY_MS + toMidnightMs - 30_000 };

it('the same sales are not asked for again after midnight while the first request is not known', () =>
  withBench(async (bench) => {
    const offer = await anOffer(bench);
    await faultOnRequest(bench, { kind: 'status', status: 500 });
    const { operations, context } = bench.session();
    const { operation } = must(await operations.confirmInstantSettlement(offer));
    expect(operation.state).toBe('UNKNOWN');
    const sent = await bench.received('POST', '/instant-settlement/');
    bench.clock.forward(60_000);
    const [member = ''] = await context.db.call('journal.rowIdsOf', operation.opId);
    const again = await operations.confirmInstantSettlement(await offerOf(bench, [member]));
    expect(again).toMatchObject({
      ok: false,
      error: { kind: 'movement', code: 'already-open', params: { opId: operation.opId } },
    });
    const inquiries = 2;
    expect(await bench.received('POST', '/instant-settlement/')).toBe(sent + inquiries);
  }, lateOnTuesday));

it('an answer lost after the request was made is settled by finding the request', () =>
  withTuesday(async (bench) => {
    const before = await requestCount(bench);
    const offer = await anOffer(bench);
    await faultOnRequest(bench, { kind: 'nonsense' });
    const { operation } = must(await bench.session().operations.confirmInstantSettlement(offer));
    expect(operation.state).toBe('UNKNOWN');
    const after = must(await bench.session().operations.checkNow({ opId: operation.opId }));
    expect(after.operation.state).toBe('SUCCEEDED_BY_READ');
    expect(after.operation.requestId).not.toBeNull();
    expect(await requestCount(bench)).toBe(before + 1);
  }));

it('one that never arrived is never believed absent by the machine: a person is asked after a day', () =>
  withTuesday(async (bench) => {
    const offer = await anOffer(bench);
    await faultOnRequest(bench, { kind: 'status', status: 500 });
    const { operations } = bench.session();
    const { operation } = must(await operations.confirmInstantSettlement(offer));
    for (let read = 0; read < 6; read += 1) {
      bench.clock.forward(5 * 60_000);
      must(await operations.checkNow({ opId: operation.opId }));
    }
    expect((await detail(bench, operation.opId)).operation.state).toBe('CHECKING');
    bench.clock.forward(24 * 3_600_000);
    must(await operations.checkNow({ opId: operation.opId }));
    expect((await detail(bench, operation.opId)).operation.state).toBe('NEEDS_PERSON');
  }));

/** The next store of requests, or of one that was just made, finds no room. Answers how many failed, and whether one went well since. */
function fullOnce(
  { db }: ReturnType<Bench['session']>['context'],
  justMade = false,
): () => [number, boolean] {
  const call: typeof db.call = db.call.bind(db);
  let failures = 0;
  let stored = 0;
  vi.spyOn(db, 'call').mockImplementation((async (name: never, args: never) => {
    if (name !== 'instant.storeRequests') return call(name, args);
    if (failures === 0 && (!justMade || (args as { readAtMs: unknown }).readAtMs === null)) {
      failures += 1;
      throw new DatabaseFailure('full', 'SQLITE_FULL');
    }
    if (failures > 0) stored += 1;
    return call(name, args);
  }) as typeof call);
  return () => [failures, stored > 0];
}

it('an early payout that was made is told as made where its row finds no room, and comes with the next reading', () =>
  withTuesday(async (bench) => {
    const offer = await anOffer(bench);
    const { operations, context } = bench.session();
    const stores = fullOnce(context, true);
    const made = must(await operations.confirmInstantSettlement(offer));
    expect(made.operation.state).toBe('SUCCEEDED');
    expect(made.request?.operationId).toBe(made.operation.opId);
    const next = async () => {
      bench.clock.forward(5_000);
      return stores();
    };
    await expect.poll(next, { timeout: 10_000 }).toEqual([1, true]);
  }));

it('a request under way is followed on after a reading of it that could not be stored', () =>
  withTuesday(async (bench) => {
    const offer = await anOffer(bench);
    const { operations, context } = bench.session();
    must(await operations.confirmInstantSettlement(offer));
    const stores = fullOnce(context);
    const next = async () => {
      bench.clock.forward(5_000);
      return stores();
    };
    await expect.poll(next, { timeout: 10_000 }).toEqual([1, true]);
  }));
