import { expect, it } from 'vitest';
import type { ReconcileException } from '#shared/contract/reconciliation-items.ts';
import { xlsxOf } from '../services/reports/table-files.ts';
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
} from '../services/reconciliation/settled.ts';
import { peopleOf, pin } from './shop-people.ts';

const seen = ({ key, version }: ReconcileException) => ({ key, version });

/** Of three sales of 100.00 one is settled, one with 300.00, one nowhere. */
async function overSettled(shop: Shop): Promise<ReconcileException> {
  await aClosedDay(shop, 3);
  shop.clock.forward(10 * DAY);
  await settle(shop, [settled(1), settled(2, { amount: egp(30_000n) })]);
  await reconcile(shop);
  const [over] = await exceptions(shop, 'sales', { types: ['amount-over'] });
  if (!over) throw new Error('no exception');
  return over;
}
const ask = (over: ReconcileException, remark = 'the bank will not say') => ({
  kind: 'write-off' as const,
  exception: seen(over),
  remark,
  pin,
});

it('a write-off above the limit waits with exception, amount and reason, and is done as of who asked once another approves', () =>
  withShop(async (shop) => {
    const over = await overSettled(shop);
    const as = peopleOf(shop);
    const denied = await as('Samir', 'manager')((calls) => calls['approvals.request'](ask(over)));
    expect(codeOf(denied)).toBe('not-allowed');
    const noRemark = await as('Lina', 'finance')((calls) => calls['approvals.request'](ask(over, '')));
    expect(codeOf(noRemark)).toBe('note-needed');
    const { request } = must(await as('Lina', 'finance')((calls) => calls['approvals.request'](ask(over))));
    expect(request).toMatchObject({
      subject: over.key,
      note: 'the bank will not say',
      totals: [{ amount: egp(20_000n), count: 1 }],
      exceptions: [
        {
          action: 'write-off',
          remark: 'the bank will not say',
          exception: {
            key: over.key,
            type: 'amount-over',
            ours: { amount: egp(10_000n), orderId: over.ours?.orderId },
            theirs: [{ amount: egp(30_000n) }],
            difference: egp(20_000n),
          },
        },
      ],
    });
    const { requestId } = request;
    expect(await exceptions(shop, 'sales', { states: ['written-off'] })).toEqual([]);
    const confirm = { requestId, pin };
    expect(codeOf(await as('Lina', 'finance')((calls) => calls['approvals.confirm'](confirm)))).toBe(
      'own-request',
    );
    const twice = await as('Nour', 'finance')((calls) => calls['approvals.request'](ask(over)));
    expect(codeOf(twice)).toBe('request-waiting');

    const approved = must(await as('Samir', 'manager')((calls) => calls['approvals.confirm'](confirm)));
    expect(approved.request).toMatchObject({ state: 'approved', decidedBy: 'Samir' });
    const { reconciliation, audit } = shop.session();
    const { decisions, exception } = must(await reconciliation.exception({ key: over.key }));
    expect(exception.state).toBe('written-off');
    expect(decisions).toMatchObject([
      {
        kind: 'written-off',
        amount: egp(20_000n),
        remark: 'the bank will not say',
        by: 'Lina',
        approvedBy: 'Samir',
      },
    ]);
    expect((await audit.verify())?.verdict.ok).toBe(true);
  }));

it('is refused to who approves where the exception is not open with the same amount any more', () =>
  withShop(async (shop) => {
    const over = await overSettled(shop);
    const as = peopleOf(shop);
    const { request } = must(await as('Lina', 'finance')((calls) => calls['approvals.request'](ask(over))));
    const confirm = () =>
      as('Samir', 'manager')((calls) => calls['approvals.confirm']({ requestId: request.requestId, pin }));

    await settle(shop, [settled(1), settled(2, { amount: egp(31_000n) })]);
    await reconcile(shop);
    expect(codeOf(await confirm())).toBe('changed-since-asked');
    await settle(shop, [settled(1), settled(2)]);
    await reconcile(shop);
    expect(codeOf(await confirm())).toBe('exception-gone');
    await settle(shop, [settled(1), settled(2, { amount: egp(30_000n) })]);
    await reconcile(shop);
    const { reconciliation } = shop.session();
    must(await reconciliation.resolve({ exceptions: [seen(over)], remark: 'a voucher' }));
    expect(codeOf(await confirm())).toBe('decided-already');
    expect(await exceptions(shop, 'sales', { states: ['written-off'] })).toEqual([]);
    // It waits on until somebody decides on it.
    const listed = must(await as('Samir', 'manager')((calls) => calls['approvals.list']({})));
    expect(listed.requests.map(({ requestId }) => requestId)).toEqual([request.requestId]);

    must(await reconciliation.reopen({ key: over.key, reason: 'no voucher' }));
    must(await confirm());
    expect(await exceptions(shop, 'sales', { states: ['written-off'] })).toMatchObject([{ key: over.key }]);
  }));

