import { expect, it } from 'vitest';
import { createActivityService } from '#electron/services/activity/index.ts';
import type { Role } from '#shared/domain/rights.ts';
import { begin, codeOf, must, salesOf, withShop } from '../services/closing/shop.ts';
import { countedShort, peopleOf, pin } from './shop-people.ts';

type Told = { amounts?: string[] };
const activity = createActivityService({ folder: '', appVersion: '9.9.9' });

it('a close above the limit waits, and is closed as of who asked once another approves', () =>
  withShop(async (shop) => {
    const as = peopleOf(shop);
    const closingId = await countedShort(shop);
    const input = { kind: 'close-day' as const, closingId, pin };
    const denied = await as('Omar', 'cashier')((calls) => calls['approvals.request'](input));
    expect(codeOf(denied)).toBe('not-allowed');
    const { request } = must(await as('Samir', 'manager')((calls) => calls['approvals.request'](input)));
    expect(request).toMatchObject({
      subject: closingId,
      closing: { closingId, businessDate: '2026-11-17', number: null },
      differences: [{ difference: { minor: -90_000n, currency: 'EGP' } }],
      authorized: [],
    });
    const { requestId } = request;
    const confirm = { requestId, pin };
    expect(codeOf(await as('Samir', 'manager')((calls) => calls['approvals.confirm'](confirm)))).toBe(
      'own-request',
    );
    const twice = await as('Lina', 'manager')((calls) => calls['approvals.request'](input));
    expect(codeOf(twice)).toBe('request-waiting');
    const seen = must(await as('Omar', 'cashier')((calls) => calls['approvals.list']({}))).requests;
    expect(seen).toMatchObject([{ requestId, totals: [], differences: [], authorized: null }]);
    // So is a manager who counts this branch blind; whoever does not sees what is asked.
    const seenBy = async (name: string, role: Role) => {
      const [one] = must(await as(name, role)((calls) => calls['approvals.list']({}))).requests;
      return [one?.totals.length, one?.differences.length];
    };
    const toldOfAsking = async (text = '') => {
      const asked = { text, actor: null, action: 'approval.requested', pc: null, cursor: null, limit: 5 };
      const { rows } = must(await activity.page(shop.session(), asked));
      return rows.flatMap((row) => (row.kind === 'entry' ? (JSON.parse(row.facts) as Told) : []));
    };
    expect(await seenBy('Sara', 'finance')).toEqual([1, 1]);
    const [{ amounts: [sum = 'no sum'] = [] } = {}] = await toldOfAsking();
    expect(await toldOfAsking(sum)).toMatchObject([{ amounts: [sum] }]);
    shop.countsBlind = true;
    expect(await seenBy('Samir', 'manager')).toEqual([0, 0]);
    expect((await toldOfAsking()).map((told) => 'amounts' in told)).toEqual([false]);
    // Nor does searching for the sum say that it is there.
    expect(await toldOfAsking(sum)).toEqual([]);
    shop.countsBlind = false;

    // Another explanation: not what was asked for.
    const { closing } = shop.session();
    const line = salesOf('T1');
    const explained = (note: string) => closing.explain({ closingId, ...line, reason: 'slip-missing', note });
    must(await explained('stolen'));
    const stale = await as('Sara', 'finance')((calls) => calls['approvals.confirm'](confirm));
    expect(codeOf(stale)).toBe('changed-since');
    expect(must(await closing.detail({ closingId })).state).toBe('open');

    const refusal = { requestId, note: 'ask again' };
    must(await as('Sara', 'finance')((calls) => calls['approvals.refuse'](refusal)));
    const again = must(await as('Samir', 'manager')((calls) => calls['approvals.request'](input)));
    const approved = must(
      await as(
        'Sara',
        'finance',
      )((calls) => calls['approvals.confirm']({ requestId: again.request.requestId, pin })),
    );
    expect(approved.request).toMatchObject({ state: 'approved', decidedBy: 'Sara' });
    const [z] = must(await closing.zs({ closingId })).zs;
    expect(z?.content).toMatchObject({ number: 1, closed: { by: 'Samir' }, approvedBy: 'Sara' });

    // Opening again, the same way; withdrawn first.
    const reopen = { kind: 'reopen-day' as const, closingId, reason: 'a slip turned up', pin };
    const first = must(await as('Samir', 'manager')((calls) => calls['approvals.request'](reopen)));
    const id = first.request.requestId;
    must(await as('Samir', 'manager')((calls) => calls['approvals.withdraw']({ requestId: id })));
    const gone = await as('Sara', 'finance')((calls) => calls['approvals.confirm']({ requestId: id, pin }));
    expect(codeOf(gone)).toBe('request-not-open');
    const second = must(await as('Samir', 'manager')((calls) => calls['approvals.request'](reopen)));
    const last = { requestId: second.request.requestId, pin };
    must(await as('Sara', 'finance')((calls) => calls['approvals.confirm'](last)));
    expect(must(await closing.detail({ closingId })).reopened).toMatchObject({
      by: 'Samir',
      approvedBy: 'Sara',
      reason: 'a slip turned up',
    });
  }));

it('an operation whose result is not known is carried, and resolved, once another approves', () =>
  withShop(async (shop) => {
    const as = peopleOf(shop);
    await shop.unknown('T1', 'op-1');
    const { closingId } = (await begin(shop)).closing;
    const { closing, operations, context } = shop.session();
    const carry = { kind: 'carry-operation' as const, closingId, opId: 'op-1', note: 'asked the bank', pin };
    const { request } = must(await as('Samir', 'manager')((calls) => calls['approvals.request'](carry)));
    const confirm = { requestId: request.requestId, pin };
    must(await as('Sara', 'finance')((calls) => calls['approvals.confirm'](confirm)));
    expect(must(await closing.detail({ closingId })).operations[0]?.carried).toMatchObject({
      by: 'Samir',
      approvedBy: 'Sara',
      note: 'asked the bank',
    });
    const nothingLarge = { kind: 'close-provisional' as const, closingId, note: 'x', pin };
    must(await closing.freeze({ closingId, provisional: true }));
    const needless = await as('Samir', 'manager')((calls) => calls['approvals.request'](nothingLarge));
    expect(codeOf(needless)).toBe('approval-not-needed');

    await context.db.call('journal.change', {
      opId: 'op-1',
      code: 'needs-person',
      to: 'NEEDS_PERSON',
      params: {},
      patch: {},
      atMs: shop.clock.nowMs(),
    });
    const resolve = {
      kind: 'resolve' as const,
      opId: 'op-1',
      resolution: 'not-done' as const,
      evidence: 'provider-portal' as const,
      evidenceReference: 'T-1',
      reason: 'not in the portal',
      pin,
    };
    const asked = must(await as('Samir', 'manager')((calls) => calls['approvals.request'](resolve)));
    const { requestId } = asked.request;
    must(await as('Sara', 'finance')((calls) => calls['approvals.confirm']({ requestId, pin })));
    const { operation, events } = must(await operations.detail({ opId: 'op-1' }));
    expect(operation.state).toBe('RESOLVED_NOT_DONE');
    expect(events.at(-1)?.params).toMatchObject({
      approvedBy: 'Sara',
      requestedBy: 'Samir',
      reason: 'not in the portal',
    });
  }));
