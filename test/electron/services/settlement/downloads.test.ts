import Sqlite from 'better-sqlite3';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ReadableDb } from '#electron/database/db.ts';
import { recountSql } from '#electron/database/repositories/settled-recount.ts';
import type { EventOf } from '#shared/contract/index.ts';
import { call, control } from '../../sandbox/gateway.ts';
import { BUSY, must, withHistory, type Bench } from '../operations/harness.ts';

const all = {
  text: '',
  branchIds: [],
  paymentTypes: [],
  windowId: null,
  fromMs: null,
  toMs: null,
  early: null,
  odd: false,
};
const PATH = '/settlement-transactions';
const DAY_MS = 86_400_000;
type Progress = EventOf<'settlement.downloadProgress'>;

const progressOf = (bench: Bench): Progress[] =>
  bench.events.flatMap(({ event, payload }) =>
    event === 'settlement.downloadProgress' ? [payload as Progress] : [],
  );
const endedOf = (bench: Bench) => progressOf(bench).filter(({ finished }) => finished);
const asked = (bench: Bench) => bench.received('GET', PATH);
const summaryOf = async (bench: Bench, branchIds: string[] = []) =>
  must(await bench.session().settlement.settledSummary({ filter: { ...all, branchIds } }));

async function download(bench: Bench, branchIds: string[] = [], anew = false): Promise<number> {
  const [before, askedBefore] = [endedOf(bench).length, await asked(bench)];
  must(await bench.session().settlement.downloadSettled({ branchIds, anew }));
  await expect.poll(() => endedOf(bench).length, { timeout: 20_000 }).toBe(before + 1);
  return (await asked(bench)) - askedBefore;
}

/** The first page comes; the others wait for a retry at a time that does not come. */
async function onlyOnePage(bench: Bench): Promise<void> {
  await bench.fault('GET', PATH, { kind: 'delay', ms: 0 }, 1);
  await bench.fault('GET', PATH, { kind: 'status', status: 502 }, 4);
}

async function settleMore(bench: Bench): Promise<void> {
  await control(bench.sandbox, 'POST', '/sales', { terminalId: BUSY, count: 4 });
  await call(bench.sandbox.live, 'POST', `/v3/payment/pos/ack/${BUSY}`, { body: {} });
  bench.clock.forward(4 * DAY_MS);
}

it('what is new since the last download is found on the first page; nothing new costs one request', () =>
  withHistory(async (bench) => {
    const whole = await download(bench);
    const { recount } = await summaryOf(bench);
    expect(whole).toBeGreaterThanOrEqual(Math.ceil(recount.count / 500));
    expect(await download(bench)).toBe(1);
    await settleMore(bench);
    expect(await download(bench)).toBe(1);
    const after = await summaryOf(bench);
    expect(after.recount.count).toBeGreaterThan(recount.count);
    expect(after.recount.count).toBe(after.gateway?.count);
    expect(after.sync).toMatchObject({ ended: 'whole', rows: after.recount.count });
  }));

it('a cancel keeps what came and says so; the next download goes on from there', () =>
  withHistory(async (bench) => {
    await onlyOnePage(bench);
    must(await bench.session().settlement.downloadSettled({ branchIds: [], anew: false }));
    await expect.poll(() => progressOf(bench).at(-1)?.rows ?? 0, { timeout: 20_000 }).toBe(500);
    must(await bench.session().settlement.cancelDownload());
    await expect.poll(() => endedOf(bench).length).toBe(1);
    expect(endedOf(bench)[0]).toMatchObject({ cancelled: true, rows: 500 });
    const stopped = await summaryOf(bench);
    expect(stopped.sync).toMatchObject({ ended: 'cancelled', rows: 500 });
    expect(stopped.recount.count).toBe(500);
    expect(stopped.read.readAtMs).toBeNull();
    await bench.clearFaults();
    await download(bench);
    const after = await summaryOf(bench);
    expect(after.sync?.ended).toBe('whole');
    expect(after.recount.count).toBe(after.gateway?.count);
  }));

it('the end of the app is no cancel: the download is to be continued', () =>
  withHistory(async (bench) => {
    await onlyOnePage(bench);
    must(await bench.session().settlement.downloadSettled({ branchIds: [], anew: false }));
    await expect.poll(() => progressOf(bench).at(-1)?.rows ?? 0, { timeout: 20_000 }).toBe(500);
    await bench.restart();
    expect((await summaryOf(bench)).sync).toMatchObject({ ended: null, rows: 500 });
  }));

