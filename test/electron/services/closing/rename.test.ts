import { expect, it } from 'vitest';
import { closeDay, codeOf, DAY, must, withShop, type Shop } from './shop.ts';

/** Terminals that people typed and gave a branch by name. */
async function named(shop: Shop, terminalId: string, branchName: string | null) {
  const { terminals } = shop.session();
  return terminals.update({ terminalId, label: null, branchName });
}
const add = async (shop: Shop, terminalId: string) => {
  shop.tills.set(terminalId, { branch: '', rows: [], unreadable: [], error: null });
  must(await shop.session().terminals.add({ text: terminalId }));
};

it('the last terminal of a branch with closed days does not take its numbers to a name without', () =>
  withShop(async (shop) => {
    await add(shop, '30410009');
    must(await named(shop, '30410009', 'City'));
    must(await named(shop, '30410009', 'Old city'));
    shop.sell('30410009', 100n);
    const closed = await closeDay(shop, 'name:Old city');
    expect(closed.z.content.number).toBe(1);
    shop.clock.forward(DAY);

    const renamed = await named(shop, '30410009', 'New city');
    expect(renamed).toMatchObject({
      ok: false,
      error: { code: 'branch-has-closes', params: { branch: 'Old city', number: 1 } },
    });
    expect(codeOf(await named(shop, '30410009', null))).toBe('branch-has-closes');
    shop.sell('30410009', 200n);
    expect((await closeDay(shop, 'name:Old city')).z.content.number).toBe(2);

    // Another terminal keeps the branch: this one may go, and come back.
    await add(shop, '30410010');
    must(await named(shop, '30410010', 'Old city'));
    must(await named(shop, '30410009', 'New city'));
    expect(codeOf(await named(shop, '30410010', 'New city'))).toBe('branch-has-closes');
    must(await named(shop, '30410009', 'Old city'));
  }, {}));
