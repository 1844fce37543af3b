import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openTable } from '#electron/services/reports/lists/index.ts';
import { readSnapshot } from '#electron/database/read-snapshot.ts';
import { exportSchema, type ExportList } from '#shared/contract/exports.ts';
import type { InstantRequest } from '#shared/contract/instant-settlement.ts';
import type { InstantRequestStatus } from '#shared/domain/settlement.ts';
import { confirmed, inspected, previewed, upload } from '../imports/bench.ts';
import { orderOf } from '../reports/list-bench.ts';
import {
  aClosedDay,
  codeOf,
  egp,
  exceptions,
  must,
  pairsOf,
  proposalsOf,
  reconcile,
  settle,
  settled,
  windowOf,
  withShop,
  type Shop,
} from '../reconciliation/settled.ts';

const fixture = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../fixtures/statements', name));
/** A statement of a bank as a table, brought in as a person brings it. */
async function bringIn(shop: Shop, name: string, bytes: Uint8Array): Promise<string> {
  const preview = await previewed(shop, name, bytes, { name: 'CIB' });
  return must(await confirmed(shop, preview)).importId;
}
const table = (rows: string[]) =>
  Buffer.from(['Date,Reference,Description,Credit,Currency', ...rows].join('\n'));
const bridge = async (shop: Shop, subject: string) => must(await shop.session().bridge.get({ subject }));
const states = async (shop: Shop) =>
  must(await shop.session().settlement.windows()).windows.map((one) => [
    one.windowId,
    one.bridge.state,
    one.bridge.deposited?.minor ?? null,
  ]);
/** A list as its file has it, from a snapshot of this shop's files. */
const listOf = (shop: Shop, list: ExportList, more: object, columns: string[]) =>
  readSnapshot(shop.folder, async (files) => {
    const order = orderOf(list, { ...more, columns: columns.map((id) => ({ id, header: id })) });
    const opened = await openTable(files, exportSchema.parse(order), shop.clock.nowMs());
    return { rows: [...(opened?.rows ?? [])], totals: opened?.totals ?? [] };
  });
const deposit = { receivedOn: '2026-03-14', reference: '', note: '' };

it('a line of an imported statement is the deposit of its window, once, as long as its import stands', () =>
  withShop(async (shop) => {
    await aClosedDay(shop, 1);
    const paid = { bankReference: 'BATCH-0412', expectedPayoutDate: '2026-03-13', transactionsCount: 1 };
    const row = settled(1, { amount: egp(1_253_050n), fee: egp(10_000n), vat: null, net: egp(1_243_050n) });
    await settle(shop, [row], [windowOf('SW-1', 1_243_050n, paid)]);
    const importId = await bringIn(shop, 'march.xml', fixture('camt053-02.xml'));
    expect(await bridge(shop, 'SW-1')).toMatchObject({ statement: [], deposited: null });
    await reconcile(shop);
    const view = await bridge(shop, 'SW-1');
    expect(view).toMatchObject({
      expected: egp(1_243_050n),
      deposited: egp(1_243_050n),
      unexplained: egp(0n),
      deposits: [],
      paidIn: null,
      statement: [
        {
          ground: 'reference',
          amount: egp(1_243_050n),
          bookedOn: '2026-03-13',
          valueOn: '2026-03-14',
          account: 'EG380019000500000000263180002',
          counterparty: 'Acquirer of Payments S.A.E.',
          pays: ['SW-1'],
          importId,
          sourceName: 'CIB',
          fileName: 'march.xml',
        },
      ],
    });
    expect(await states(shop)).toEqual([['SW-1', 'explained', 1_243_050n]]);

    const { bridge: service, imports } = shop.session();
    must(await service.enterDeposit({ ...deposit, subject: 'SW-1', typed: '12430.50' }));
    const more = must(await service.enterDeposit({ ...deposit, subject: 'SW-1', typed: '5' }));
    expect(more.deposits.map((one) => [one.amount.minor, one.confirmed])).toEqual([
      [1_243_050n, true],
      [500n, false],
    ]);
    expect(more).toMatchObject({ deposited: egp(1_243_550n), unexplained: egp(500n) });
    expect(await states(shop)).toEqual([['SW-1', 'unexplained', 1_243_550n]]);
    const columns = ['line', 'amount', 'refNumber', 'receivedOn', 'from', 'source'];
    const file = await listOf(shop, 'bridge', { subject: 'SW-1' }, columns);
    expect(file.rows.filter(([line]) => line === 'deposited')).toEqual([
      ['deposited', '12430.50', view.statement[0]?.reference, '2026-03-13', 'statement', 'CIB · march.xml'],
      ['deposited', '5.00', '', '2026-03-14', 'entered', shop.actor()],
    ]);
    expect(file.totals).toContainEqual({ name: 'deposited', count: null, amount: egp(1_243_550n) });
    const windows = await listOf(shop, 'windows', {}, ['windowId', 'bridge', 'deposited', 'unexplained']);
    expect(windows.rows).toEqual([['SW-1', 'unexplained', '12435.50', '5.00']]);

    must(await imports.withdraw({ importId, reason: 'wrong account' }));
    const after = await bridge(shop, 'SW-1');
    expect(after).toMatchObject({ statement: [], deposited: egp(1_243_550n), unexplained: egp(500n) });
    expect(after.deposits.map((one) => one.confirmed)).toEqual([false, false]);
  }));

