import { expect, it } from 'vitest';
import { earlySubject } from '#shared/domain/bridge-subject.ts';
import type { EligibleSale } from '#shared/contract/instant-settlement.ts';
import { control, TUESDAY_MS } from '../../sandbox/gateway.ts';
import { BUSY, codeOf, must, withHistory, type Bench } from './harness.ts';

const BASE = '/v3/payment/instant-settlement';
const all = {
  text: '',
  branchIds: [],
  paymentTypes: [],
  windowId: null,
  fromMs: null,
  toMs: null,
  early: null,
  odd: false,
};
const withTuesday = (use: (bench: Bench) => Promise<void>) => withHistory(use, { startMs: TUESDAY_MS });

async function eligible(bench: Bench): Promise<EligibleSale[]> {
  const { instantSettlement } = bench.session();
  must(await instantSettlement.refresh());
  return must(await instantSettlement.eligiblePage({ text: '', branchIds: [], cursor: null, limit: 500 }))
    .rows;
}
const idsOf = (rows: EligibleSale[]) => rows.map(({ transactionId }) => transactionId);
async function offerOf(bench: Bench, transactionIds: string[]) {
  const offer = must(await bench.session().instantSettlement.quote({ transactionIds }));
  const minor = offer.netTransfer.minor.toString();
  return { offer, form: { quoteId: offer.quoteId, typedNet: `${minor.slice(0, -2)}.${minor.slice(-2)}` } };
}
/** As another PC, or a person in the dashboard, would ask. */
async function askElsewhere(bench: Bench, transactionIds: string[]): Promise<string> {
  const { live } = bench.sandbox;
  const answer = await fetch(`${live.dashboardUrl}${BASE}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: live.secretKey },
    body: JSON.stringify({ transactionIds }),
  });
  const { body } = (await answer.json()) as { body: { requestId: string } };
  return body.requestId;
}
const setting = async (bench: Bench, settings: Record<string, unknown>) => {
  const answer = await control(bench.sandbox, 'PUT', '/settings', { settings });
  expect(answer.status).toBe(200);
};
const requestOf = async (bench: Bench, requestId: string) =>
  must(await bench.session().instantSettlement.requests()).requests.find(
    (one) => one.requestId === requestId,
  );
async function download(bench: Bench): Promise<void> {
  const ended = () =>
    bench.events.filter(
      ({ event, payload }) =>
        event === 'settlement.downloadProgress' && (payload as { finished: boolean }).finished,
    ).length;
  const before = ended();
  must(await bench.session().settlement.downloadSettled({ branchIds: [], anew: false }));
  await expect.poll(ended, { timeout: 10_000 }).toBe(before + 1);
}
const settledEarly = async (bench: Bench) =>
  must(
    await bench.session().settlement.settledPage({
      filter: { ...all, early: true },
      sort: { by: 'settlementDate', direction: 'desc' },
      cursor: null,
      limit: 500,
    }),
  ).rows;

it('the sales of a declined request can be asked for again, and it says why', () =>
  withTuesday(async (bench) => {
    const { operations, instantSettlement } = bench.session();
    const ids = idsOf((await eligible(bench)).slice(0, 5));
    await control(bench.sandbox, 'POST', '/decline-next', {});
    const { request } = must(await operations.confirmInstantSettlement((await offerOf(bench, ids)).form));
    const held = await eligible(bench);
    expect(held.some(({ transactionId }) => ids.includes(transactionId))).toBe(false);
    bench.clock.forward(10_000);
    must(await instantSettlement.refreshRequests());
    const declined = await requestOf(bench, request?.requestId ?? '');
    expect(declined).toMatchObject({
      status: { kind: 'known', value: 'DECLINED' },
      membersFrom: 'gateway',
      memberCount: 5,
    });
    expect(declined?.declineReason).toMatch(/\.$/);
    const free = (await eligible(bench)).filter(({ transactionId }) => ids.includes(transactionId));
    expect(free.map(({ requested }) => requested)).toEqual([false, false, false, false, false]);
    expect(
      must(await operations.confirmInstantSettlement((await offerOf(bench, ids)).form)).request,
    ).not.toBe(null);
    const bridge = await bench.session().bridge.get({ subject: earlySubject(declined?.requestId ?? '') });
    expect(codeOf(bridge)).toBe('invalid');
  }));

it('sales that were asked for here are not asked for again, though the gateway still calls them eligible', () =>
  withTuesday(async (bench) => {
    const { operations } = bench.session();
    const ids = idsOf((await eligible(bench)).slice(0, 5));
    const [one, two] = [await offerOf(bench, ids), await offerOf(bench, ids.slice(0, 3))];
    const { live } = bench.sandbox;
    const inquiry = await fetch(`${live.dashboardUrl}${BASE}/fee-inquiry`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: live.secretKey },
      body: JSON.stringify({ transactionIds: ids.slice(0, 3) }),
    });
    const body: unknown = await inquiry.json();
    must(await operations.confirmInstantSettlement(one.form));
    // Its list lags: it would pay them twice.
    await bench.fault('POST', '/instant-settlement/fee-inquiry', { kind: 'status', status: 200, body });
    expect(codeOf(await operations.confirmInstantSettlement(two.form))).toBe('planned-before');
    const { rows } = must(await operations.page({ scope: 'all', kind: null, cursor: null, limit: 10 }));
    expect(rows).toHaveLength(1);
  }));

it('a limit that was used up between offer and request is found before anything is sent', () =>
  withTuesday(async (bench) => {
    const { operations } = bench.session();
    const { offer, form } = await offerOf(bench, idsOf((await eligible(bench)).slice(0, 8)));
    const left = Number(offer.total.minor) - 1;
    await setting(bench, { instant_daily: left });
    expect(await operations.confirmInstantSettlement(form)).toMatchObject({
      ok: false,
      error: { code: 'over-limit', params: { which: 'day', currency: 'EGP' } },
    });
    await setting(bench, { instant_daily: 25_000_000, instant_per_request: left });
    expect(
      await operations.confirmInstantSettlement((await offerOf(bench, offer.transactionIds)).form),
    ).toMatchObject({
      error: { code: 'over-limit', params: { which: 'request' } },
    });
    await setting(bench, { instant_per_request: 10_000_000, instant_minimum: left + 2 });
    expect(
      await operations.confirmInstantSettlement((await offerOf(bench, offer.transactionIds)).form),
    ).toMatchObject({
      error: { code: 'over-limit', params: { which: 'minimum' } },
    });
    expect(must(await operations.page({ scope: 'all', kind: null, cursor: null, limit: 10 })).rows).toEqual(
      [],
    );
  }));

it('a limit that the gateway finds itself is a refusal with its figures', () =>
  withTuesday(async (bench) => {
    const { form } = await offerOf(bench, idsOf((await eligible(bench)).slice(0, 3)));
    await bench.fault('POST', '/instant-settlement/fee-inquiry', { kind: 'delay', ms: 0 });
    const data = { limit: 250_000, requested: 300_000, remaining: 12.5, currency: 'EGP' };
    const body = { messages: { en: 'Over the daily limit.' }, status: 'FAILURE', data };
    await bench.fault('POST', '/instant-settlement/', { kind: 'status', status: 422, body });
    const { operation } = must(await bench.session().operations.confirmInstantSettlement(form));
    expect(operation).toMatchObject({
      state: 'REFUSED',
      error: {
        code: 'limit',
        params: { limit: '250000', requested: '300000', remaining: '12.5', currency: 'EGP' },
      },
    });
  }));

it('an offer is asked for again without what is not eligible any more', () =>
  withTuesday(async (bench) => {
    const { instantSettlement, operations } = bench.session();
    const ids = idsOf((await eligible(bench)).slice(0, 4));
    const { form } = await offerOf(bench, ids);
    await askElsewhere(bench, ids.slice(0, 1));
    expect(codeOf(await operations.confirmInstantSettlement(form))).toBe('refused');
    const again = must(await instantSettlement.quoteAgain({ transactionIds: ids }));
    expect(again.gone).toBe(1);
    expect(again.offer.transactionIds).toEqual(ids.slice(1));
    expect(codeOf(await instantSettlement.quoteAgain({ transactionIds: ids.slice(0, 1) }))).toBe(
      'nothing-eligible',
    );
    expect(must(await operations.page({ scope: 'all', kind: null, cursor: null, limit: 10 })).rows).toEqual(
      [],
    );
  }));

it('what another PC asked for is known by its sales, wherever they appear later', () =>
  withTuesday(async (bench) => {
    const { settlement, bridge } = bench.session();
    const before = (await eligible(bench)).slice(0, 6);
    const requestId = await askElsewhere(bench, idsOf(before));
    bench.clock.forward(60_000);
    must(await settlement.refreshWindows());
    expect(await requestOf(bench, requestId)).toMatchObject({
      operationId: null,
      membersFrom: 'gateway',
      memberCount: 6,
    });
    await download(bench);
    const rows = (await settledEarly(bench)).filter(({ early }) => early?.requestId === requestId);
    expect(rows.map(({ transactionId }) => transactionId).sort()).toEqual(idsOf(before).sort());
    expect(rows.every(({ early }) => early?.askedHere === false)).toBe(true);

    const view = must(await bridge.get({ subject: earlySubject(requestId) }));
    expect(view).toMatchObject({
      of: 'early',
      isOpen: false,
      gatewayDiffers: { minor: 0n, currency: 'EGP' },
    });
    expect(view.lines.map(({ line, count }) => [line, count])).toEqual([
      ['early-sales', 6],
      ['fees', 6],
      ['vat', 6],
      ['early-fee', 1],
      ['early-vat', 1],
    ]);
    const deposit = { receivedOn: '2026-11-17', reference: 'CIB 9', note: '' };
    const typed = `${view.expected.minor / 100n}.${String(view.expected.minor % 100n).padStart(2, '0')}`;
    const arrived = must(await bridge.enterDeposit({ ...deposit, subject: earlySubject(requestId), typed }));
    expect(arrived.unexplained).toEqual({ minor: 0n, currency: 'EGP' });
  }));

it('where the gateway names no sales it is said, and a window’s adjustment is theirs where that is proven', () =>
  withTuesday(async (bench) => {
    const { settlement, bridge, instantSettlement } = bench.session();
    await setting(bench, { instant_names_sales: false });
    const sales = (await eligible(bench)).slice(0, 6);
    const requestId = await askElsewhere(bench, idsOf(sales));
    // Its window is open today, and paid on Wednesday.
    bench.clock.forward(30 * 3_600_000);
    must(await instantSettlement.refreshRequests());
    must(await settlement.refreshWindows());
    await download(bench);
    expect(await requestOf(bench, requestId)).toMatchObject({ membersFrom: null, memberCount: 0 });
    expect(await bench.received('GET', `${BASE}/${requestId}`)).toBe(1);
    const windowId = 'SW-2026-11-17';
    const view = must(await bridge.get({ subject: windowId }));
    const line = view.lines.find((one) => one.line === 'advanced-elsewhere');
    const net = sales.reduce((sum, one) => sum + (one.net?.minor ?? 0n), 0n);
    expect(line?.amount).toEqual({ minor: -net, currency: 'EGP' });
    expect(view.lines.some((one) => one.line === 'adjustments')).toBe(false);
    expect(view.unnamedPayouts.map((one) => one.requestId)).not.toContain(requestId);
  }));

it('the list of windows stands as their bridges do, and is summed only where rows have changed', () =>
  withTuesday(async (bench) => {
    const { settlement, bridge, context } = bench.session();
    must(await settlement.refreshWindows());
    await download(bench);
    const { windows, next } = must(await settlement.windows());
    expect(next).toMatchObject({ windowId: 'SW-2026-11-17' });
    expect(next?.outstandingCount).toBeGreaterThan(0);
    const settled = windows.filter(({ status }) => status?.kind === 'known' && status.value === 'SETTLED');
    expect(settled.length).toBeGreaterThan(5);
    for (const one of settled) {
      const view = must(await bridge.get({ subject: one.windowId }));
      // No statement was imported: it is said of the days on which the deposit can have come by now.
      expect(['no-deposit', 'no-statement']).toContain(one.bridge.state);
      expect(one.bridge.expected).toEqual(view.expected);
      expect(one.differs).toEqual([]);
    }
    expect(await context.db.call('settlement.sumWindows', null)).toBe(0);
    const [first] = settled;
    const windowId = first?.windowId ?? '';
    must(
      await bridge.enterDeposit({
        subject: windowId,
        typed: '1',
        receivedOn: '2026-11-17',
        reference: '',
        note: '',
      }),
    );
    const after = must(await settlement.windows()).windows.find((one) => one.windowId === windowId);
    const view = must(await bridge.get({ subject: windowId }));
    expect(after?.bridge).toMatchObject({ state: 'unexplained', unexplained: view.unexplained });
  }));

it('a terminal’s transactions say which were asked for and paid early', () =>
  withTuesday(async (bench) => {
    const { operations, instantSettlement, terminals } = bench.session();
    const { preparationId } = must(
      await operations.prepareAcknowledgement({ terminalId: BUSY, seenReadAtMs: null }),
    );
    must(await operations.confirmAcknowledgement({ preparationId }));
    const rows = async () =>
      must(
        await terminals.page({
          terminalId: BUSY,
          filter: {
            text: '',
            listing: 'all',
            paymentTypes: [],
            entryModes: [],
            minAmount: null,
            maxAmount: null,
            minAgeMs: null,
          },
          sort: { by: 'firstSeen', direction: 'asc' },
          cursor: null,
          limit: 500,
        }),
      ).rows;
    const orders = new Set((await rows()).map(({ merchantOrderId }) => merchantOrderId));
    const own = (await eligible(bench))
      .filter(({ merchantOrderId }) => orders.has(merchantOrderId))
      .slice(0, 3);
    expect(own).toHaveLength(3);
    must(await operations.confirmInstantSettlement((await offerOf(bench, idsOf(own))).form));
    const flagged = async (flag: 'early-asked' | 'paid-early') =>
      (await rows())
        .filter(({ flags }) => flags.includes(flag))
        .map(({ merchantOrderId }) => merchantOrderId)
        .sort();
    const wanted = own.map(({ merchantOrderId }) => merchantOrderId).sort();
    expect(await flagged('early-asked')).toEqual(wanted);
    bench.clock.forward(60_000);
    must(await instantSettlement.refreshRequests());
    expect(await flagged('paid-early')).toEqual(wanted);
    expect(await flagged('early-asked')).toEqual([]);
  }));
