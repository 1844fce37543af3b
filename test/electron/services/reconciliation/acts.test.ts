import { expect, it } from 'vitest';
import { createConfirm } from '#electron/services/approvals/index.ts';
import { createReconciliationHandlers } from '#electron/handlers/reconciliation.ts';
import { createReportService } from '#electron/services/reports/index.ts';
import type { ReconcileException } from '#shared/contract/reconciliation-items.ts';
import { defaultLimits, type Limits } from '#shared/domain/ladder.ts';
import { peopleError } from '#shared/errors/app-error.ts';
import { err, ok } from '#shared/errors/result.ts';
import { readSheet } from 'read-excel-file/node';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { xlsxOf } from '../reports/table-files.ts';
import {
  aClosedDay,
  codeOf,
  DAY,
  egp,
  exceptions,
  must,
  reconcile,
  settle,
  settled,
  withShop,
  type Shop,
} from './settled.ts';
import { exportWorkerUrl } from '../../../workers.ts';

const seen = ({ key, version }: ReconcileException) => ({ key, version });
const alone = { pin: '280519', second: null, requestId: null };
const withSecond = { ...alone, second: { personId: 'sara', pin: '421608' } };

/** The handlers over a shop: everybody's PIN is right, and a second person is there where one is named. */
const callsOf = (shop: Shop) => {
  const limits = () => defaultLimits as { [name in keyof Limits]: Limits[name][number][] };
  return createReconciliationHandlers((use) => use(shop.session()), {
    confirm: createConfirm({
      limits,
      authorize: async ({ level, authorization }) => {
        if (level === 'L3' && authorization.second === null) return err(peopleError('second-needed'));
        return ok({ by: 'mona', approvedBy: level === 'L3' ? 'sara' : null, requestedBy: null });
      },
    }),
    reports: createReportService({
      defaultFolder: join(shop.folder, 'exports'),
      folder: { get: () => null, set: () => {} },
      byteOrderMark: () => true,
      printToPdf: async () => ok(new Uint8Array()),
      exportWorkerUrl,
      showInFolder: null,
    }),
  });
};

/** Of four sales of 100.00 one is settled, one with 99.00, one nowhere; 50.00 and 60.00 are settled of orders nobody has. */
async function aMess(shop: Shop): Promise<void> {
  await aClosedDay(shop, 3);
  shop.clock.forward(10 * DAY);
  await settle(shop, [
    settled(1),
    settled(2, { amount: egp(9_900n) }),
    settled(8, { amount: egp(4_000n) }),
    settled(9, { amount: egp(6_000n) }),
  ]);
  await reconcile(shop);
}

it('what is matched by hand leaves the list at once, counts with the next run, and comes back when it is taken back', () =>
  withShop(async (shop) => {
    await aMess(shop);
    const { reconciliation, audit } = shop.session();
    const [missing] = await exceptions(shop, 'sales', { types: ['missing-in-settlement'] });
    const itemId = missing?.ours?.itemId ?? '';
    const pick = { comparison: 'sales' as const, ours: [itemId], theirs: ['TX-8', 'TX-9'] };

    const detail = must(await reconciliation.exception({ key: missing?.key ?? '' }));
    expect(detail.candidates.map(({ item, difference }) => [item.itemId, difference.minor])).toEqual([
      ['TX-2', -100n],
      ['TX-9', -4_000n],
      ['TX-8', -6_000n],
    ]);
    expect(codeOf(await reconciliation.match({ ...pick, difference: egp(-1n), remark: 'x' }))).toBe(
      'difference-changed',
    );
    expect(
      codeOf(await reconciliation.match({ ...pick, theirs: ['TX-8'], difference: egp(-6_000n), remark: '' })),
    ).toBe('note-needed');
    expect(
      codeOf(await reconciliation.match({ ...pick, theirs: ['TX-77'], difference: egp(0n), remark: '' })),
    ).toBe('item-gone');

    const match = must(await reconciliation.match({ ...pick, difference: egp(0n), remark: '' }));
    expect(match).toMatchObject({ rule: 'manual', manual: { by: 'mona' }, difference: egp(0n) });
    expect((await exceptions(shop)).map(({ type }) => type)).toEqual(['amount-under']);
    expect(codeOf(await reconciliation.match({ ...pick, difference: egp(0n), remark: '' }))).toBe(
      'item-matched',
    );

    const after = await reconcile(shop);
    expect(after.comparisons[0]?.matched.map(({ rule, matches }) => [rule, matches])).toEqual([
      ['manual', 1],
      ['order-id', 1],
    ]);
    must(await reconciliation.unmatch({ matchId: match.matchId, reason: 'two customers' }));
    expect(codeOf(await reconciliation.unmatch({ matchId: match.matchId, reason: 'again' }))).toBe(
      'match-gone',
    );
    expect(must(await reconciliation.overview()).outOfDate).toEqual(['matches']);
    await reconcile(shop);
    expect((await exceptions(shop)).length).toBe(4);
    expect((await audit.verify())?.verdict.ok).toBe(true);
  }));