it('a deposit is missing only if statements cover every day on which it can have come', () =>
  withShop(async (shop) => {
    await aClosedDay(shop, 2);
    const one = { transactionsCount: 1 };
    const rows = [settled(1, { windowId: 'SW-1' }), settled(2, { windowId: 'SW-2' })];
    await settle(shop, rows, [
      windowOf('SW-1', 9_772n, { ...one, expectedPayoutDate: '2026-11-08' }),
      windowOf('SW-2', 9_772n, { ...one, expectedPayoutDate: '2026-11-18' }),
    ]);
    const standing = async () => {
      const { windows } = must(await shop.session().settlement.windows());
      const of = (id: string) => windows.find(({ windowId }) => windowId === id)?.bridge;
      expect(of('SW-2')).toMatchObject({ state: 'no-deposit', noStatement: null });
      const listed = of('SW-1');
      const { noDeposit } = await bridge(shop, 'SW-1');
      expect(noDeposit).toEqual({ state: listed?.state, noStatement: listed?.noStatement });
      return noDeposit;
    };
    expect(await standing()).toEqual({
      state: 'no-statement',
      noStatement: { from: '2026-11-08', to: '2026-11-10' },
    });
    await bringIn(shop, 'late.csv', table(['2026-11-09,X-1,shop,1.00,EGP', '2026-11-12,X-2,shop,2.00,EGP']));
    expect(await standing()).toEqual({
      state: 'no-statement',
      noStatement: { from: '2026-11-08', to: '2026-11-08' },
    });
    await bringIn(shop, 'early.csv', table(['2026-11-07,X-3,shop,3.00,EGP', '2026-11-08,X-4,shop,4.00,EGP']));
    // Nobody has looked into them yet.
    expect(await standing()).toEqual({ state: 'no-deposit', noStatement: null });
    await reconcile(shop);
    expect(await standing()).toEqual({ state: 'missing', noStatement: null });
  }));

it('a file that names no currency is read in the only one the merchant has, and not if there are two', () =>
  withShop(async (shop) => {
    await aClosedDay(shop, 1);
    const windows = [windowOf('SW-1', 9_772n, { transactionsCount: 1 })];
    await settle(shop, [settled(1)], windows);
    const bytes = Buffer.from('Date,Description,Amount\n2026-11-18,payout,97.72\n2026-11-19,fee,-1.00');
    const table = async () => (await inspected(shop, await upload(shop, 'bare.csv', bytes))).table;
    expect(await table()).toMatchObject({
      onlyCurrency: 'EGP',
      guess: { currency: { kind: 'fixed', code: 'EGP' } },
    });
    const named = Buffer.from('Date,Description,Amount,Currency\n2026-11-18,payout,97.72,USD');
    expect((await inspected(shop, await upload(shop, 'named.csv', named))).table).toMatchObject({
      onlyCurrency: null,
      guess: { currency: { kind: 'column' } },
    });
    const usd = { minor: 500n, currency: 'USD' };
    await settle(shop, [settled(1)], [...windows, windowOf('SW-2', 0n, { net: usd, adjustments: null })]);
    expect(await table()).toMatchObject({ onlyCurrency: null, guess: { currency: null } });
  }));

