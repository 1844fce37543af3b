import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseTerminalIds } from '#electron/services/terminals/terminal-ids.ts';
import type { OutputOf } from '#shared/contract/index.ts';
import type { TransactionFilter } from '#shared/contract/terminals.ts';
import { shownAmount } from '#shared/domain/kinds/index.ts';
import { stateOf } from '#electron/services/terminals/terminal-view.ts';
import { absolute } from '#shared/money/money.ts';
import { BUSY, codeOf, must, withBench, type Bench } from '../operations/harness.ts';
import { control } from '../../sandbox/gateway.ts';

const everything: TransactionFilter = {
  text: '',
  listing: 'all',
  paymentTypes: [],
  entryModes: [],
  minAmount: null,
  maxAmount: null,
  minAgeMs: null,
};
const rowsOf = async (bench: Bench, filter: Partial<TransactionFilter> = {}) =>
  must(
    await bench.session().terminals.page({
      terminalId: BUSY,
      filter: { ...everything, ...filter },
      sort: { by: 'firstSeen', direction: 'asc' },
      cursor: null,
      limit: 500,
    }),
  ).rows;
const busy = async (bench: Bench) =>
  must(await bench.session().terminals.list()).terminals.find((terminal) => terminal.terminalId === BUSY);

describe('terminal ids', () => {
  it('are taken apart as people paste them, and what is no id is named', () => {
    const read = parseTerminalIds('30410001, ٣٠٤١٠٠٠٢؛30410003\n30410001 \u200f30410004 <script> a/b -x');
    expect(read).toEqual({
      ids: ['30410001', '30410002', '30410003', '30410004'],
      rejected: ['<script>', 'a/b', '-x'],
    });
  });
});

describe('our state of a terminal', () => {
  const at = (code: string) => ({
    error: { kind: 'gateway' as const, code: code as 'server', params: {} },
    atMs: 1,
  });
  const day = { timeZone: 'Africa/Cairo', cutOff: '04:00' };
  /** 2026-11-20, 02:43 in Cairo: the business day of the 19th. */
  const night = Date.UTC(2026, 10, 20, 0, 43);
  const hours = (count: number) => count * 3_600_000;
  it.each([
    [{ lastReadAtMs: night - hours(1), lastError: null }, 'read-ok'],
    // Before midnight, and of the same business day.
    [{ lastReadAtMs: night - hours(4), lastError: null }, 'read-ok'],
    [{ lastReadAtMs: night - hours(24), lastError: null }, 'not-read-today'],
    [{ lastReadAtMs: null, lastError: null }, 'not-read-today'],
    [{ lastReadAtMs: night, lastError: at('foreign-terminal') }, 'refused'],
    [{ lastReadAtMs: night, lastError: at('unreachable') }, 'unreachable'],
    [{ lastReadAtMs: night, lastError: at('server') }, 'read-failed'],
  ] as const)('%j is %s', (stored, state) => expect(stateOf({ ...stored, day }, false, night)).toBe(state));

  it('is of the business day of its branch, which is named', () =>
    withBench(async (bench) => {
      const { businessDate } = (await busy(bench)) ?? {};
      expect(businessDate).toBe(must(await bench.session().today.get()).branches[0]?.businessDate);
    }));
});

describe('reading a terminal', () => {
  it('keeps when a row was first seen, and marks the ones that are new', () =>
    withBench(async (bench) => {
      const before = await rowsOf(bench);
      bench.clock.forward(60_000);
      await control(bench.sandbox, 'POST', '/sales', { terminalId: BUSY, count: 2 });
      const { newRows, goneRows } = must(await bench.session().terminals.read({ terminalId: BUSY }));
      expect({ newRows, goneRows }).toEqual({ newRows: 2, goneRows: 0 });
      const after = await rowsOf(bench);
      expect(after).toHaveLength(before.length + 2);
      expect(after.slice(0, before.length).map((row) => row.firstSeenAtMs)).toEqual(
        before.map((row) => row.firstSeenAtMs),
      );
    }));

  it('keeps rows that the gateway no longer lists, greyed, also when the clock was set back', () =>
    withBench(async (bench) => {
      const count = (await rowsOf(bench)).length;
      await fetch(`${bench.sandbox.live.dashboardUrl}/v3/payment/pos/ack/${BUSY}`, {
        method: 'POST',
        headers: { authorization: bench.sandbox.live.secretKey, 'content-type': 'application/json' },
        body: '{}',
      });
      bench.clock.forward(-3_600_000);
      expect(must(await bench.session().terminals.read({ terminalId: BUSY })).goneRows).toBe(count);
      expect(await rowsOf(bench, { listing: 'outstanding' })).toEqual([]);
      expect((await rowsOf(bench)).every((row) => row.listing === 'no-longer-listed')).toBe(true);
    }));

  it('that fails keeps every row and says why', () =>
    withBench(async (bench) => {
      const before = await busy(bench);
      for (const fault of [
        { kind: 'status', status: 500 },
        { kind: 'nonsense' },
        { kind: 'body', text: '{"body":{}}' },
      ]) {
        await bench.fault('GET', '/transactions', fault);
        expect(codeOf(await bench.session().terminals.read({ terminalId: BUSY }))).not.toBe('ok');
        const after = await busy(bench);
        expect(after?.outstandingCount).toBe(before?.outstandingCount);
        expect(after?.state).toBe('read-failed');
        await bench.clearFaults();
      }
    }));

  it('of another merchant is refused, and left out when all are read', () =>
    withBench(async (bench) => {
      const { terminals } = bench.session();
      must(await terminals.add({ text: '30419001' }));
      expect(codeOf(await terminals.read({ terminalId: '30419001' }))).toBe('foreign-terminal');
      const { total } = must(await terminals.readAll({ terminalIds: null }));
      expect(total).toBe(3);
      await terminals.stop();
    }));
});

