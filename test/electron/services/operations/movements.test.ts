import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toDecimal } from '#shared/money/money.ts';
import type { Transaction } from '#shared/contract/terminals.ts';
import { emptyTransactionFilter, good, startRig, type Rig } from '../../rig.ts';

type LogEntry = { method: string; path: string; acted: boolean };
const TERMINAL = '30410001';
let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
  good(await rig.session.terminals.refreshList());
});
afterEach(() => rig.stop());

async function firstSale(): Promise<Transaction> {
  good(await rig.session.terminals.read({ terminalId: TERMINAL }));
  const { rows } = good(
    await rig.session.terminals.page({
      terminalId: TERMINAL,
      filter: emptyTransactionFilter,
      sort: { by: 'firstSeen', direction: 'asc' },
      cursor: null,
      limit: 100,
    }),
  );
  const sale = rows.find((row) => row.paymentType === 'SALE');
  if (!sale) throw new Error('no sale to reverse');
  return sale;
}

async function reverse(sale: Transaction) {
  const { operations } = rig.session;
  const { preparationId } = good(await operations.prepareReversal({ rowId: sale.rowId }));
  return good(
    await operations.confirmReversal({
      preparationId,
      reason: 'duplicate',
      note: '',
      typedAmount: toDecimal(sale.amount),
    }),
  ).operation;
}

const reversalsSent = async () =>
  (await rig.control<LogEntry[]>('GET', '/log')).filter((entry) => entry.method === 'PUT');
const fault = (fault: object, path: string, times = 1) =>
  rig.control('POST', '/faults', { match: { path }, fault, times });