it('the only payout of almost the amount of a deposit is offered as its match, with what differs', () =>
  withShop(async (shop) => {
    await aClosedDay(shop, 2);
    const rows = [settled(1, { windowId: 'SW-1' }), settled(2, { windowId: 'SW-2' })];
    const one = { transactionsCount: 1, expectedPayoutDate: '2026-11-10' };
    const windows = [windowOf('SW-1', 15_363_248n, one), windowOf('SW-2', 9_000_000n, one)];
    await settle(shop, rows, windows);
    const first = '2026-11-09,,shop,1.00,EGP';
    const lines = [first, '2026-11-11,,transfer,153602.48,EGP', '2026-11-20,,other,89990.00,EGP'];
    await bringIn(shop, 'one.csv', table(lines));
    await reconcile(shop);
    const { reconciliation } = shop.session();
    const offered = async () => {
      const found = await exceptions(shop, 'bank');
      const all = await Promise.all(found.map(({ key }) => reconciliation.exception({ key }).then(must)));
      return all.flatMap(({ exception, candidates }) =>
        candidates
          .filter(({ isOnlyNear }) => isOnlyNear)
          .map(({ item, difference }) => [
            exception.ours?.itemId ?? exception.theirs[0]?.amount.minor,
            item.side,
            difference.minor,
          ]),
      );
    };
    // Both ways; what came ten days later is offered to nobody.
    expect(new Set(await offered())).toEqual(
      new Set([
        [15_360_248n, 'ours', -3_000n],
        ['SW-1', 'theirs', -3_000n],
      ]),
    );
    await settle(shop, rows, [...windows, windowOf('SW-3', 15_360_300n, one)]);
    await reconcile(shop);
    expect(await offered()).toEqual([]);
  }));

it('one line that pays several windows is counted once, in the bridge of all of them', () =>
  withShop(async (shop) => {
    await aClosedDay(shop, 4);
    const one = { transactionsCount: 1 };
    const rows = [1, 2, 3, 4].map((n) => settled(n, { windowId: `SW-${n}` }));
    await settle(shop, rows, [
      windowOf('SW-1', 9_772n, { ...one, bankReference: 'CIB-7' }),
      windowOf('SW-2', 9_772n, { ...one, bankReference: 'CIB-7' }),
      windowOf('SW-3', 9_772n, { ...one, expectedPayoutDate: '2026-12-18' }),
      windowOf('SW-4', 9_772n, { ...one, expectedPayoutDate: '2026-12-18' }),
    ]);
    await bringIn(
      shop,
      'one.csv',
      table(['2026-11-18,CIB-7,payout,195.44,EGP', '2026-12-18,,payout,195.44,EGP']),
    );
    await reconcile(shop);
    const payout = await bridge(shop, 'payout/EGP/CIB-7');
    expect(payout).toMatchObject({ expected: egp(19_544n), deposited: egp(19_544n), unexplained: egp(0n) });
    expect(payout.statement).toMatchObject([{ reference: 'CIB-7', pays: ['SW-1', 'SW-2'] }]);
    for (const windowId of ['SW-1', 'SW-2'])
      expect(await bridge(shop, windowId)).toMatchObject({
        statement: [],
        deposited: null,
        paidIn: 'payout/EGP/CIB-7',
      });
    // No bank reference holds these two together, and nobody knows who paid them: a person says that the line does.
    const proposals = await proposalsOf(shop);
    expect(proposals.map(({ ours }) => ours.map(({ itemId }) => itemId).toSorted())).toEqual([
      ['SW-3', 'SW-4'],
    ]);
    must(await shop.session().reconciliation.accept({ proposals: pairsOf(proposals), remark: '' }));
    await reconcile(shop);
    expect(await bridge(shop, 'SW-4')).toMatchObject({ deposited: null, paidIn: 'together/SW-3' });
    const together = await bridge(shop, 'together/SW-3');
    expect(together).toMatchObject({ of: 'together', expected: egp(19_544n), unexplained: egp(0n) });
    expect(together.windowIds.toSorted()).toEqual(['SW-3', 'SW-4']);
    const { bridge: service } = shop.session();
    const typed = { ...deposit, typed: '1' };
    expect(codeOf(await service.enterDeposit({ ...typed, subject: 'together/SW-3' }))).toBe('invalid');
    expect((await states(shop)).toSorted()).toEqual(
      [1, 2, 3, 4].map((n) => [`SW-${n}`, 'explained', 19_544n]),
    );
    const { windows } = must(await shop.session().settlement.windows());
    expect(windows.map(({ windowId, paidAs }) => [windowId, paidAs]).toSorted()).toEqual([
      ['SW-1', 'payout/EGP/CIB-7'],
      ['SW-2', 'payout/EGP/CIB-7'],
      ['SW-3', 'together/SW-3'],
      ['SW-4', 'together/SW-3'],
    ]);
    // Two people entered a part each: the statement has both as one.
    must(await service.enterDeposit({ ...deposit, subject: 'payout/EGP/CIB-7', typed: '100' }));
    const both = must(
      await service.enterDeposit({ ...deposit, subject: 'payout/EGP/CIB-7', typed: '95.44' }),
    );
    expect(both).toMatchObject({ deposited: egp(19_544n), unexplained: egp(0n) });
    expect(both.deposits.map((entered) => entered.confirmed)).toEqual([true, true]);
  }));