it('a decision holds through runs, and for the amounts that it was made on', () =>
  withShop(async (shop) => {
    await aMess(shop);
    const { reconciliation } = shop.session();
    const [under] = await exceptions(shop, 'sales', { types: ['amount-under'] });
    if (!under) throw new Error('no exception');
    must(
      await reconciliation.assign({
        exceptions: [seen(under)],
        owner: 'Sara',
        dueOn: '2026-11-20',
        remark: 'asked the bank',
      }),
    );
    expect((await exceptions(shop, 'sales', { owner: 'Sara' }))[0]).toMatchObject({
      owner: 'Sara',
      dueOn: '2026-11-20',
      overdue: true,
      remark: 'asked the bank',
    });
    expect(codeOf(await reconciliation.resolve({ exceptions: [seen(under)], remark: '' }))).toBe(
      'note-needed',
    );
    must(await reconciliation.resolve({ exceptions: [seen(under)], remark: 'a voucher' }));
    expect(codeOf(await reconciliation.resolve({ exceptions: [seen(under)], remark: 'again' }))).toBe(
      'decided-already',
    );

    const overview = await reconcile(shop);
    expect(await exceptions(shop, 'sales', { types: ['amount-under'] })).toEqual([]);
    expect((await exceptions(shop, 'sales', { states: ['resolved'] }))[0]).toMatchObject({
      key: under.key,
      owner: 'Sara',
      remark: 'a voucher',
    });
    const cells = overview.comparisons[0]?.exceptions.filter(({ type }) => type === 'amount-under');
    expect(cells?.map(({ state, count }) => [state, count])).toEqual([['resolved', 1]]);

    await settle(shop, [settled(1), settled(2, { amount: egp(9_000n) })]);
    await reconcile(shop);
    const [again] = await exceptions(shop, 'sales', { types: ['amount-under'] });
    expect(again).toMatchObject({
      key: under.key,
      state: 'open',
      reopenedByChange: true,
      difference: egp(-1_000n),
    });
    expect(codeOf(await reconciliation.resolve({ exceptions: [seen(under)], remark: 'as before' }))).toBe(
      'changed-since',
    );
    const { decisions } = must(await reconciliation.exception({ key: under.key }));
    expect(decisions.map(({ kind, by }) => [kind, by])).toEqual([
      ['assigned', 'mona'],
      ['resolved', 'mona'],
    ]);
  }));

it('a write-off above the limit needs a second person, and is in the record with its amount and who agreed', () =>
  withShop(async (shop) => {
    await aMess(shop);
    const calls = callsOf(shop);
    const [small] = await exceptions(shop, 'sales', { types: ['amount-under'] });
    if (!small) throw new Error('no exception');
    const off = (one: ReconcileException, authorization: typeof alone | typeof withSecond) =>
      calls['reconciliation.writeOff']({ exception: seen(one), remark: 'not worth it', authorization });
    expect((await off(small, alone)).ok).toBe(true);
    const written = await exceptions(shop, 'sales', { states: ['written-off'] });
    expect(written.map(({ key }) => key)).toEqual([small.key]);
    must(await shop.session().reconciliation.reopen({ key: small.key, reason: 'it came' }));
    expect(await exceptions(shop, 'sales', { states: ['written-off'] })).toEqual([]);

    await settle(shop, [settled(1), settled(2, { amount: egp(30_000n) })]);
    await reconcile(shop);
    const [over] = await exceptions(shop, 'sales', { types: ['amount-over'] });
    if (!over) throw new Error('no exception');
    expect(codeOf(await off(over, alone))).toBe('second-needed');
    expect((await off(over, withSecond)).ok).toBe(true);
    const { decisions } = must(await shop.session().reconciliation.exception({ key: over.key }));
    expect(decisions).toMatchObject([
      { kind: 'written-off', amount: egp(20_000n), approvedBy: 'sara', by: 'mona' },
    ]);
    expect((await shop.session().audit.verify())?.verdict.ok).toBe(true);
  }));

const WORDS = {
  columns: { key: ['Key', 'المفتاح'], version: ['Version'], action: ['Action'], remark: ['Remark'] },
  actions: { resolve: ['Resolve', 'إغلاق'], 'write-off': ['Write off'] },
};
const HEADERS = [
  'Key',
  'Version',
  'Comparison',
  'Type',
  'Age',
  'Date',
  'Order',
  'Reference',
  'Branch',
  'Terminal',
  'Text',
  'Currency',
  'Ours',
  'Theirs',
  'Difference',
  'Owner',
  'Due',
  'Action',
  'Remark',
];

