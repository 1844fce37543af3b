import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startCore, type Core } from '#electron/core/core.ts';
import { NEWEST_FIRST, paymentFilterSchema, type Payment } from '#shared/contract/payments.ts';
import { money, toDecimal, type Money } from '#shared/money/money.ts';
import { codeOf, must } from '../services/operations/harness.ts';
import { memoryKeychain } from '../services/people/bench.ts';
import { ADMINISTRATOR, signIn } from '../signed-in.ts';
import { coreOptions } from '../core-options.ts';

const PIN = { Mona: ADMINISTRATOR.pin, Omar: '700813', Hany: '604821', Sara: '316402' };
type Name = keyof typeof PIN;

const dataDir = mkdtempSync(join(tmpdir(), 'closeout-order-rights-'));
let core: Core;
let ids: Record<string, string> = {};
let paid: Payment[] = [];

const as = async (name: Name) =>
  void must(await core.handlers['people.unlock']({ personId: ids[name] ?? '', pin: PIN[name] }));
const prepare = (orderId: string, amount: Money | null = null) =>
  core.handlers['orderMovement.prepare']({ kind: 'refund', orderId, amount });
/** What a person who asked and one who agrees fill in. */
const reason = 'customer-cancelled';
const note = '';

async function agree(by: Name, orderId: string, amount: Money, requestId: string) {
  const { preparationId } = must(await prepare(orderId, amount));
  const typedAmount = toDecimal(amount);
  const authorization = { pin: PIN[by], second: null, requestId };
  return core.handlers['orderMovement.confirm']({ preparationId, reason, note, typedAmount, authorization });
}

/** Refunds all that is left of an order, with the PIN of who is signed in, and of a second person. */
async function refund(at: number, by: Name, second: Name | null = null) {
  const { preparationId, amount } = must(await prepare(paid[at]?.orderId ?? ''));
  return core.handlers['orderMovement.confirm']({
    preparationId,
    reason,
    note,
    typedAmount: toDecimal(amount),
    authorization: {
      pin: PIN[by],
      second: second && { personId: ids[second] ?? '', pin: PIN[second] },
      requestId: null,
    },
  });
}