it('another amount of the same bank reference is a deposit, too; what people match moves it, and back', () =>
  withShop(async (shop) => {
    await aClosedDay(shop, 2);
    const one = { transactionsCount: 1, expectedPayoutDate: '2026-11-10' };
    const rows = [settled(1, { windowId: 'SW-1' }), settled(2, { windowId: 'SW-2' })];
    await settle(shop, rows, [
      windowOf('SW-1', 9_772n, { ...one, bankReference: 'CIB-7' }),
      windowOf('SW-2', 9_772n, { ...one, bankReference: 'CIB-8' }),
    ]);
    const lines = ['2026-11-10,CIB-7,payout,90.00,EGP', '2026-11-11,,transfer,50.00,EGP'];
    const importId = await bringIn(shop, 'two.csv', table(lines));
    await reconcile(shop);
    expect(await bridge(shop, 'SW-1')).toMatchObject({
      deposited: egp(9_000n),
      unexplained: egp(-772n),
      statement: [{ ground: 'other-amount', reference: 'CIB-7' }],
    });
    expect(await bridge(shop, 'SW-2')).toMatchObject({ statement: [], deposited: null });

    const { reconciliation } = shop.session();
    const pick = { comparison: 'bank' as const, remark: 'the bank took its charge' };
    const lineId = (await bridge(shop, 'SW-1')).statement[0]?.lineId ?? '';
    const other = lineId.replace(/\d+$/, (row) => String(Number(row) + 1));
    const match = must(
      await reconciliation.match({
        ...pick,
        ours: ['SW-2'],
        theirs: [lineId, other],
        difference: egp(4_228n),
      }),
    );
    // At once, and after the next run as well.
    for (const again of [async () => {}, () => reconcile(shop)]) {
      await again();
      expect(await bridge(shop, 'SW-1')).toMatchObject({ statement: [], deposited: null });
      const moved = await bridge(shop, 'SW-2');
      expect(moved).toMatchObject({ deposited: egp(14_000n), unexplained: egp(4_228n) });
      expect(moved.statement.map(({ ground }) => ground)).toEqual(['by-hand', 'by-hand']);
    }
    must(await reconciliation.unmatch({ matchId: match.matchId, reason: 'not this window' }));
    expect(await bridge(shop, 'SW-2')).toMatchObject({ statement: [], deposited: null });
    await reconcile(shop);
    expect(await states(shop)).toEqual([
      ['SW-2', 'no-statement', null],
      ['SW-1', 'unexplained', 9_000n],
    ]);
    must(await shop.session().imports.withdraw({ importId, reason: 'wrong file' }));
    expect(await bridge(shop, 'SW-1')).toMatchObject({ statement: [], deposited: null, unexplained: null });
  }));