describe('a reversal', () => {
  it('that the gateway confirms has succeeded, and the row says so', async () => {
    const sale = await firstSale();
    const operation = await reverse(sale);
    expect(operation.state).toBe('SUCCEEDED');
    expect(operation.orderId).toBe(sale.merchantOrderId);
    expect(await reversalsSent()).toHaveLength(1);
    const again = await rig.session.operations.prepareReversal({ rowId: sale.rowId });
    expect(again).toMatchObject({ ok: false, error: { code: 'already-reversed' } });
  });

  it('needs the exact amount and is not sent without it', async () => {
    const sale = await firstSale();
    const { preparationId } = good(await rig.session.operations.prepareReversal({ rowId: sale.rowId }));
    const answer = await rig.session.operations.confirmReversal({
      preparationId,
      reason: 'duplicate',
      note: '',
      typedAmount: '0.01',
    });
    expect(answer).toMatchObject({ ok: false, error: { code: 'amount-mismatch' } });
    expect(await reversalsSent()).toHaveLength(0);
  });

  it('whose answer is dropped after the gateway acted is not known, is settled by reading, and was sent once', async () => {
    const sale = await firstSale();
    await fault({ kind: 'drop-after' }, '/v3/payment/reversal/');
    const operation = await reverse(sale);
    expect(operation.state).toBe('UNKNOWN');
    expect(operation.error).toMatchObject({ outcome: 'unknown' });
    const detail = good(await rig.session.operations.checkNow({ opId: operation.opId }));
    expect(detail.operation.state).toBe('SUCCEEDED_BY_READ');
    expect((await reversalsSent()).filter((entry) => entry.acted)).toHaveLength(1);
    expect(await reversalsSent()).toHaveLength(1);
  });

  it.each([
    ['a status of 500', { kind: 'status', status: 500 }],
    ['a status of 403', { kind: 'status', status: 403 }],
    ['a status of 409', { kind: 'status', status: 409 }],
    ['a redirect', { kind: 'status', status: 302 }],
    ['a page of something else', { kind: 'nonsense' }],
    ['cut JSON', { kind: 'body', text: '{"status":"SUCC' }],
    ['a success without its fields', { kind: 'body', text: '{"status":"SUCCESS"}' }],
    [
      'a success for another order',
      { kind: 'body', text: '{"response":{"orderId":"OTHER"},"transactionId":"RV-1","status":"SUCCESS"}' },
    ],
    [
      '"already reversed"',
      { kind: 'status', status: 400, body: { status: 'FAILURE', messages: { en: 'already reversed' } } },
    ],
  ])('answered with %s is never called done or failed', async (_name, kind) => {
    const sale = await firstSale();
    await fault(kind, '/v3/payment/reversal/');
    expect((await reverse(sale)).state).toBe('UNKNOWN');
    expect(await reversalsSent()).toHaveLength(1);
  });

  it('refused by the gateway in its own envelope is refused, with its words', async () => {
    const sale = await firstSale();
    await fault(
      {
        kind: 'status',
        status: 400,
        body: { status: 'FAILURE', messages: { en: 'not reversible', ar: 'لا' } },
      },
      '/v3/payment/reversal/',
    );
    const operation = await reverse(sale);
    expect(operation).toMatchObject({ state: 'REFUSED', messages: { en: 'not reversible', ar: 'لا' } });
  });

  it('clicked a hundred times at once is sent once', async () => {
    const sale = await firstSale();
    await fault({ kind: 'delay', ms: 150 }, '/v3/payment/reversal/');
    const answers = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const prepared = await rig.session.operations.prepareReversal({ rowId: sale.rowId });
        if (!prepared.ok) return prepared;
        return rig.session.operations.confirmReversal({
          preparationId: prepared.value.preparationId,
          reason: 'duplicate',
          note: '',
          typedAmount: toDecimal(sale.amount),
        });
      }),
    );
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
    expect(await reversalsSent()).toHaveLength(1);
  });

  it('that no read shows is believed absent only after four complete reads over fifteen minutes, and only a person sends again', async () => {
    const sale = await firstSale();
    await fault({ kind: 'drop-before' }, '/v3/payment/reversal/');
    const { opId } = await reverse(sale);
    const check = async () => good(await rig.session.operations.checkNow({ opId })).operation.state;
    expect(await check()).toBe('CHECKING');
    await rig.control('POST', '/sales', { terminalId: TERMINAL, count: 1 });
    expect([await check(), await check(), await check()]).toEqual(['CHECKING', 'CHECKING', 'CHECKING']);
    expect(await rig.session.operations.sendAgain({ opId, retyped: toDecimal(sale.amount) })).toMatchObject({
      ok: false,
    });
    rig.clock.advance(16 * 60_000);
    expect(await check()).toBe('ABSENT');
    expect(await reversalsSent()).toHaveLength(1);
    const detail = good(await rig.session.operations.sendAgain({ opId, retyped: toDecimal(sale.amount) }));
    expect(detail.operation).toMatchObject({ state: 'SUCCEEDED', attemptNo: 2 });
    expect(await reversalsSent()).toHaveLength(2);
  });

  it('unknown for a day is handed to a person, who resolves it; a later read that shows it disputes that', async () => {
    const sale = await firstSale();
    await fault({ kind: 'drop-before' }, '/v3/payment/reversal/');
    const { opId } = await reverse(sale);
    rig.clock.advance(25 * 3_600_000);
    expect(good(await rig.session.operations.checkNow({ opId })).operation.state).toBe('NEEDS_PERSON');
    const resolve = {
      opId,
      resolution: 'not-done' as const,
      evidence: 'provider-portal' as const,
      evidenceReference: 'P-1',
      reason: 'not in the portal',
    };
    expect(good(await rig.session.operations.resolve(resolve)).operation.state).toBe('RESOLVED_NOT_DONE');
    await fetch(`${rig.sandbox.live.dashboardUrl}/v3/payment/reversal/${sale.merchantOrderId ?? ''}`, {
      method: 'PUT',
      headers: { authorization: rig.sandbox.live.secretKey, 'content-type': 'application/json' },
      body: '{"apiOperation":"REVERSAL"}',
    });
    good(await rig.session.terminals.read({ terminalId: TERMINAL }));
    await expect
      .poll(async () => good(await rig.session.operations.detail({ opId })).operation.state)
      .toBe('DISPUTED');
  });

  it('to a gateway that is gone was proven not sent', async () => {
    const sale = await firstSale();
    const { preparationId } = good(await rig.session.operations.prepareReversal({ rowId: sale.rowId }));
    await rig.sandbox.stop();
    const { operation } = good(
      await rig.session.operations.confirmReversal({
        preparationId,
        reason: 'duplicate',
        note: '',
        typedAmount: toDecimal(sale.amount),
      }),
    );
    expect(operation).toMatchObject({ state: 'NOT_SENT', error: { outcome: 'not-applied' } });
    rig.sandbox = await (await import('#electron/sandbox/start-sandbox.ts')).startSandbox();
  });

  it('leaves a chain of events that verifies and cannot be changed', async () => {
    await reverse(await firstSale());
    expect(await rig.session.context.db.call('journal.firstBrokenEvent', null)).toBeNull();
  });
});

