import { expect, it } from 'vitest';
import type { NewInvoice, NewLink } from '#shared/contract/bills.ts';
import { withFee } from '#shared/domain/billing.ts';
import type { KeptListName } from '#shared/domain/kept-lists.ts';
import { money } from '#shared/money/money.ts';
import { codeOf, must, withBench, type Bench } from '../operations/harness.ts';

const EGP = (minor: bigint) => money(minor, 'EGP');
const bills = (bench: Bench) => bench.session().bills;
const aLink = (change: Partial<NewLink> = {}): NewLink => ({
  customer: 'Hany Adel',
  amount: EGP(40_000n),
  description: 'Two cakes',
  fee: null,
  dueAtMs: null,
  manualCapture: false,
  ...change,
});
const simple = {
  type: 'simple' as const,
  customer: 'Hany Adel',
  amount: EGP(40_000n),
  email: '',
  phone: '',
  description: '',
  manualCapture: false,
};
const { amount: _amount, ...withoutAmount } = simple;
const professional = (dueAtMs: number): NewInvoice => ({
  ...withoutAmount,
  type: 'professional',
  dueAtMs,
  lines: [
    { description: 'Cake', unitPrice: EGP(12_550n), quantity: 2 },
    { description: 'Delivery', unitPrice: EGP(3_000n), quantity: 1 },
  ],
});
const link = async (bench: Bench, wanted = aLink(), despiteDouble = false) =>
  must(await bills(bench).makeLink({ link: wanted, despiteDouble }));
const invoice = async (bench: Bench, wanted: NewInvoice) =>
  must(await bills(bench).makeInvoice({ invoice: wanted, despiteDouble: false }));
const keyOf = (made: Awaited<ReturnType<typeof link>>) => (made.kind === 'done' ? made.key : made.kind);
const rowOf = async (bench: Bench, name: KeptListName, key: string) =>
  must(await bench.session().kept.row({ name, key })).detail?.row;

it('a link is made with its fee, and its list shows the total that a person was shown', () =>
  withBench(async (bench) => {
    const fee = { name: 'Service', flat: EGP(500n), percent: '2.5' };
    const key = keyOf(await link(bench, aLink({ fee })));
    const total = withFee(EGP(40_000n), fee);
    expect(total).toEqual(EGP(41_500n));
    const cells = (await rowOf(bench, 'links', key))?.cells;
    expect(cells?.amount).toEqual({ is: 'money', money: total });
    expect(cells?.billTo).toEqual({ is: 'text', text: 'Hany Adel' });
  }));

it('an invoice is made as one amount, as lines that add up, and as an order, with an address to pay at', () =>
  withBench(async (bench) => {
    const one = await invoice(bench, { ...simple, phone: '٠١٠٠ ١٢٣ ٤٥٦٧' });
    expect(keyOf(one)).toMatch(/^PR-/);
    expect(one.kind === 'done' && one.address).toMatch(/\/invoice\/PR-/);
    const lines = keyOf(await invoice(bench, professional(bench.clock.nowMs() + 86_400_000)));
    expect(lines).toMatch(/^INV-/);
    expect((await rowOf(bench, 'invoices', lines))?.cells.amount).toEqual({
      is: 'money',
      money: EGP(28_100n),
    });
    const order = await invoice(bench, { ...simple, type: 'order', amount: EGP(100n) });
    expect(keyOf(order)).toMatch(/^ORD-/);
  }));

it('where its customer pays, and what an invoice asks for, are kept of a bill that is made here, also after a restart', () =>
  withBench(async (bench) => {
    const kept = async (what: 'link' | 'invoice', key: string) =>
      must(await bills(bench).made({ what, key })).made;
    const one = await invoice(bench, simple);
    const lined = keyOf(await invoice(bench, professional(bench.clock.nowMs() + 86_400_000)));
    const oneLink = keyOf(await link(bench));
    await bench.restart();
    expect(await kept('invoice', keyOf(one))).toEqual({
      address: one.kind === 'done' && one.address,
      lines: [],
    });
    expect(
      (await kept('invoice', lined))?.lines.map(({ description, quantity }) => [description, quantity]),
    ).toEqual([
      ['Cake', 2],
      ['Delivery', 1],
    ]);
    // The gateway names no address of a link (§2.4): it was made here, and has none.
    expect(await kept('link', oneLink)).toEqual({ address: null, lines: [] });
    expect(await kept('link', keyOf(one))).toBeNull();
    expect(await kept('invoice', 'INV-000404')).toBeNull();
  }));

it('the same customer and amount within a day is a question that names who made the first one', () =>
  withBench(async (bench) => {
    const key = keyOf(await link(bench));
    const before = await bench.received('POST', '/v2/payment-link');
    expect(await link(bench, aLink({ customer: 'hany adel' }))).toMatchObject({
      kind: 'double',
      like: { key, name: key, by: 'mona' },
    });
    expect(await bench.received('POST', '/v2/payment-link')).toBe(before);
    expect((await link(bench, aLink({ amount: EGP(40_001n) }))).kind).toBe('done');
    expect((await link(bench, aLink(), true)).kind).toBe('done');
  }));