/** An early payout of one sale, as the gateway lists it. */
async function payEarly(
  shop: Shop,
  requestId: string,
  status: InstantRequestStatus,
  net: bigint,
  members: string[] = [],
): Promise<void> {
  const at = (day: string) => ({
    kind: 'instant' as const,
    atMs: Date.parse(`${day}T10:00:00Z`),
    raw: `${day}T10:00:00Z`,
  });
  const request: InstantRequest = {
    requestId,
    status: { kind: 'known', value: status },
    total: egp(net + 200n),
    totalFees: egp(200n),
    vat: null,
    netTransfer: egp(net),
    totalNet: null,
    rateFee: null,
    flatFee: null,
    count: members.length,
    createdAt: at('2026-11-08'),
    history: [{ status: { kind: 'known', value: status }, at: at('2026-11-10') }],
    declineReason: null,
    operationId: null,
  };
  await shop.session().context.db.call('instant.storeRequests', {
    requests: [{ request, memberIds: members }],
    readAtMs: shop.clock.nowMs(),
  });
}

it('an early payout is expected at the bank by itself, and its line is the deposit of its bridge', () =>
  withShop(async (shop) => {
    await aClosedDay(shop, 1);
    await settle(shop, [settled(1)], [windowOf('SW-1', 9_772n, { expectedPayoutDate: '2026-11-10' })]);
    await payEarly(shop, 'IS-1001', 'TRANSFERRED', 5_000n, ['TX-9']);
    await payEarly(shop, 'IS-1002', 'PROCESSING', 7_000n);
    await payEarly(shop, 'IS-1003', 'PENDING', 8_000n);
    await payEarly(shop, 'IS-1004', 'DECLINED', 9_000n);
    await payEarly(shop, 'IS-1005', 'TRANSFERRED', 3_000n);
    await payEarly(shop, 'IS-1006', 'TRANSFERRED', 2_000n);
    const lines = [
      '2026-11-10,,instant payout IS-1001,50.00,EGP',
      '2026-11-11,,transfer IS-1002,70.00,EGP',
      '2026-11-10,IS-1005,payout,29.00,EGP',
      // A window and an early payout come to this: the gateway pays them apart.
      '2026-11-10,,transfer,117.72,EGP',
    ];
    await bringIn(shop, 'early.csv', table(lines));
    const overview = await reconcile(shop);
    const summary = overview.comparisons.find(({ comparison }) => comparison === 'bank');
    // A window, and four early payouts that the gateway has taken out of the balance.
    expect(summary?.all.ours.map(({ count, amount }) => [count, amount])).toEqual([[5, egp(26_772n)]]);

    const first = await bridge(shop, 'early/IS-1001');
    expect(first).toMatchObject({ deposited: egp(5_000n), unexplained: egp(0n) });
    expect(first.statement).toMatchObject([{ ground: 'reference', pays: ['early/IS-1001'] }]);
    // It came before the list said that it was transferred.
    expect(await bridge(shop, 'early/IS-1002')).toMatchObject({ isOpen: true, deposited: egp(7_000n) });
    const other = await bridge(shop, 'early/IS-1005');
    expect(other).toMatchObject({ deposited: egp(2_900n), unexplained: egp(-100n) });
    expect(other.statement).toMatchObject([{ ground: 'other-amount' }]);
    expect(await bridge(shop, 'early/IS-1006')).toMatchObject({ statement: [], deposited: null });
    expect(await bridge(shop, 'SW-1')).toMatchObject({ statement: [], deposited: null });
    const found = await exceptions(shop, 'bank');
    expect(found.map(({ type, ours, theirs }) => [type, ours?.itemId ?? theirs[0]?.text])).toEqual(
      expect.arrayContaining([
        ['amount-under', 'early/IS-1005'],
        ['missing-in-ours', 'transfer'],
      ]),
    );

    const { reconciliation } = shop.session();
    const lineId = found.find(({ type }) => type === 'missing-in-ours')?.theirs[0]?.itemId ?? '';
    const pick = { comparison: 'bank' as const, remark: 'in one', theirs: [lineId] };
    const both = { ...pick, ours: ['SW-1', 'early/IS-1006'], difference: egp(0n) };
    const refused = await reconciliation.match(both);
    expect(codeOf(refused)).toBe('early-with-others');
    const match = { ...pick, ours: ['early/IS-1006'], difference: egp(9_772n) };
    must(await reconciliation.match(match));
    const byHand = await bridge(shop, 'early/IS-1006');
    expect(byHand).toMatchObject({ deposited: egp(11_772n), unexplained: egp(9_772n) });
    expect(byHand.statement).toMatchObject([{ ground: 'by-hand', pays: ['early/IS-1006'] }]);

    const causes = async () => must(await reconciliation.overview()).outOfDate;
    await reconcile(shop);
    expect(await causes()).toEqual([]);
    await payEarly(shop, 'IS-1002', 'TRANSFERRED', 7_000n);
    expect(await causes()).toEqual(['early']);
  }));