it('branches of a list that is whole are asked of the gateway in one request, and another wish waits its turn', () =>
  withHistory(async (bench) => {
    const { settlement } = bench.session();
    must(await settlement.downloadSettled({ branchIds: [], anew: false }));
    must(await settlement.downloadSettled({ branchIds: ['BR-03'], anew: false }));
    must(await settlement.downloadSettled({ branchIds: ['BR-01'], anew: false }));
    await expect.poll(() => endedOf(bench).length, { timeout: 20_000 }).toBe(2);
    expect(endedOf(bench).map(({ branchIds }) => branchIds)).toEqual([[], ['BR-01']]);
    const branch = await summaryOf(bench, ['BR-01']);
    expect(branch.sync?.ended).toBe('whole');
    expect(branch.recount.count).toBe(branch.gateway?.count);
    expect(branch.recount.gross[0]?.amount).toEqual(branch.gateway?.total);
    expect(await download(bench, ['BR-02'])).toBe(1);
  }));

it('a row that the gateway lists no more is gone after everything was read again, and no other', () =>
  withHistory(async (bench) => {
    await download(bench);
    const before = await summaryOf(bench);
    const db = new Sqlite(join(bench.folder, 'cache.sqlite'));
    db.prepare(
      `INSERT INTO settled (transaction_id, merchant_order_id, ref_number, branch_id, amount_minor, currency, settled_at_ms, search, value)
       SELECT 'TX-GONE', merchant_order_id, ref_number, branch_id, amount_minor, currency, settled_at_ms, search, replace(value, transaction_id, 'TX-GONE') FROM settled LIMIT 1`,
    ).run();
    db.close();
    await download(bench);
    expect((await summaryOf(bench)).recount.count).toBe(before.recount.count + 1);
    await download(bench, [], true);
    expect((await summaryOf(bench)).recount).toEqual(before.recount);
  }));

it('progress has the count and, once time passes, the rate', () =>
  withHistory(async (bench) => {
    await bench.fault('GET', PATH, { kind: 'delay', ms: 1_500 }, 3);
    must(await bench.session().settlement.downloadSettled({ branchIds: [], anew: false }));
    await expect.poll(() => progressOf(bench).length, { timeout: 20_000 }).toBeGreaterThan(0);
    bench.clock.forward(1_000);
    await expect.poll(() => endedOf(bench).length, { timeout: 20_000 }).toBe(1);
    const told = progressOf(bench);
    expect(told.some(({ rowsPerSecond }) => rowsPerSecond === 500)).toBe(true);
    const total = told.at(-1)?.totalRows ?? 0;
    expect(total).toBeGreaterThan(500);
    expect(told.at(-1)).toMatchObject({ rows: total, finished: true, rowsPerSecond: null });
  }));

it.each([
  ['nothing', {}, 'settled_sum'],
  ['branches', { branchIds: ['BR-01'] }, 'settled_sum'],
  ['types', { paymentTypes: ['SALE'] }, 'settled_sum'],
  ['days', { fromMs: 1, toMs: 86_400_000 * 9 }, 'settled_sum'],
  ['one window', { windowId: 'SW-1' }, 'INDEX settled_of_window'],
  ['early rows', { early: true }, 'INDEX settled_early'],
  ['odd rows', { odd: true }, 'INDEX settled_odd'],
])('sums of %s do not scan the rows', (_name, change, from) =>
  withHistory(async (bench) => {
    const db = new Sqlite(join(bench.folder, 'cache.sqlite'), { readonly: true });
    const asked = recountSql(db as unknown as ReadableDb, { ...all, ...change });
    const plan = db.prepare(`EXPLAIN QUERY PLAN ${asked?.sql ?? ''}`).all(...(asked?.args ?? [])) as {
      detail: string;
    }[];
    const steps = plan.map(({ detail }) => detail);
    expect(steps.join(' ')).toContain(from);
    expect(steps.filter((step) => step === 'SCAN settled')).toEqual([]);
    db.close();
  }),
);

it('sums of rows that were not paid early, which the index of the sums does not hold, read the rows as they lie', () =>
  withHistory(async (bench) => {
    const db = new Sqlite(join(bench.folder, 'cache.sqlite'), { readonly: true });
    const asked = recountSql(db as unknown as ReadableDb, { ...all, early: false });
    const plan = db.prepare(`EXPLAIN QUERY PLAN ${asked?.sql ?? ''}`).all(...(asked?.args ?? [])) as {
      detail: string;
    }[];
    // With that index each row would be fetched singly.
    expect(plan.map(({ detail }) => detail)).toContain('SCAN settled');
    db.close();
  }));
