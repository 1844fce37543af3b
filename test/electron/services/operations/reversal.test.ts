import { expect, it } from 'vitest';
import { z } from 'zod';
import { DatabaseFailure } from '#electron/database/client.ts';
import { unknownCapabilities } from '#electron/gateway/capabilities.ts';
import { newOperation } from '../../../faults/journal/profile-folder.ts';
import { aSale, BUSY, codeOf, detail, must, readUntilAbsent, reverse, withBench } from './harness.ts';

const PATH = '/v3/payment/reversal';
const rowSchema = z.looseObject({ ref_number: z.string().nullish(), payment_type: z.string().nullish() });
const listSchema = z.looseObject({
  body: z.looseObject({ response: z.looseObject({ transactions: z.array(rowSchema) }) }),
});

it('a reversal is asked, sent once, and its row is then marked', () =>
  withBench(async (bench) => {
    const sale = await aSale(bench);
    const operation = await reverse(bench, sale);
    expect(operation.state).toBe('SUCCEEDED');
    expect(operation.actor).toBe('mona');
    expect(await bench.received('PUT', PATH)).toBe(1);
    const { events, request } = await detail(bench, operation.opId);
    expect(events.map(({ code }) => code)).toEqual([
      'asked',
      'sending',
      'connected',
      'headers-sent',
      'body-sent',
      'answer-began',
      'answered',
      'succeeded',
    ]);
    expect(JSON.parse(request.body)).toEqual({ apiOperation: 'REVERSAL' });
    const { transaction } = must(await bench.session().terminals.detail({ rowId: sale.rowId }));
    expect(transaction.flags).toContain('reversed-here');
    expect(transaction.reversedHere).toMatchObject({ by: 'mona' });
    expect(codeOf(await bench.session().operations.prepareReversal({ rowId: sale.rowId }))).toBe(
      'already-reversed',
    );
  }));

it('a reversal needs the amount as it is, a note for "other", and one confirmation only', () =>
  withBench(async (bench) => {
    const { operations } = bench.session();
    const sale = await aSale(bench);
    const { preparationId } = must(await operations.prepareReversal({ rowId: sale.rowId }));
    const form = { preparationId, reason: 'duplicate' as const, note: '', typedAmount: sale.typed };
    const confirm = async (changes: Partial<typeof form> & { reason?: 'duplicate' | 'other' }) =>
      codeOf(await operations.confirmReversal({ ...form, ...changes }));
    expect(await confirm({ typedAmount: '0.01' })).toBe('amount-mismatch');
    expect(await confirm({ typedAmount: 'all' })).toBe('amount-not-understood');
    expect(await confirm({ reason: 'other' as 'duplicate' })).toBe('note-needed');
    expect(await bench.received('PUT', PATH)).toBe(0);
    const both = await Promise.all([confirm({}), confirm({})]);
    expect(both.sort()).toEqual(['ok', 'preparation-expired']);
    expect(await bench.received('PUT', PATH)).toBe(1);
  }));

it('a pre-check older than fifteen seconds is made again before anything is sent', () =>
  withBench(async (bench) => {
    const { operations } = bench.session();
    const sale = await aSale(bench);
    const { preparationId } = must(await operations.prepareReversal({ rowId: sale.rowId }));
    const other = must(await operations.prepareAcknowledgement({ terminalId: BUSY, seenReadAtMs: null }));
    must(await operations.confirmAcknowledgement({ preparationId: other.preparationId }));
    bench.clock.forward(15_001);
    const answer = await operations.confirmReversal({
      preparationId,
      reason: 'duplicate',
      note: '',
      typedAmount: sale.typed,
    });
    expect(codeOf(answer)).toBe('not-listed');
    expect(await bench.received('PUT', PATH)).toBe(0);
  }));

