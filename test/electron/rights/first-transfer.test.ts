/** The first transfer to a number always needs two people. A later one needs them above the limit, a bulk transfer always. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startCore, type Core } from '#electron/core/core.ts';
import { money, toDecimal, type Money } from '#shared/money/money.ts';
import { codeOf, must } from '../services/operations/harness.ts';
import { memoryKeychain } from '../services/people/bench.ts';
import { ADMINISTRATOR, signIn } from '../signed-in.ts';
import { coreOptions } from '../core-options.ts';

const PIN = { Mona: ADMINISTRATOR.pin, Sara: '604821', Hany: '731905' };
type Name = keyof typeof PIN;
const dataDir = mkdtempSync(join(tmpdir(), 'closeout-first-transfer-'));
let core: Core;
let ids: Record<string, string> = {};

/** By Mona, who is signed in, with a second person beside her or not. */
async function pay(amount: Money, second: Name | null) {
  const transfer = {
    method: 'wallet',
    recipient: 'A Supplier',
    number: '01001234567',
    bank: '',
    amount,
  } as const;
  const { preparationId, isFirst } = must(await core.handlers['payout.prepare']({ transfer }));
  const told = await core.handlers['payout.confirm']({
    preparationId,
    reason: 'invoice 77',
    note: '',
    typedAmount: toDecimal(amount),
    authorization: {
      pin: PIN.Mona,
      second: second && { personId: ids[second] ?? '', pin: PIN[second] },
      requestId: null,
    },
  });
  return { isFirst, code: codeOf(told), state: told.ok ? told.value.operation.state : null };
}

beforeAll(async () => {
  core = must(await startCore(coreOptions(dataDir, memoryKeychain())));
  await signIn(core);
  const pin = PIN.Mona;
  const { handlers } = core;
  must(await handlers['people.add']({ name: 'Sara', role: 'finance', newPin: PIN.Sara, pin }));
  const added = await handlers['people.add']({ name: 'Hany', role: 'cashier', newPin: PIN.Hany, pin });
  ids = Object.fromEntries(must(added).people.map(({ name, personId }) => [name, personId]));
  must(await handlers['profiles.startPractice']({ language: 'en' }));
}, 60_000);
afterAll(async () => {
  await core.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

it('a small first transfer is not sent by one person, nor with one who may not approve', async () => {
  const amount = money(1_000n, 'EGP');
  expect(await pay(amount, null)).toMatchObject({ isFirst: true, code: 'second-needed' });
  expect(await pay(amount, 'Hany')).toMatchObject({ isFirst: true, code: 'second-not-allowed' });
  expect(await pay(amount, 'Sara')).toMatchObject({ isFirst: true, state: 'SUCCEEDED' });
});

it('the next one to this number is sent by one person, but not above the limit', async () => {
  expect(await pay(money(2_000n, 'EGP'), null)).toMatchObject({ isFirst: false, state: 'SUCCEEDED' });
  expect(await pay(money(1_000_001n, 'EGP'), null)).toMatchObject({ isFirst: false, code: 'second-needed' });
});

it('transfers to many are not sent by one person, to whomever and however small, nor with one who may not approve', async () => {
  const amount = money(100n, 'EGP');
  const to = { method: 'wallet', recipient: 'A Supplier', number: '01001234567', bank: '', amount } as const;
  async function payMany(second: Name | null) {
    const { handlers } = core;
    const { preparationId } = must(
      await handlers['payout.prepareBatch']({ of: { from: 'sheet', transfers: [to, to] } }),
    );
    const form = { reason: 'wages', note: '', typedAmount: '2' };
    const told = await handlers['payout.confirmBatch']({
      preparationId,
      ...form,
      authorization: {
        pin: PIN.Mona,
        second: second && { personId: ids[second] ?? '', pin: PIN[second] },
        requestId: null,
      },
    });
    return told.ok ? told.value.operation.state : told.error.code;
  }
  expect(await payMany(null)).toBe('second-needed');
  expect(await payMany('Hany')).toBe('second-not-allowed');
  expect(await payMany('Sara')).toBe('SUCCEEDED');
});