beforeAll(async () => {
  core = must(await startCore(coreOptions(dataDir, memoryKeychain())));
  const { handlers } = core;
  const { rules } = await signIn(core);
  const pin = PIN.Mona;
  must(await handlers['people.add']({ name: 'Omar', role: 'cashier', newPin: PIN.Omar, pin }));
  must(await handlers['people.add']({ name: 'Hany', role: 'manager', newPin: PIN.Hany, pin }));
  const { people } = must(
    await handlers['people.add']({ name: 'Sara', role: 'finance', newPin: PIN.Sara, pin }),
  );
  ids = Object.fromEntries(people.map(({ name, personId }) => [name, personId]));
  must(await handlers['profiles.startPractice']({ language: 'en' }));
  must(await handlers['payments.download']({ anew: false }));
  const online = async () => {
    const filter = paymentFilterSchema.parse({ state: 'paid' });
    const { rows } = must(
      await handlers['payments.page']({ filter, sort: NEWEST_FIRST, cursor: null, limit: 200 }),
    );
    return rows.filter(({ orderId, terminalId, left }) => orderId !== null && !terminalId && left !== null);
  };
  await vi.waitFor(async () => expect((paid = await online()).length).toBeGreaterThan(1), {
    timeout: 20_000,
  });
  const limits = { ...rules.limits, orderMovement: paid.slice(0, 1).flatMap(({ left }) => left ?? []) };
  must(await handlers['people.setRules']({ ...rules, limits, pin }));
});
afterAll(async () => {
  await core.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

describe('a refund, where the customer stands in the shop', () => {
  it('is nothing that a cashier may prepare', async () => {
    await as('Omar');
    expect(codeOf(await prepare(paid[0]?.orderId ?? ''))).toBe('not-allowed');
  });

  it('up to the limit is given by a manager alone', async () => {
    await as('Hany');
    const { operation } = must(await refund(0, 'Hany'));
    expect(operation).toMatchObject({ kind: 'refund', state: 'SUCCEEDED', actor: 'Hany' });
  });

  it('over the limit needs a second person, who is not the manager and may approve', async () => {
    await as('Mona');
    const { rules } = must(await core.handlers['people.state']({}));
    must(
      await core.handlers['people.setRules']({
        ...rules,
        limits: { ...rules.limits, orderMovement: [] },
        pin: PIN.Mona,
      }),
    );
    await as('Hany');
    expect(codeOf(await refund(1, 'Hany'))).toBe('second-needed');
    expect(codeOf(await refund(1, 'Hany', 'Hany'))).toBe('second-not-allowed');
    expect(codeOf(await refund(1, 'Hany', 'Omar'))).toBe('second-not-allowed');
    const { operation } = must(await refund(1, 'Hany', 'Sara'));
    expect(operation).toMatchObject({ kind: 'refund', state: 'SUCCEEDED', actor: 'Hany' });
    const { events } = must(await core.handlers['operations.detail']({ opId: operation.opId }));
    expect(events[0]).toMatchObject({ code: 'asked', params: { approvedBy: 'Sara' } });
  });

  it('over the limit is sent for approval, and carried out once, for that amount, by whoever approves it', async () => {
    const orderId = paid[2]?.orderId ?? '';
    const { preparationId, amount } = must(await prepare(orderId));
    const ask = () =>
      core.handlers['approvals.request']({
        kind: 'order-movement',
        preparationId,
        reason,
        note,
        pin: PIN.Hany,
      });
    const { request } = must(await ask());
    expect(request).toMatchObject({
      kind: 'refund',
      subject: orderId,
      requestedBy: 'Hany',
      state: 'waiting',
    });
    expect(codeOf(await ask())).toBe('request-waiting');
    expect(codeOf(await agree('Hany', orderId, amount, request.requestId))).toBe('own-request');

    await as('Sara');
    expect(
      codeOf(await core.handlers['approvals.confirm']({ requestId: request.requestId, pin: PIN.Sara })),
    ).toBe('request-not-open');
    const less = money(amount.minor - 1n, amount.currency);
    expect(codeOf(await agree('Sara', orderId, less, request.requestId))).toBe('request-not-open');
    const { operation } = must(await agree('Sara', orderId, amount, request.requestId));
    expect(operation).toMatchObject({ kind: 'refund', state: 'SUCCEEDED' });
    expect(operation.totals).toEqual([{ count: 1, amount }]);
    expect(must(await core.handlers['approvals.list']({})).requests).toEqual([]);
    expect(codeOf(await prepare(orderId))).toBe('nothing-left');
    const { detail } = must(await core.handlers['payments.detail']({ key: orderId }));
    const own = detail?.timeline.filter(({ what }) => what === 'operation' || what === 'approval');
    expect(own?.map(({ what, word, actor }) => [what, word, actor])).toEqual([
      ['operation', null, operation.actor],
      ['approval', 'asked', 'Hany'],
      ['approval', 'approved', 'Sara'],
    ]);
  });

  it('that waits is withdrawn by a movement of the order: a part is not given back a second time', async () => {
    const orderId = paid[3]?.orderId ?? '';
    await as('Hany');
    const { preparationId, amount } = must(await prepare(orderId, money(100n, 'EGP')));
    const asked = { kind: 'order-movement', preparationId, reason, note, pin: PIN.Hany } as const;
    const { request } = must(await core.handlers['approvals.request'](asked));
    const second = { personId: ids['Sara'] ?? '', pin: PIN.Sara };
    const { operation } = must(
      await core.handlers['orderMovement.confirm']({
        preparationId,
        reason,
        note,
        typedAmount: toDecimal(amount),
        authorization: { pin: PIN.Hany, second, requestId: null },
      }),
    );
    expect(operation).toMatchObject({ kind: 'refund', state: 'SUCCEEDED' });
    expect(must(await core.handlers['approvals.list']({})).requests).toEqual([]);
    await as('Sara');
    expect(codeOf(await agree('Sara', orderId, amount, request.requestId))).toBe('request-not-open');
  });
});