it('an answer lost after the gateway acted is not known, and the next read settles it', () =>
  withBench(async (bench) => {
    await bench.fault('PUT', PATH, { kind: 'drop-after' });
    const operation = await reverse(bench, await aSale(bench));
    expect(operation.state).toBe('UNKNOWN');
    expect(operation.error?.outcome).toBe('unknown');
    const after = must(await bench.session().operations.checkNow({ opId: operation.opId }));
    expect(after.operation.state).toBe('SUCCEEDED_BY_READ');
    expect(await bench.received('PUT', PATH)).toBe(1);
  }));

it.each([
  ['nonsense', { kind: 'nonsense' }],
  ['an error of the server', { kind: 'status', status: 500 }],
  ['a gateway timeout', { kind: 'status', status: 504 }],
  ['a refused key, after the body was sent', { kind: 'status', status: 401 }],
  ['too many requests', { kind: 'status', status: 429 }],
  ['a conflict', { kind: 'status', status: 409 }],
  ['cut JSON', { kind: 'body', text: '{"status":"SUCC' }],
  ['success without a transaction', { kind: 'body', text: '{"status":"SUCCESS","response":{}}' }],
  [
    'success of another order',
    { kind: 'body', text: '{"status":"SUCCESS","transactionId":"t","response":{"orderId":"x"}}' },
  ],
  [
    '"already reversed"',
    { kind: 'body', status: 400, text: '{"status":"FAILURE","messages":{"en":"Order already reversed"}}' },
  ],
])('an answer of %s leaves the reversal not known', (_, fault) =>
  withBench(async (bench) => {
    const sale = await aSale(bench);
    await bench.fault('PUT', PATH, fault);
    expect((await reverse(bench, sale)).state).toBe('UNKNOWN');
    expect(await bench.received('PUT', PATH)).toBe(1);
  }),
);

it('a refusal in the gateway’s words is a refusal, and the sale may be tried again', () =>
  withBench(async (bench) => {
    const sale = await aSale(bench);
    const text = '{"status":"FAILURE","messages":{"en":"Not allowed","ar":"غير مسموح"}}';
    // Without acting, in the gateway's own envelope.
    await bench.fault('PUT', PATH, { kind: 'status', status: 400, body: JSON.parse(text) as unknown });
    const refused = await reverse(bench, sale);
    expect(refused.state).toBe('REFUSED');
    expect(refused.messages).toEqual({ en: 'Not allowed', ar: 'غير مسموح' });
    expect((await reverse(bench, sale)).state).toBe('SUCCEEDED');
  }));

it('while it is not known the same sale cannot be reversed again, nor its terminal acknowledged', () =>
  withBench(async (bench) => {
    const sale = await aSale(bench);
    await bench.fault('PUT', PATH, { kind: 'drop-before' });
    const operation = await reverse(bench, sale);
    expect(operation.state).toBe('UNKNOWN');
    const { operations } = bench.session();
    expect(codeOf(await operations.prepareReversal({ rowId: sale.rowId }))).toBe('already-open');
    const ack = must(await operations.prepareAcknowledgement({ terminalId: BUSY, seenReadAtMs: null }));
    expect(codeOf(await operations.confirmAcknowledgement({ preparationId: ack.preparationId }))).toBe(
      'terminal-busy',
    );
    expect(await operations.counts()).toEqual({ open: 1, unknown: 1 });
  }));

it('absence is believed only after the settle window, and only a person sends again', () =>
  withBench(async (bench) => {
    const sale = await aSale(bench);
    await bench.fault('PUT', PATH, { kind: 'drop-before' });
    const { opId } = await reverse(bench, sale);
    const { operations } = bench.session();
    expect(codeOf(await operations.sendAgain({ opId, retyped: sale.typed }))).toBe('not-allowed-in-state');
    await readUntilAbsent(bench, opId);
    const absent = await detail(bench, opId);
    expect(absent.operation.state).toBe('ABSENT');
    expect(absent.canSendAgain).toBe(true);
    expect(await bench.received('PUT', PATH)).toBe(1);
    expect(codeOf(await operations.sendAgain({ opId, retyped: '0.01' }))).toBe('amount-mismatch');
    const again = must(await operations.sendAgain({ opId, retyped: sale.typed }));
    expect(again.operation.state).toBe('SUCCEEDED');
    expect(again.operation.attemptNo).toBe(2);
    expect(await bench.received('PUT', PATH)).toBe(2);
  }));

