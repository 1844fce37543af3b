import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { NEWEST_FIRST, paymentFilterSchema } from '#shared/contract/payments.ts';
import { checkoutRequestSchema, type CheckoutRequest } from '#shared/contract/checkouts.ts';
import type { Made } from '#shared/contract/making.ts';
import { money } from '#shared/money/money.ts';
import { codeOf, must, withBench, type Bench } from '../operations/harness.ts';

const SESSIONS = '/v3/payment/sessions';
const everything = { text: '', group: null };
const request = (change: Partial<CheckoutRequest> = {}): CheckoutRequest => ({
  ...checkoutRequestSchema.parse({
    amount: { minor: '12050', currency: 'EGP' },
    order: 'BASKET-7',
    minutes: 60,
    methods: ['card'],
    manualCapture: false,
    saveCard: false,
    description: 'Two cakes',
    maxFailureAttempts: 2,
  }),
  ...change,
});
const checkoutsOf = (bench: Bench) => bench.session().checkouts;
const make = async (bench: Bench, change: Partial<CheckoutRequest> = {}, despiteDouble = false) =>
  must(await checkoutsOf(bench).create({ request: request(change), despiteDouble }));
function done(made: Made): Extract<Made, { kind: 'done' }> {
  if (made.kind !== 'done') throw new Error(made.kind);
  return made;
}
const summary = async (bench: Bench) => must(await checkoutsOf(bench).summary({ filter: everything }));
const making = (bench: Bench) => bench.session().making;
const attemptsOf = async (bench: Bench) =>
  must(await making(bench).attempts({ whats: ['checkout'] })).attempts;
/** Looks for every attempt in a whole list. */
async function look(bench: Bench): Promise<void> {
  for (const { attemptId } of await attemptsOf(bench)) must(await making(bench).look({ attemptId }));
}
const find = async (bench: Bench, text: string) =>
  must(await checkoutsOf(bench).page({ filter: { ...everything, text }, cursor: null, limit: 50 })).rows;
/** Pays as a customer does on the page. */
const pay = (address: string | null, outcome: string) =>
  fetch(address ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ method: 'card', outcome }),
  });

it('a checkout is made, paid on its page, and read as paid with its order', () =>
  withBench(async (bench) => {
    const { key, address } = done(await make(bench));
    const [checkout] = await find(bench, 'BASKET-7');
    expect(checkout).toMatchObject({ key, methods: 'card', mostAttempts: 2, isGone: false });
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/pay\//);
    await pay(address, 'decline');
    const tried = must(await checkoutsOf(bench).read({ key, payment: false })).detail;
    expect(tried.checkout).toMatchObject({ attempts: 1, status: { kind: 'known', value: 'PENDING' } });
    expect(tried.payment).toBeNull();
    await pay(address, 'approve');
    const { detail } = must(await checkoutsOf(bench).read({ key, payment: true }));
    expect(detail.checkout.status).toEqual({ kind: 'known', value: 'PAID' });
    expect(detail.payment).toMatchObject({ method: 'card', lastTransactionType: 'pay' });
    expect(detail.history.map(({ status }) => status?.kind === 'known' && status.value)).toEqual([
      'CREATED',
      'PENDING',
      'PAID',
    ]);
    must(await bench.session().payments.download({ anew: false }));
    const byOrder = paymentFilterSchema.parse({ text: 'BASKET-7' });
    const payments = async () =>
      must(
        await bench.session().payments.page({ filter: byOrder, sort: NEWEST_FIRST, cursor: null, limit: 5 }),
      ).rows.map(({ orderId, state }) => [orderId, state]);
    await expect.poll(payments, { timeout: 20_000 }).toEqual([[detail.payment?.orderId, 'paid']]);
  }));

it('an unpaid payment view says nothing where the gateway says NA', () =>
  withBench(async (bench) => {
    const { key } = done(await make(bench));
    const { detail } = must(await checkoutsOf(bench).read({ key, payment: true }));
    expect(detail.payment).toMatchObject({ method: null, orderId: null, issuerAuthorizationCode: null });
  }));

