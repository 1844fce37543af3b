import fc from 'fast-check';
import { expect, it } from 'vitest';
import { provenPayouts } from '#shared/domain/asked-elsewhere.ts';
import { readSubject, earlySubject, payoutSubject } from '#shared/domain/bridge-subject.ts';
import { earlyBridgeOf, type EarlyMember } from '#shared/domain/early-bridge.ts';

const egp = (minor: bigint) => ({ minor, currency: 'EGP' });
const member = (transactionId: string, changes: Partial<EarlyMember> = {}): EarlyMember => ({
  transactionId,
  amount: egp(10_000n),
  fee: egp(200n),
  vat: egp(28n),
  net: egp(9_772n),
  ...changes,
});
const payout = {
  currency: 'EGP',
  total: egp(20_000n),
  totalNet: egp(19_544n),
  totalFees: egp(456n),
  vat: egp(56n),
  netTransfer: egp(19_088n),
};
const amounts = (...given: Parameters<typeof earlyBridgeOf>) =>
  earlyBridgeOf(...given).lines.map(({ line, amount }) => [line, amount.minor]);

it('leads from the sales of an early payout to what it transfers', () => {
  const bridge = earlyBridgeOf(payout, [member('b'), member('a')], true);
  expect(bridge.lines.map(({ line, amount, members }) => [line, amount.minor, members.length])).toEqual([
    ['early-sales', 20_000n, 2],
    ['fees', -400n, 2],
    ['vat', -56n, 2],
    ['early-fee', -400n, 1],
    ['early-vat', -56n, 1],
  ]);
  expect(bridge).toMatchObject({ expected: egp(19_088n), gatewayDiffers: egp(0n) });
});

it('sales that are not known one by one are one amount, and it still adds up', () => {
  expect(amounts(payout, [member('a')], false)).toEqual([
    ['early-sales', 10_000n],
    ['early-unnamed', 9_772n],
    ['fees', -200n],
    ['vat', -28n],
    ['early-fee', -400n],
    ['early-vat', -56n],
  ]);
  expect(earlyBridgeOf(payout, [], false)).toMatchObject({
    expected: egp(19_088n),
    gatewayDiffers: egp(0n),
  });
});

it('shows what the gateway says beside its own figures', () => {
  const odd = member('a', { net: egp(9_000n) });
  expect(amounts({ ...payout, totalFees: null, vat: null }, [odd], true)).toEqual([
    ['early-sales', 10_000n],
    ['fees', -200n],
    ['vat', -28n],
    ['net-differs', -772n],
  ]);
  expect(
    earlyBridgeOf({ ...payout, netTransfer: egp(19_000n) }, [member('a'), member('b')], true).gatewayDiffers,
  ).toEqual(egp(-88n));
});

it('adds up to the minor unit whatever is known of it', () => {
  const money = fc.bigInt(-50_000n, 50_000n).map(egp);
  const one = fc.record({
    amount: money,
    fee: fc.option(money),
    vat: fc.option(money),
    net: fc.option(money),
  });
  const given = fc.record({
    currency: fc.constant('EGP'),
    total: fc.option(money),
    totalNet: fc.option(money),
    totalFees: fc.option(money),
    vat: fc.option(money),
    netTransfer: fc.option(money),
  });
  fc.assert(
    fc.property(given, fc.array(one, { maxLength: 20 }), fc.boolean(), (early, members, complete) => {
      const named = members.map((row, at) => ({ ...row, transactionId: `t${at}` }));
      const bridge = earlyBridgeOf(early, named, complete);
      expect(bridge.lines.reduce((sum, { amount }) => sum + amount.minor, 0n)).toBe(bridge.expected.minor);
      for (const { amount, members: own } of bridge.lines)
        expect(own.reduce((sum, row) => sum + row.amount.minor, 0n)).toBe(amount.minor);
      expect(earlyBridgeOf(early, named.toReversed(), complete)).toEqual(bridge);
    }),
  );
});

it('an adjustment is that of payouts asked for elsewhere only where one choice of them makes it up', () => {
  const a = { requestId: 'a', netMinor: 500n };
  const b = { requestId: 'b', netMinor: 700n };
  const c = { requestId: 'c', netMinor: 1_200n };
  expect(provenPayouts(500n, [a, b])).toEqual([a]);
  expect(provenPayouts(1_200n, [a, b])).toEqual([a, b]);
  expect(provenPayouts(1_200n, [a, b, c])).toBeNull();
  expect(provenPayouts(501n, [a, b])).toBeNull();
  expect(provenPayouts(0n, [a])).toBeNull();
  expect(provenPayouts(-500n, [a])).toBeNull();
  expect(provenPayouts(500n, [])).toBeNull();
});

it('one name says what a bridge is of', () => {
  expect(readSubject('SW-2026-11-17')).toEqual({ of: 'window', windowId: 'SW-2026-11-17' });
  expect(readSubject(earlySubject('IS-7'))).toEqual({ of: 'early', requestId: 'IS-7' });
  expect(readSubject(payoutSubject('EGP', 'CIB/44 1'))).toEqual({
    of: 'payout',
    currency: 'EGP',
    bankReference: 'CIB/44 1',
  });
});