it('a second attempt that is refused leaves the first one still not known', () =>
  withBench(async (bench) => {
    const sale = await aSale(bench);
    await bench.fault('PUT', PATH, { kind: 'drop-before' });
    const { opId } = await reverse(bench, sale);
    await readUntilAbsent(bench, opId);
    const body = { status: 'FAILURE', messages: { en: 'Not allowed' } };
    await bench.fault('PUT', PATH, { kind: 'status', status: 400, body });
    const again = must(await bench.session().operations.sendAgain({ opId, retyped: sale.typed }));
    expect(again.operation.state).toBe('CHECKING');
  }));

it('a sending-again whose fresh read shows that it happened sends nothing', () =>
  withBench(async (bench) => {
    const sale = await aSale(bench);
    await bench.fault('PUT', PATH, { kind: 'drop-before' });
    const { opId, orderId } = await reverse(bench, sale);
    await readUntilAbsent(bench, opId);
    // Somebody reverses it elsewhere: the provider's portal.
    const { live } = bench.sandbox;
    await fetch(`${live.dashboardUrl}${PATH}/${orderId ?? ''}`, {
      method: 'PUT',
      headers: { authorization: live.secretKey, 'content-type': 'application/json' },
      body: '{"apiOperation":"REVERSAL"}',
    });
    const sends = await bench.received('PUT', PATH);
    const answer = must(await bench.session().operations.sendAgain({ opId, retyped: sale.typed }));
    expect(answer.operation.state).toBe('SUCCEEDED_BY_READ');
    expect(await bench.received('PUT', PATH)).toBe(sends);
  }));

it('a sending-again whose fresh read could not be stored sends nothing: it may have shown that it happened', () =>
  withBench(async (bench) => {
    const sale = await aSale(bench);
    await bench.fault('PUT', PATH, { kind: 'drop-before' });
    const { opId, orderId } = await reverse(bench, sale);
    await readUntilAbsent(bench, opId);
    const { live } = bench.sandbox;
    await fetch(`${live.dashboardUrl}${PATH}/${orderId ?? ''}`, {
      method: 'PUT',
      headers: { authorization: live.secretKey, 'content-type': 'application/json' },
      body: '{"apiOperation":"REVERSAL"}',
    });
    const sends = await bench.received('PUT', PATH);
    const { context, operations } = bench.session();
    const { db } = context;
    const call = db.call.bind(db);
    // There is no room for this one line; then there is again.
    Object.assign(db, {
      call: (name: Parameters<typeof call>[0], args: never) =>
        name === 'journal.change' && (args as { code: string }).code === 'settled-by-read'
          ? Promise.reject(new DatabaseFailure('full', 'SQLITE_FULL'))
          : call(name, args),
    });
    await expect(operations.sendAgain({ opId, retyped: sale.typed })).rejects.toThrow('full');
    expect(await bench.received('PUT', PATH)).toBe(sends);
    Object.assign(db, { call });
    expect(must(await operations.sendAgain({ opId, retyped: sale.typed })).operation.state).toBe(
      'SUCCEEDED_BY_READ',
    );
  }));

it('where the list is not known to show reversals, four silent reads prove nothing: a person is asked after a day', () =>
  withBench(
    async (bench) => {
      await bench.fault('PUT', PATH, { kind: 'drop-before' });
      const { opId } = await reverse(bench, await aSale(bench));
      await readUntilAbsent(bench, opId);
      expect((await detail(bench, opId)).operation.state).toBe('CHECKING');
      bench.clock.forward(24 * 3_600_000);
      must(await bench.session().operations.checkNow({ opId }));
      expect((await detail(bench, opId)).operation.state).toBe('NEEDS_PERSON');
    },
    { capabilities: unknownCapabilities },
  ));