it('the list is read whole once, then by its newest page, and is searched in either digits', () =>
  withBench(async (bench) => {
    must(await checkoutsOf(bench).refresh({ whole: false }));
    const first = await summary(bench);
    expect(first.count).toBeGreaterThan(4);
    expect(first.waiting).toBeGreaterThan(0);
    expect(first.read.readAtMs).not.toBeNull();
    const asked = await bench.received('GET', SESSIONS);
    must(await checkoutsOf(bench).refresh({ whole: false }));
    // It reads one page of the list, and each checkout that can still be paid.
    expect((await bench.received('GET', SESSIONS)) - asked).toBe(1 + first.waiting);
    await make(bench, { order: 'BASKET-8' });
    expect((await find(bench, 'basket-٨')).map(({ order }) => order)).toEqual(['BASKET-8']);
    expect(await find(bench, '120.50')).toHaveLength(1);
  }));

it('the groups come to all that there is, and what is held is told whatever the filter is', () =>
  withBench(async (bench) => {
    must(await checkoutsOf(bench).refresh({ whole: true }));
    const { address, key } = done(await make(bench, { manualCapture: true }));
    await pay(address, 'approve');
    must(await checkoutsOf(bench).read({ key, payment: true }));
    const all = await summary(bench);
    expect(all.parts.map(({ part }) => part)).toEqual(['waiting', 'paid', 'held', 'ended']);
    expect(all.parts.reduce((sum, { count }) => sum + count, 0)).toBe(all.count);
    expect(all.parts.flatMap(({ sums }) => sums).reduce((sum, { minor }) => sum + minor, 0n)).toBe(
      all.sums[0]?.minor,
    );
    const ended = must(await checkoutsOf(bench).summary({ filter: { ...everything, group: 'ended' } }));
    expect(ended.parts.map(({ part }) => part)).toEqual(['ended']);
    expect(ended.held).toEqual(all.held);
    // The one that was just paid, and one that Practice has from the start.
    expect(all.held.count).toBe(2);
    // What is only authorised is not paid.
    const paid = must(await checkoutsOf(bench).summary({ filter: { ...everything, group: 'paid' } }));
    expect(paid.parts.map(({ part, count }) => [part, count])).toEqual([['paid', paid.count]]);
    const held = must(await checkoutsOf(bench).summary({ filter: { ...everything, group: 'held' } }));
    expect(held.parts.map(({ part, count }) => [part, count])).toEqual([['held', 2]]);
    expect(held.sums).toEqual(all.held.sums);
    const waiting = must(await checkoutsOf(bench).summary({ filter: { ...everything, group: 'waiting' } }));
    expect(waiting.count + paid.count + held.count + ended.count).toBe(all.count);
  }));

it('a refused request makes nothing and can be tried at once', () =>
  withBench(async (bench) => {
    await bench.fault('POST', SESSIONS, { kind: 'status', status: 400 });
    expect(codeOf(await checkoutsOf(bench).create({ request: request(), despiteDouble: false }))).toBe(
      'refused',
    );
    expect(await attemptsOf(bench)).toEqual([]);
    done(await make(bench));
  }));

it('one that got no answer is found by our reference, and cannot be made again before it was looked for', () =>
  withBench(async (bench) => {
    await bench.fault('POST', SESSIONS, { kind: 'drop-after' });
    const made = await make(bench, { order: 'LOST-1' });
    expect(made.kind).toBe('not-known');
    const [attempt] = await attemptsOf(bench);
    const attemptId = attempt?.attemptId ?? '';
    expect(attempt).toMatchObject({ name: 'LOST-1', by: 'mona', absentAtMs: null });
    expect(codeOf(await making(bench).makeAgain({ attemptId }))).toBe('not-looked-for');
    bench.clock.forward(1_000);
    await look(bench);
    expect(await attemptsOf(bench)).toEqual([]);
    expect((await find(bench, 'LOST-1')).map(({ amount }) => amount)).toEqual([money(12_050n, 'EGP')]);
    expect(codeOf(await making(bench).makeAgain({ attemptId }))).toBe('not-looked-for');
  }));