describe('an acknowledgement', () => {
  const prepare = async () =>
    good(await rig.session.operations.prepareAcknowledgement({ terminalId: TERMINAL, seenReadAtMs: null }));

  it('covers the whole set that was confirmed and leaves nothing outstanding', async () => {
    const preparation = await prepare();
    const ending = good(
      await rig.session.operations.confirmAcknowledgement({ preparationId: preparation.preparationId }),
    );
    expect(ending).toMatchObject({ kind: 'ended', remaining: 0, operation: { state: 'SUCCEEDED' } });
    const { terminals } = good(await rig.session.terminals.list());
    expect(terminals.find((terminal) => terminal.terminalId === TERMINAL)).toMatchObject({
      outstandingCount: 0,
      lastAcknowledgedBy: 'mona',
    });
    expect(
      await rig.session.operations.prepareAcknowledgement({ terminalId: TERMINAL, seenReadAtMs: null }),
    ).toMatchObject({ error: { code: 'nothing-outstanding' } });
  });

  it('asks again when a sale arrived after the confirmation, and sends nothing', async () => {
    const first = await prepare();
    await rig.control('POST', '/sales', { terminalId: TERMINAL, count: 2 });
    const answer = good(
      await rig.session.operations.confirmAcknowledgement({ preparationId: first.preparationId }),
    );
    expect(answer).toMatchObject({
      kind: 'set-changed',
      preparation: { count: first.count + 2, newSinceSeen: 2 },
    });
    expect(
      (await rig.control<LogEntry[]>('GET', '/log')).filter((entry) => entry.path.includes('/ack/')),
    ).toHaveLength(0);
  });

  it('whose answer is lost is settled by a read that finds the rows gone, and the rows are kept', async () => {
    const { preparationId, count } = await prepare();
    await fault({ kind: 'drop-after' }, '/ack/');
    const ending = good(await rig.session.operations.confirmAcknowledgement({ preparationId }));
    if (ending.kind !== 'ended') throw new Error('expected an ending');
    expect(ending.operation.state).toBe('UNKNOWN');
    const { opId } = ending.operation;
    expect(good(await rig.session.operations.checkNow({ opId })).operation.state).toBe('SUCCEEDED_BY_READ');
    expect(await rig.session.context.db.call('journal.rowIdsOf', opId)).toHaveLength(count);
  });

  it('and a reversal of the same terminal exclude each other', async () => {
    const sale = await firstSale();
    await fault({ kind: 'drop-before' }, '/v3/payment/reversal/');
    await reverse(sale);
    const { preparationId } = await prepare();
    expect(await rig.session.operations.confirmAcknowledgement({ preparationId })).toMatchObject({
      ok: false,
      error: { code: 'terminal-busy' },
    });
  });
});

describe('an instant settlement', () => {
  it('is created from an offer whose net was retyped, and its way is followed', async () => {
    const { instantSettlement, operations } = rig.session;
    good(await instantSettlement.refresh());
    const { below } = good(await instantSettlement.suggest({ target: '٥٬٠٠٠' }));
    const offer = good(await instantSettlement.quote({ transactionIds: below?.transactionIds ?? [] }));
    expect(offer.totalFees.minor).toBe(offer.totalNet.minor - offer.netTransfer.minor);
    const wrong = await operations.confirmInstantSettlement({ quoteId: offer.quoteId, typedNet: '1' });
    expect(wrong).toMatchObject({ ok: false, error: { code: 'amount-mismatch' } });
    const { operation, request } = good(
      await operations.confirmInstantSettlement({
        quoteId: offer.quoteId,
        typedNet: toDecimal(offer.netTransfer),
      }),
    );
    expect(operation.state).toBe('SUCCEEDED');
    expect(request).toMatchObject({
      requestId: operation.requestId,
      status: { kind: 'known', value: 'PENDING' },
    });
  });

  it('whose answer is lost is found again among the requests', async () => {
    const { instantSettlement, operations } = rig.session;
    good(await instantSettlement.refresh());
    const { below } = good(await instantSettlement.suggest({ target: '5000' }));
    const offer = good(await instantSettlement.quote({ transactionIds: below?.transactionIds ?? [] }));
    await rig.control('POST', '/faults', {
      match: { method: 'POST', path: '/v3/payment/instant-settlement/' },
      fault: { kind: 'delay', ms: 0 },
      times: 1,
    });
    await rig.control('POST', '/faults', {
      match: { method: 'POST', path: '/v3/payment/instant-settlement/' },
      fault: { kind: 'drop-after' },
      times: 1,
    });
    const { operation } = good(
      await operations.confirmInstantSettlement({
        quoteId: offer.quoteId,
        typedNet: toDecimal(offer.netTransfer),
      }),
    );
    expect(operation.state).toBe('UNKNOWN');
    expect(good(await operations.checkNow({ opId: operation.opId })).operation.state).toBe(
      'SUCCEEDED_BY_READ',
    );
  });

  it('is not sent on an offer older than a minute', async () => {
    const { instantSettlement, operations } = rig.session;
    good(await instantSettlement.refresh());
    const { below } = good(await instantSettlement.suggest({ target: '5000' }));
    const offer = good(await instantSettlement.quote({ transactionIds: below?.transactionIds ?? [] }));
    rig.clock.advance(61_000);
    expect(
      await operations.confirmInstantSettlement({
        quoteId: offer.quoteId,
        typedNet: toDecimal(offer.netTransfer),
      }),
    ).toMatchObject({ error: { code: 'quote-expired' } });
  });
});