it('two dialogs on one sale, confirmed one after the other, are one request', () =>
  withBench(async (bench) => {
    const { operations } = bench.session();
    const sale = await aSale(bench);
    const prepare = async () => must(await operations.prepareReversal({ rowId: sale.rowId })).preparationId;
    const confirm = (preparationId: string) =>
      operations.confirmReversal({
        preparationId,
        reason: 'duplicate',
        note: '',
        typedAmount: sale.typed,
      });
    const [one, two] = [await prepare(), await prepare()];
    expect(must(await confirm(one)).operation.state).toBe('SUCCEEDED');
    expect(codeOf(await confirm(two))).toBe('preparation-expired');
    expect(await bench.received('PUT', PATH)).toBe(1);
  }));

it('a sale that was reversed here is not reversed again as another row, though the list does not show the reversal yet', () =>
  withBench(async (bench) => {
    const { operations, terminals } = bench.session();
    const sale = await aSale(bench);
    const { transaction } = must(await terminals.detail({ rowId: sale.rowId }));
    const { live } = bench.sandbox;
    const list = `/v3/payment/pos/${BUSY}/transactions`;
    const answer = await fetch(`${live.dashboardUrl}${list}`, { headers: { authorization: live.secretKey } });
    const read = listSchema.parse(await answer.json());
    const own = read.body.response.transactions.find(
      (row) => row.ref_number === transaction.refNumber && row.payment_type === 'SALE',
    );
    const showing = async (...more: Record<string, unknown>[]) => {
      const transactions = [own, ...more];
      const body = { ...read, body: { response: { ...read.body.response, transactions } } };
      await bench.clearFaults();
      await bench.fault('GET', list, { kind: 'status', status: 200, body }, 1_000);
      const { reading } = must(await terminals.readTerminal(BUSY));
      return reading.rows.map(({ rowId }) => rowId);
    };
    const [first = '', twin = ''] = await showing({ ...own });
    await bench.fault('PUT', PATH, { kind: 'drop-before' });
    const { opId } = await reverse(bench, { ...sale, rowId: first });
    expect(await operations.prepareReversal({ rowId: twin })).toMatchObject({
      error: { code: 'already-open', params: { opId } },
    });
    bench.clock.forward(25 * 3_600_000);
    must(await operations.checkNow({ opId }));
    const said = { evidence: 'provider-portal', evidenceReference: '1', reason: 'seen' } as const;
    must(await operations.resolve({ opId, resolution: 'done', ...said }));
    bench.clock.forward(25 * 3_600_000);
    expect(codeOf(await operations.prepareReversal({ rowId: twin }))).toBe('already-reversed');
    // Sold again under the same order, a day later: another sale.
    const [, , again = ''] = await showing({ ...own }, { ...own });
    expect(codeOf(await operations.prepareReversal({ rowId: again }))).toBe('ok');
  }));

it('a sale that was refunded here is not reversed, though nothing on the terminal says so', () =>
  withBench(async (bench) => {
    const { operations, terminals, context } = bench.session();
    const sale = await aSale(bench);
    const { transaction } = must(await terminals.detail({ rowId: sale.rowId }));
    const orderId = transaction.merchantOrderId ?? '';
    const { opId } = newOperation(1);
    const refund = { ...newOperation(1), kind: 'refund' as const, orderId, rowIds: [orderId] };
    const to = async (state: 'SENDING' | 'SUCCEEDED') =>
      void (await context.db.call('journal.change', {
        ...{ opId, to: state, params: {}, patch: {}, atMs: bench.clock.nowMs() },
        code: state === 'SENDING' ? 'sending' : 'succeeded',
      }));
    await context.db.call('journal.create', { ...refund, atMs: bench.clock.nowMs() });
    expect(codeOf(await operations.prepareReversal({ rowId: sale.rowId }))).toBe('already-open');
    await to('SENDING');
    await to('SUCCEEDED');
    expect(codeOf(await operations.prepareReversal({ rowId: sale.rowId }))).toBe('nothing-left');
  }));