it('bad input is refused before anything is sent, and says at which field', () =>
  withBench(async (bench) => {
    const past = bench.clock.nowMs() - 1;
    const links: [Partial<NewLink>, string, string][] = [
      [{ amount: EGP(0n) }, 'amount-not-understood', 'amount'],
      [{ customer: '4111 1111 1111 1111' }, 'card-number', 'customer'],
      [{ description: 'card 4111111111111111' }, 'card-number', 'description'],
      [{ dueAtMs: past }, 'date-not-ahead', 'due'],
      [{ fee: { name: 'Fee', flat: money(1n, 'USD'), percent: '0' } }, 'amount-not-understood', 'flat'],
    ];
    for (const [change, code, field] of links) {
      const answer = await bills(bench).makeLink({ link: aLink(change), despiteDouble: false });
      expect([codeOf(answer), !answer.ok && answer.error.params]).toEqual([code, { field }]);
    }
    const mixed = professional(bench.clock.nowMs() + 86_400_000);
    if (mixed.type === 'professional')
      mixed.lines.push({ description: 'Sugar', unitPrice: money(100n, 'USD'), quantity: 1 });
    const invoices: [NewInvoice, string][] = [
      [{ ...simple, email: 'hany' }, 'email-not-understood'],
      [{ ...simple, phone: '12a' }, 'phone-not-understood'],
      [professional(past), 'date-not-ahead'],
      [mixed, 'amount-not-understood'],
    ];
    for (const [wanted, code] of invoices)
      expect(codeOf(await bills(bench).makeInvoice({ invoice: wanted, despiteDouble: false }))).toBe(code);
    expect(await bench.received('POST', '/v2/payment')).toBe(0);
  }));

it('a link whose reference the gateway does not give back is shown as possible, and a person says whether it is this one', () =>
  withBench(async (bench) => {
    const { live } = bench.sandbox;
    await bench.fault('POST', '/v2/payment-link', { kind: 'drop-before' });
    expect((await link(bench)).kind).toBe('not-known');
    const made = await fetch(`${live.dashboardUrl}/v2/payment-link`, {
      method: 'POST',
      headers: { authorization: live.secretKey, 'content-type': 'application/json' },
      body: JSON.stringify({
        customer: { name: 'Hany Adel' },
        totalAmount: 400,
        currency: 'EGP',
        description: 'Two cakes',
      }),
    });
    expect(made.status).toBe(200);
    const { making } = bench.session();
    const open = async () => must(await making.attempts({ whats: ['link'] })).attempts;
    const attemptId = (await open())[0]?.attemptId ?? '';
    must(await making.look({ attemptId }));
    const key = (await open())[0]?.possible?.key ?? '';
    expect(key).toMatch(/^PL-/);
    must(await making.takePossible({ attemptId, key }));
    expect(await open()).toEqual([]);
  }));

it('a row of a bulk bill is corrected and dropped before it is shared, and refused afterwards', () =>
  withBench(async (bench) => {
    must(await bench.session().kept.refresh({ name: 'bulk', whole: true }));
    const filter = { text: '', words: {} };
    const asked = { name: 'bulk' as const, filter, sort: null, cursor: null, limit: 50 };
    const { rows } = must(await bench.session().kept.page(asked));
    const inState = (state: string) =>
      rows.find(({ cells }) => cells.bulkState?.is === 'text' && cells.bulkState.text === state)?.key ?? '';
    const [draft, shared] = [inState('draft'), inState('shared')];
    const change = { amount: EGP(12_345n), dueAtMs: null };
    expect(must(await bills(bench).correct({ key: draft, ...change })).ending).toBe('done');
    expect((await rowOf(bench, 'bulk', draft))?.cells.amount).toEqual({ is: 'money', money: EGP(12_345n) });
    if (shared !== '') expect((await bills(bench).correct({ key: shared, ...change })).ok).toBe(false);
    await bench.fault('DELETE', '/v2/batch-item', { kind: 'drop-before' });
    expect(must(await bills(bench).drop({ key: draft })).ending).toBe('not-known');
    await bench.fault('DELETE', '/v2/batch-item', { kind: 'drop-after' });
    expect(must(await bills(bench).drop({ key: draft })).ending).toBe('done');
    expect((await rowOf(bench, 'bulk', draft))?.isGone).toBe(true);
    expect(must(await bills(bench).drop({ key: draft })).ending).toBe('gone-before');
  }));

it('a discount is tried on an amount', () =>
  withBench(async (bench) => {
    must(await bench.session().kept.refresh({ name: 'discounts', whole: true }));
    const filter = { text: '', words: {} };
    const asked = { name: 'discounts' as const, filter, sort: null, cursor: null, limit: 50 };
    const { rows } = must(await bench.session().kept.page(asked));
    const discountId = rows[0]?.key ?? '';
    const { discount, final } = must(await bills(bench).tryDiscount({ discountId, amount: EGP(10_000n) }));
    expect(discount.minor).toBeGreaterThan(0n);
    expect(discount.minor + final.minor).toBe(10_000n);
    const nothing = await bills(bench).tryDiscount({ discountId, amount: EGP(0n) });
    expect(codeOf(nothing)).toBe('amount-not-understood');
  }));
