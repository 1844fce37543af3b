import { expect, it } from 'vitest';
import { gatewayError } from '#shared/errors/app-error.ts';
import { begin, DAY, exactly, HOUR, must, withShop, type Shop } from './shop.ts';

const egp = (minor: bigint) => ({ minor, currency: 'EGP' });
const blocked = (reason: string, count: number) => ({
  error: { code: 'blocked', params: { reason, count } },
});

/** A close of B1 whose terminals were all read, with nothing sold yet. */
async function readShop(shop: Shop) {
  const { closing } = shop.session();
  const { closingId } = (await begin(shop)).closing;
  must(await closing.read({ closingId, terminalIds: null }));
  return { closing, closingId };
}
async function countedShop(shop: Shop) {
  const { closing, closingId } = await readShop(shop);
  const frozen = must(await closing.freeze({ closingId, provisional: false }));
  must(await closing.count({ closingId, lines: exactly(frozen) }));
  return { closing, closingId };
}

it.each([8 * HOUR, 2 * DAY])(
  'a read %d ms ago does not count for the freeze; reading again is enough',
  (ms) =>
    withShop(async (shop) => {
      const { closing, closingId } = await readShop(shop);
      shop.clock.forward(ms);
      shop.sell('T1', 5_000n);
      expect(await closing.freeze({ closingId, provisional: false })).toMatchObject(
        blocked('terminals-not-read', 2),
      );
      const again = must(await closing.read({ closingId, terminalIds: null }));
      expect(again.terminals.map(({ state }) => state)).toEqual(['read', 'read']);
    }),
);

it('a sale made while people counted is found at the confirmation, and no number is given without it', () =>
  withShop(async (shop) => {
    const { closing, closingId } = await countedShop(shop);
    shop.clock.forward(HOUR);
    shop.sell('T1', 5_000n);
    expect(await closing.confirm(closingId, null)).toMatchObject(blocked('late-arrivals', 1));
    const included = must(await closing.lateArrivals({ closingId, decision: 'include' }));
    await shop.acknowledge('T1');
    await shop.read('T1');
    must(await closing.count({ closingId, lines: exactly(included) }));
    const { z } = must(await closing.confirm(closingId, null));
    expect(z.content).toMatchObject({ verdict: 'agree', sales: [{ amount: egp(5_000n) }] });
  }));

it('a terminal that cannot be read again at the confirmation stops it until it is read or left out', () =>
  withShop(async (shop) => {
    const { closing, closingId } = await countedShop(shop);
    shop.clock.forward(HOUR);
    shop.tills.set('T2', { branch: 'B1', rows: [], unreadable: [], error: gatewayError('unreachable') });
    expect(await closing.confirm(closingId, null)).toMatchObject(blocked('terminals-not-read', 1));
    const shown = must(await closing.detail({ closingId }));
    expect(shown.terminals.map(({ state }) => state)).toEqual(['read', 'failed']);
    const leave = { reason: 'unreachable' as const, note: '' };
    must(await closing.leaveOut({ closingId, terminalId: 'T2', leave }));
    expect(must(await closing.confirm(closingId, null)).z.content.verdict).toBe('not-checked');
  }));

it('a terminal that is left out after the freeze takes its rows out, and the count is made again', () =>
  withShop(async (shop) => {
    shop.sell('T1', 1_000n);
    shop.sell('T2', 77n);
    await shop.acknowledge('T1');
    await shop.acknowledge('T2');
    const { closing, closingId } = await countedShop(shop);
    const leave = { reason: 'unreachable' as const, note: '' };
    const out = must(await closing.leaveOut({ closingId, terminalId: 'T1', leave }));
    expect(out.lines).toMatchObject([{ expected: egp(77n), counted: null }]);
    expect(await closing.confirm(closingId, null)).toMatchObject(blocked('not-counted', 1));
    const back = must(await closing.leaveOut({ closingId, terminalId: 'T1', leave: null }));
    expect(back.lateArrivals.count).toBe(1);
    must(await closing.lateArrivals({ closingId, decision: 'include' }));
    const again = must(await closing.leaveOut({ closingId, terminalId: 'T1', leave }));
    must(await closing.count({ closingId, lines: exactly(again) }));
    const { z } = must(await closing.confirm(closingId, null));
    expect(z.content.sales).toEqual([{ count: 1, amount: egp(77n) }]);
    expect(z.content.terminals[0]).toMatchObject({ left: [{ count: 1, amount: egp(1_000n) }] });
  }));

it('a provisional Z that summed rows of a terminal left out later says so in its changes', () =>
  withShop(async (shop) => {
    shop.sell('T1', 1_000n);
    await shop.acknowledge('T1');
    const { closing } = shop.session();
    const { closingId } = (await begin(shop)).closing;
    const frozen = must(await closing.freeze({ closingId, provisional: true }));
    must(await closing.count({ closingId, lines: exactly(frozen) }));
    must(await closing.provisional(closingId, 'no internet', null));
    const leave = { reason: 'unreachable' as const, note: '' };
    must(await closing.leaveOut({ closingId, terminalId: 'T1', leave }));
    must(await closing.read({ closingId, terminalIds: null }));
    const now = must(await closing.detail({ closingId }));
    must(await closing.count({ closingId, lines: exactly(now) }));
    const { z } = must(await closing.confirm(closingId, null));
    expect(z.content).toMatchObject({ sales: [], changes: { removed: [{ amount: egp(1_000n) }] } });
    const reopened = must(await closing.reopen(closingId, 'found', 'samir'));
    expect(reopened.lines).toEqual([]);
  }));