/** As another program of the merchant does, which gives no reference of ours. */
async function makeElsewhere({ sandbox: { live } }: Bench, order: string): Promise<void> {
  const { merchantId, secretKey: authorization, apiKey } = live;
  const made = await fetch(`${live.dashboardUrl}${SESSIONS}`, {
    method: 'POST',
    headers: { authorization, 'api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ merchantId, amount: '120.50', currency: 'EGP', order }),
  });
  expect(made.status).toBe(200);
}

it('one like it that was known before is shown to nobody until a whole list lacked our reference', () =>
  withBench(async (bench) => {
    await makeElsewhere(bench, 'LOST-6');
    must(await checkoutsOf(bench).refresh({ whole: true }));
    const [other] = await find(bench, 'LOST-6');
    await bench.fault('POST', SESSIONS, { kind: 'drop-after' });
    await make(bench, { order: 'LOST-6' }, true);
    const [attempt] = await attemptsOf(bench);
    expect(attempt).toMatchObject({ absentAtMs: null, possible: null });
    const taken = { attemptId: attempt?.attemptId ?? '', key: other?.key ?? '' };
    expect(codeOf(await making(bench).takePossible(taken))).toBe('invalid');
    bench.clock.forward(1_000);
    await look(bench);
    // Ours was made, and is found by its reference.
    expect(await attemptsOf(bench)).toEqual([]);
    expect(await find(bench, 'LOST-6')).toHaveLength(2);
  }));

it('one of the same order and amount without our reference may be of another computer: a person decides', () =>
  withBench(async (bench) => {
    await bench.fault('POST', SESSIONS, { kind: 'drop-before' }, 2);
    await make(bench, { order: 'LOST-4' });
    await make(bench, { order: 'LOST-5' }, true);
    await makeElsewhere(bench, 'LOST-4');
    bench.clock.forward(1_000);
    await look(bench);
    const attempts = await attemptsOf(bench);
    const attempt = attempts.find(({ name }) => name === 'LOST-4');
    const [listed] = await find(bench, 'LOST-4');
    expect(attempt?.possible?.key).toBe(listed?.key);
    expect(attempt?.absentAtMs).not.toBeNull();
    expect(attempts.find(({ name }) => name === 'LOST-5')?.possible).toBeNull();
    const take = (attemptId = '', key = '') => making(bench).takePossible({ attemptId, key });
    const stranger = attempts.find(({ name }) => name === 'LOST-5')?.attemptId;
    expect(codeOf(await take(stranger, listed?.key))).toBe('invalid');
    const both = [take(attempt?.attemptId, listed?.key), take(attempt?.attemptId, listed?.key)];
    expect((await Promise.all(both)).map(codeOf).toSorted()).toEqual(['invalid', 'ok']);
    expect((await attemptsOf(bench)).map(({ name }) => name)).toEqual(['LOST-5']);
  }));

it('one that never arrived is made again by a person after a whole list lacked it, and only once', () =>
  withBench(async (bench) => {
    await bench.fault('POST', SESSIONS, { kind: 'drop-before' });
    const made = await make(bench, { order: 'LOST-2' });
    expect(made.kind).toBe('not-known');
    // After a restart the result is still not known.
    await bench.restart();
    bench.clock.forward(1_000);
    await look(bench);
    const [attempt] = await attemptsOf(bench);
    expect(attempt?.absentAtMs).not.toBeNull();
    const attemptId = attempt?.attemptId ?? '';
    const both = await Promise.all([
      making(bench).makeAgain({ attemptId }),
      making(bench).makeAgain({ attemptId }),
    ]);
    expect(both.map(codeOf).toSorted()).toEqual(['not-looked-for', 'ok']);
    expect(await attemptsOf(bench)).toEqual([]);
    must(await checkoutsOf(bench).refresh({ whole: true }));
    expect(await find(bench, 'LOST-2')).toHaveLength(1);
  }));

it('a reading that fails leaves the attempt where it is', () =>
  withBench(async (bench) => {
    await bench.fault('POST', SESSIONS, { kind: 'drop-before' });
    await make(bench, { order: 'LOST-3' });
    bench.clock.forward(1_000);
    await bench.fault('GET', SESSIONS, { kind: 'status', status: 403 }, 5);
    const [lost] = await attemptsOf(bench);
    expect((await making(bench).look({ attemptId: lost?.attemptId ?? '' })).ok).toBe(false);
    const attempts = await attemptsOf(bench);
    const { read } = await summary(bench);
    expect(attempts.map(({ absentAtMs }) => absentAtMs)).toEqual([null]);
    expect(read.lastError).not.toBeNull();
    must(await making(bench).dropAttempt({ attemptId: attempts[0]?.attemptId ?? '' }));
    expect(await attemptsOf(bench)).toEqual([]);
  }));

it('the same customer and amount within a day is a question, not a second checkout', () =>
  withBench(async (bench) => {
    const customerEmail = 'hany@example.com';
    const { key } = done(await make(bench, { customerEmail }));
    const double = await make(bench, { customerEmail, order: 'BASKET-8' });
    expect(double).toMatchObject({ kind: 'double', like: { key, name: 'BASKET-7', by: 'mona' } });
    done(await make(bench, { customerEmail: 'mona@example.com', order: 'BASKET-9' }));
    done(await make(bench, { customerEmail, order: 'BASKET-8' }, true));
    bench.clock.forward(25 * 3_600_000);
    done(await make(bench, { customerEmail, order: 'BASKET-10' }));
  }));

it('an abandoned checkout cannot be paid; one that was paid meanwhile is read again and stays paid', () =>
  withBench(async (bench) => {
    const first = done(await make(bench));
    const abandoned = must(await checkoutsOf(bench).abandon({ key: first.key }));
    expect(abandoned.ending).toBe('done');
    expect((await pay(first.address, 'approve')).ok).toBe(false);
    const second = done(await make(bench, { order: 'BASKET-8' }, true));
    await pay(second.address, 'approve');
    const late = must(await checkoutsOf(bench).abandon({ key: second.key }));
    expect(late).toMatchObject({
      ending: 'ended-before',
      detail: { checkout: { status: { kind: 'known', value: 'PAID' } } },
    });
  }));

it('abandoning without an answer is settled by reading', () =>
  withBench(async (bench) => {
    const { key } = done(await make(bench));
    await bench.fault('PATCH', SESSIONS, { kind: 'drop-after' });
    expect(must(await checkoutsOf(bench).abandon({ key })).ending).toBe('done');
    const other = done(await make(bench, { order: 'BASKET-8' }, true));
    await bench.fault('PATCH', SESSIONS, { kind: 'drop-before' });
    const lost = must(await checkoutsOf(bench).abandon({ key: other.key }));
    expect(lost.ending).toBe('not-known');
  }));

it('a whole reading marks what is not listed any more, and keeps it', () =>
  withBench(async (bench) => {
    must(await checkoutsOf(bench).refresh({ whole: true }));
    const { count } = await summary(bench);
    const body = { message: '', data: [], pagination: { total: 0, limit: 500, page: 1, pages: 1 } };
    await bench.fault('GET', SESSIONS, {
      kind: 'body',
      status: 200,
      contentType: 'application/json',
      text: JSON.stringify(body),
    });
    must(await checkoutsOf(bench).refresh({ whole: true }));
    expect((await find(bench, '')).filter(({ isGone }) => isGone)).toHaveLength(count);
  }));

it('bad input is refused before anything is sent, and says at which field', () =>
  withBench(async (bench) => {
    const refusals: [Partial<CheckoutRequest>, string, string][] = [
      [{ amount: money(0n, 'EGP') }, 'amount-not-understood', 'amount'],
      [{ notes: 'card 4111 1111 1111 1111' }, 'card-number', 'notes'],
      [{ description: '4111111111111111' }, 'card-number', 'description'],
      [{ merchantRedirect: 'javascript:alert(1)' }, 'host-not-a-url', 'merchantRedirect'],
      [{ serverWebhook: 'not an address' }, 'host-not-a-url', 'serverWebhook'],
    ];
    for (const [change, code, field] of refusals) {
      const answer = await checkoutsOf(bench).create({ request: request(change), despiteDouble: false });
      expect([codeOf(answer), !answer.ok && answer.error.params]).toEqual([code, { field }]);
    }
    expect(await bench.received('POST', SESSIONS)).toBe(0);
  }));

it('the id and address of a session are in no answer until they are asked for, and not in the journal', () =>
  withBench(async (bench) => {
    const { key, address } = done(await make(bench));
    const id = address?.split('/').at(-1) ?? '-';
    const shown = await Promise.all([
      find(bench, ''),
      summary(bench),
      checkoutsOf(bench).read({ key, payment: true }),
      checkoutsOf(bench).abandon({ key }),
    ]);
    const text = (value: unknown) =>
      JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? one.toString() : one));
    expect(text(shown)).not.toContain(id);
    expect(await find(bench, id)).toEqual([]);
    expect(must(await checkoutsOf(bench).reveal({ key }))).toEqual({ sessionId: id, address });
    const journal = ['journal.sqlite', 'journal.sqlite-wal'].map((file) =>
      readFileSync(join(bench.folder, file), 'latin1'),
    );
    expect(journal.join('')).toContain('checkout.revealed');
    expect(journal.join('')).not.toContain(id);
  }));