describe('terminals that are added by their id', () => {
  it('belong to the branch that was typed with them, or to none', () =>
    withBench(async (bench) => {
      const { terminals } = bench.session();
      must(await terminals.add({ text: 'EXTRA-1 EXTRA-2', branchName: 'Zamalek' }));
      must(await terminals.add({ text: 'EXTRA-3' }));
      expect(must(await bench.session().today.get()).terminalsNeverRead).toBe(5);
      const list = must(await terminals.list()).terminals;
      expect(
        list
          .filter(({ origin }) => origin === 'typed')
          .map(({ terminalId, branchName }) => [terminalId, branchName]),
      ).toEqual([
        ['EXTRA-1', 'Zamalek'],
        ['EXTRA-2', 'Zamalek'],
        ['EXTRA-3', null],
      ]);
    }));

  it('keep the branch that a person gave them before', () =>
    withBench(async (bench) => {
      const { terminals } = bench.session();
      must(await terminals.update({ terminalId: BUSY, label: null, branchName: 'Maadi' }));
      must(await terminals.add({ text: BUSY, branchName: 'Zamalek' }));
      expect((await busy(bench))?.branchName).toBe('Maadi');
    }));
});

it('a gateway without a list of terminals, whatever it says so with, is known as one', () =>
  withBench(async (bench) => {
    for (const text of ['<!doctype html><html>Cannot GET</html>', '', '{"message":"Not found"}']) {
      await bench.fault('GET', '/pos/terminals', { kind: 'body', status: 404, text });
      expect(must(await bench.session().terminals.refreshList())).toEqual({ found: 0, hasList: false });
      const { list } = must(await bench.session().terminals.list());
      expect(list).toMatchObject({ hasList: false, lastError: null });
      await bench.clearFaults();
    }
  }));

describe('a transaction', () => {
  it('is found by what a person types, Arabic digits too, and filtered by amount', () =>
    withBench(async (bench) => {
      const [first] = await rowsOf(bench);
      const arabic = (first?.refNumber ?? '').replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? '');
      expect((await rowsOf(bench, { text: arabic })).map((row) => row.rowId)).toContain(first?.rowId);
      const large = await rowsOf(bench, { minAmount: '1000' });
      expect(large.every((row) => row.amount.minor >= 100_000n)).toBe(true);
    }));

  it('is above or below a limit that is finer than its currency', () =>
    withBench(async (bench) => {
      const all = await rowsOf(bench);
      const above = await rowsOf(bench, { minAmount: '499.9951' });
      const below = await rowsOf(bench, { maxAmount: '499.9951' });
      expect(above.every((row) => absolute(row.amount).minor >= 50_000n)).toBe(true);
      expect(below.every((row) => absolute(row.amount).minor < 50_000n)).toBe(true);
      expect([above.length > 0, below.length > 0]).toEqual([true, true]);
      expect(above.length + below.length).toBe(all.length);
    }));

  it('pages meet every row once, in the order asked', () =>
    withBench(async (bench) => {
      const seen: bigint[] = [];
      let cursor: string | null = null;
      do {
        const page: OutputOf<'transactions.page'> = must(
          await bench.session().terminals.page({
            terminalId: BUSY,
            filter: everything,
            sort: { by: 'amount', direction: 'desc' },
            cursor,
            limit: 7,
          }),
        );
        // Money that goes back is shown with a minus, and is ordered so.
        seen.push(...page.rows.map((row) => shownAmount(row).minor));
        cursor = page.next;
      } while (cursor !== null);
      expect(seen).toHaveLength((await rowsOf(bench)).length);
      expect(seen).toEqual(seen.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)));
    }));
});

it('a cache that was deleted is read again, and names and typed terminals are still there', () =>
  withBench(async (bench) => {
    must(
      await bench.session().terminals.update({ terminalId: BUSY, label: 'Mona’s till', branchName: null }),
    );
    must(await bench.session().terminals.add({ text: 'EXTRA-1' }));
    await bench.restart((folder) => {
      for (const suffix of ['', '-wal', '-shm'])
        rmSync(join(folder, `cache.sqlite${suffix}`), { force: true });
    });
    must(await bench.session().terminals.refreshList());
    expect((await busy(bench))?.label).toBe('Mona’s till');
    const { terminals } = must(await bench.session().terminals.list());
    expect(terminals.find((terminal) => terminal.terminalId === 'EXTRA-1')?.origin).toBe('typed');
  }));