it('refused, it is told to who asked and to nobody else, for a week; nothing is written off', () =>
  withShop(async (shop) => {
    const over = await overSettled(shop);
    const as = peopleOf(shop);
    const { request } = must(await as('Lina', 'finance')((calls) => calls['approvals.request'](ask(over))));
    const refusal = { requestId: request.requestId, note: 'ask the bank first' };
    must(await as('Samir', 'manager')((calls) => calls['approvals.refuse'](refusal)));
    const told = async () =>
      must(await as('Lina', 'finance')((calls) => calls['approvals.list']({}))).refused;
    expect(await told()).toMatchObject([
      { requestId: request.requestId, decidedBy: 'Samir', decisionNote: 'ask the bank first' },
    ]);
    const others = must(await as('Samir', 'manager')((calls) => calls['approvals.list']({})));
    expect(others).toEqual({ requests: [], refused: [], others: [] });
    shop.clock.forward(8 * DAY);
    expect(await told()).toEqual([]);
    expect(await exceptions(shop, 'sales', { states: ['written-off'] })).toEqual([]);
    // It can be asked for again.
    must(await as('Lina', 'finance')((calls) => calls['approvals.request'](ask(over))));
  }));

it('one person is enough below the limit', () =>
  withShop(async (shop) => {
    await overSettled(shop);
    await settle(shop, [settled(1), settled(2, { amount: egp(9_000n) })]);
    await reconcile(shop);
    const [under] = await exceptions(shop, 'sales', { types: ['amount-under'] });
    if (!under) throw new Error('no exception');
    const as = peopleOf(shop);
    const small = await as('Lina', 'finance')((calls) => calls['approvals.request'](ask(under)));
    expect(codeOf(small)).toBe('approval-not-needed');
  }));

it('a sheet whose write-offs are above the limit together waits as a whole, and is done as a whole', () =>
  withShop(async (shop) => {
    await aClosedDay(shop, 4);
    shop.clock.forward(10 * DAY);
    // Three of four pay 40.00 less each; one is nowhere.
    await settle(
      shop,
      [1, 2, 3].map((order) => settled(order, { amount: egp(6_000n) })),
    );
    await reconcile(shop);
    const unders = await exceptions(shop, 'sales', { types: ['amount-under'] });
    const [missing] = await exceptions(shop, 'sales', { types: ['missing-in-settlement'] });
    if (!missing) throw new Error('no exception');
    const { reconciliation } = shop.session();
    const words = ['Key', 'Version', 'Action', 'Remark'];
    const rows = [
      ...unders.map(({ key, version }) => [key, version, 'write off', 'a known error']),
      [missing.key, missing.version, 'resolve', 'cash'],
    ];
    const columns = words.map((header) => ({ header, kind: 'text' as const }));
    const bytes = await xlsxOf([{ name: 'Back', rtl: false, timeZone: 'Africa/Cairo', columns, rows }]);
    const as = peopleOf(shop);
    const checked = must(
      await reconciliation.checkSheet({
        fileName: 'back.xlsx',
        base64: Buffer.from(bytes).toString('base64'),
        columns: { key: ['Key'], version: ['Version'], action: ['Action'], remark: ['Remark'] },
        actions: { resolve: ['resolve'], 'write-off': ['write off'] },
      }),
    );
    expect(checked.writeOffs).toEqual([{ amount: egp(12_000n), count: 3 }]);
    const { sheetId } = checked;
    const input = { kind: 'write-off-sheet' as const, sheetId, pin };
    const { request } = must(await as('Lina', 'finance')((calls) => calls['approvals.request'](input)));
    expect(request.totals).toEqual([{ amount: egp(12_000n), count: 3 }]);
    expect(request.exceptions.map(({ action, remark }) => [action, remark])).toEqual([
      ['write-off', 'a known error'],
      ['write-off', 'a known error'],
      ['write-off', 'a known error'],
      ['resolve', 'cash'],
    ]);
    const confirm = () =>
      as('Samir', 'manager')((calls) => calls['approvals.confirm']({ requestId: request.requestId, pin }));
    must(await reconciliation.resolve({ exceptions: [seen(missing)], remark: 'found' }));
    expect(codeOf(await confirm())).toBe('decided-already');
    expect(await exceptions(shop, 'sales', { states: ['written-off'] })).toEqual([]);
    must(await reconciliation.reopen({ key: missing.key, reason: 'not found' }));
    must(await confirm());
    expect((await exceptions(shop, 'sales', { states: ['written-off'] })).length).toBe(3);
    expect(await exceptions(shop)).toEqual([]);
    expect(must(await reconciliation.exception({ key: missing.key })).decisions.at(-1)).toMatchObject({
      kind: 'resolved',
      remark: 'cash',
      by: 'Lina',
    });
  }));