it('a window whose net the gateway does not give is expected without what was paid early, as in its bridge', () =>
  withShop(async (shop) => {
    await aClosedDay(shop, 3);
    await payEarly(shop, 'IS-1001', 'TRANSFERRED', 9_500n, ['TX-2']);
    const rows = [
      settled(1),
      settled(2),
      settled(3, { windowId: 'SW-2' }),
      settled(4, { windowId: 'SW-2', paymentType: 'REFUND', amount: egp(1_000n), net: null }),
    ];
    await settle(shop, rows, [
      { ...windowOf('SW-1', 0n), net: null, gross: egp(20_000n), adjustments: null },
      { ...windowOf('SW-2', 0n), net: null, adjustments: egp(500n) },
    ]);
    await bringIn(shop, 'some.csv', table(['2026-11-18,,transfer,1.00,EGP']));
    await reconcile(shop);
    const { reconciliation } = shop.session();
    const listed = async (windowId: string) => {
      const input = { comparison: 'bank' as const, side: 'ours' as const, text: windowId, near: null };
      const { rows: found } = must(await reconciliation.unmatched({ ...input, cursor: null, limit: 10 }));
      return found.map(({ item }) => item.amount);
    };
    for (const windowId of ['SW-1', 'SW-2'])
      expect(await listed(windowId)).toEqual([(await bridge(shop, windowId)).expected]);
    expect(await listed('SW-1')).toEqual([egp(9_772n)]);
  }));

it('a deposit that the bank takes back is an exception with its window, and its bridge says that nothing is there', () =>
  withShop(async (shop) => {
    await aClosedDay(shop, 1);
    const facts = { transactionsCount: 1, expectedPayoutDate: '2026-11-17', bankReference: 'CIB-7' };
    await settle(shop, [settled(1, { windowId: 'SW-1' })], [windowOf('SW-1', 9_772n, facts)]);
    const lines = [
      '2026-11-17,CIB-7,payout,97.72,EGP',
      '2026-11-19,CIB-7,Returned: account closed,-97.72,EGP',
      '2026-11-19,,Chargeback case 4417,-12.50,EGP',
      '2026-11-20,,Monthly fee,-5.00,EGP',
    ];
    const bytes = Buffer.from(['Date,Reference,Description,Amount,Currency', ...lines].join('\n'));
    await bringIn(shop, 'returned.csv', bytes);
    await reconcile(shop);
    const found = await exceptions(shop, 'bank');
    expect(
      found.map(({ type, ours, theirs, difference }) => [type, ours?.itemId, theirs.length, difference]),
    ).toEqual([
      ['deposit-returned', 'SW-1', 2, egp(-9_772n)],
      ['chargeback', undefined, 1, egp(-1_250n)],
    ]);
    const { comparisons } = must(await shop.session().reconciliation.overview());
    expect(comparisons.find(({ comparison }) => comparison === 'bank')?.booked).toEqual([
      { kind: 'bank-fee', theirs: [{ count: 1, amount: egp(-500n) }] },
    ]);
    const view = await bridge(shop, 'SW-1');
    expect(view).toMatchObject({ deposited: egp(0n), unexplained: egp(-9_772n) });
    expect(view.statement.map(({ amount, ground }) => [amount, ground])).toEqual([
      [egp(9_772n), 'other-amount'],
      [egp(-9_772n), 'other-amount'],
    ]);
  }));