/** A sheet that comes back with these rows. */
async function sheetOf(rows: string[][]): Promise<{ fileName: string; base64: string } & typeof WORDS> {
  const columns = ['Key', 'Version', 'Action', 'Remark'].map((header) => ({ header, kind: 'text' as const }));
  const bytes = await xlsxOf([{ name: 'Back', rtl: true, timeZone: 'Africa/Cairo', columns, rows }]);
  return { fileName: 'back.xlsx', base64: Buffer.from(bytes).toString('base64'), ...WORDS };
}

it('a row of a sheet that is above the limit makes the sheet one of two people', () =>
  withShop(async (shop) => {
    await aClosedDay(shop, 1);
    await settle(shop, [settled(1), settled(2, { amount: egp(15_000n) })]);
    await reconcile(shop);
    const calls = callsOf(shop);
    const [large] = await exceptions(shop);
    if (!large) throw new Error('no exception');
    const sheet = await sheetOf([[large.key, large.version, 'write off', 'nobody pays it']]);
    const { rows, sheetId, writeOffs } = must(await shop.session().reconciliation.checkSheet(sheet));
    expect(rows).toMatchObject([{ problem: null }]);
    expect(writeOffs).toEqual([{ amount: egp(15_000n), count: 1 }]);
    const apply = (authorization: typeof alone | typeof withSecond) =>
      calls['reconciliation.applySheet']({ sheetId, authorization });
    expect(codeOf(await apply(alone))).toBe('second-needed');
    expect(must(await apply(withSecond))).toEqual({ resolved: 0, writtenOff: 1 });
    expect((await exceptions(shop, 'sales', { states: ['written-off'] })).map(({ key }) => key)).toEqual([
      large.key,
    ]);
  }));

it('exceptions go out as a sheet, come back filled in, and are applied only as a whole and after a look', () =>
  withShop(async (shop) => {
    await aMess(shop);
    const calls = callsOf(shop);
    const filter = { types: [], ages: [], states: ['open' as const], owner: null, branchNames: [], text: '' };
    const saved = must(
      await calls['reconciliation.saveSheet']({
        comparison: 'sales',
        filter,
        fileName: ['exceptions'],
        sheetName: 'Exceptions',
        rtl: false,
        headers: HEADERS,
        comparisonWord: 'Sales',
        typeWords: Array.from({ length: 9 }, (_, at) => `type ${at}`),
      }),
    );
    expect(saved.rows).toBe(4);
    const [, ...out] = await readSheet(await readFile(saved.path));
    const filled = (fill: (row: readonly unknown[], at: number) => [string, string]) =>
      out.map((row, at) => {
        const cells = row.map((cell) => (cell === null ? '' : String(cell)));
        const [action, remark] = fill(row, at);
        return [cells[0] ?? '', cells[1] ?? '', action, remark];
      });
    const check = async (rows: string[][]) => shop.session().reconciliation.checkSheet(await sheetOf(rows));
    const bad = must(
      await check([
        ['sales:ours:late:nobody', 'v', 'resolve', 'x'],
        ...filled((_, at) =>
          at === 0 ? ['إغلاق', ''] : at === 1 ? ['do it', 'x'] : at === 2 ? ['', ''] : ['RESOLVE', 'y'],
        ),
        ...filled((_, at) => (at === 3 ? ['resolve', 'twice'] : ['', ''])),
        [String(out[3]?.[0]), 'old', 'resolve', 'z'],
      ]),
    );
    expect(bad.rows.map(({ problem }) => problem)).toEqual([
      'key-unknown',
      'remark-missing',
      'action-not-understood',
      null,
      'key-twice',
      'key-twice',
    ]);
    expect(bad.passedOver).toBe(4);
    expect(await exceptions(shop, 'sales', { states: ['resolved'] })).toEqual([]);

    const good = must(
      await check(filled((_, at) => (at === 0 ? ['write off', 'small'] : ['resolve', 'seen']))),
    );
    expect(good).toMatchObject({ applicable: { resolve: 3, writeOff: 1 }, passedOver: 0 });
    expect(
      codeOf(await calls['reconciliation.applySheet']({ sheetId: bad.sheetId, authorization: alone })),
    ).toBe('sheet-gone');
    expect(
      must(await calls['reconciliation.applySheet']({ sheetId: good.sheetId, authorization: alone })),
    ).toEqual({
      resolved: 3,
      writtenOff: 1,
    });
    expect(await exceptions(shop)).toEqual([]);
    expect(
      codeOf(await calls['reconciliation.applySheet']({ sheetId: good.sheetId, authorization: alone })),
    ).toBe('sheet-gone');
    const torn = {
      fileName: 'x.xlsx',
      base64: Buffer.from('PK\u0003\u0004 nothing').toString('base64'),
      ...WORDS,
    };
    expect(codeOf(await shop.session().reconciliation.checkSheet(torn))).toBe('sheet-unreadable');
  }));
