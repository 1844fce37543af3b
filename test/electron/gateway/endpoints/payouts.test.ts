import { describe, expect, it } from 'vitest';
import { decodeAccounts } from '#electron/gateway/endpoints/payouts.ts';
import { decodeSchedulers } from '#electron/gateway/endpoints/schedulers.ts';
import {
  decodeTransferBatch,
  decodeTransferFee,
  decodeTransfers,
} from '#electron/gateway/endpoints/transfers.ts';
import { egp, expectAsked, object, withRecorder } from '../recorder.ts';

const TRANSFER =
  '{"transferId":"TR-1","merchantTransferId":"M-1","batchId":"NA","recipientName":"Mona","recipientNumber":"01012345678","method":"wallet","amount":100.50,"feeAmount":1,"vatAmount":0.14,"totalAmount":101.64,"currency":"EGP","status":"IN_TRANSIT","failureReason":null,"createdAt":"2026-11-17 10:30:00.000000+00:00","statusHistory":[{"status":"PENDING","at":"2026-11-17T10:30:00Z"}]}';
const wanted = {
  merchantTransferId: 'M-1',
  recipientName: 'Mona',
  recipientNumber: '01012345678',
  method: 'wallet' as const,
  amount: egp(10050n),
};

describe('transfers', () => {
  it('are read; one without an id or an amount is counted', () => {
    const rows = [TRANSFER, TRANSFER.replace('TR-1', 'NA'), TRANSFER.replace('100.50', '1e2')];
    expect(decodeTransfers(object(`{"body":[${rows.join(',')}]}`), 1)).toMatchObject({
      rows: [
        {
          transferId: 'TR-1',
          batchId: null,
          method: { kind: 'known', value: 'wallet' },
          amount: egp(10050n),
          fee: egp(100n),
          vat: egp(14n),
          total: egp(10164n),
          status: { value: 'IN_TRANSIT' },
          history: [{ status: { value: 'PENDING' }, at: { kind: 'instant' } }],
        },
      ],
      unreadable: 2,
    });
  });
  it('of a batch give its total their currency when they share one', () => {
    const batch = (transfers: string[], more = '') =>
      decodeTransferBatch(
        object(
          `{"batchId":"TB-1","batchName":"May","status":"PARTIALLY_TRANSFERRED","totalAmount":201,"transfersCount":2,"transfers":[${transfers.join(',')}]${more}}`,
        ),
      );
    expect(batch([TRANSFER, TRANSFER])).toMatchObject({
      batchId: 'TB-1',
      status: { value: 'PARTIALLY_TRANSFERRED' },
      total: egp(20100n),
      count: 2,
      unreadable: 0,
    });
    expect(batch([TRANSFER, '{}'])).toMatchObject({ total: null, unreadable: 1 });
    expect(batch([TRANSFER, TRANSFER.replace('EGP', 'USD')])?.total).toBeNull();
    expect(batch([], ',"currency":"EGP"')?.total).toEqual(egp(20100n));
  });
  it('cost what the inquiry says, and nothing is offered when a part is missing', () => {
    const fee =
      '{"body":{"amount":100,"feeAmount":1,"vatAmount":0.14,"totalAmount":101.14,"currency":"EGP"}}';
    expect(decodeTransferFee(object(fee))).toEqual({
      amount: egp(10000n),
      fee: egp(100n),
      vat: egp(14n),
      total: egp(10114n),
    });
    expect(decodeTransferFee(object(fee.replace('"vatAmount":0.14,', '')))).toBeNull();
  });
  it('are movements: built, not sent', () =>
    withRecorder('{}', async ({ payouts }, asked) => {
      const one = await payouts.buildTransfer(wanted);
      const many = await payouts.buildTransferBatch({ batchName: 'May', transfers: [wanted, wanted] });
      if (!one.ok || !many.ok) throw new Error('not built');
      expect(new URL(one.value.url).pathname).toBe('/v3/transfers/single');
      expect(new TextDecoder().decode(one.value.body)).toBe(
        '{"merchantTransferId":"M-1","recipientName":"Mona","recipientNumber":"01012345678","method":"wallet","amount":100.50}',
      );
      expect(new URL(many.value.url).pathname).toBe('/v3/transfers/batch');
      expect(JSON.parse(new TextDecoder().decode(many.value.body))).toMatchObject({
        batchName: 'May',
        transfers: [{ amount: 100.5 }, { amount: 100.5 }],
      });
      expect(asked).toEqual([]);
    }));
  it('of nothing are not built', () =>
    withRecorder('{}', async ({ payouts }) => {
      const none = { ...wanted, amount: egp(0n) };
      expect(await payouts.buildTransfer(none)).toMatchObject({ error: { params: { where: 'amount' } } });
      expect(await payouts.buildTransferBatch({ batchName: 'x', transfers: [wanted, none] })).toMatchObject({
        error: { params: { where: 'amount' } },
      });
      expect(await payouts.buildTransferBatch({ batchName: 'x', transfers: [] })).toMatchObject({
        error: { params: { where: 'transfers' } },
      });
    }));
  it('are listed, read one by one and by batch, and priced', async () => {
    await withRecorder('{"body":[]}', async ({ payouts }, asked) => {
      await payouts.listTransfers({ page: 1, limit: 50 });
      expectAsked(asked, 'GET /v2/transfers?page=1&limit=50', null);
    });
    await withRecorder(`{"body":${TRANSFER}}`, async ({ payouts }, asked) => {
      expect(await payouts.getTransfer('TR-1')).toMatchObject({ value: { transferId: 'TR-1' } });
      expectAsked(asked, 'GET /v2/transfers/TR-1', null);
    });
    await withRecorder('{"body":{"batchId":"TB-1","transfers":[]}}', async ({ payouts }, asked) => {
      expect(await payouts.getBatch('TB-1')).toMatchObject({ value: { batchId: 'TB-1', total: null } });
      expectAsked(asked, 'GET /v2/transfers/batches/TB-1', null);
    });
    await withRecorder('{"body":{}}', async ({ payouts }, asked) => {
      expect(await payouts.feeInquiry('bank', egp(100n))).toMatchObject({ error: { code: 'bad-answer' } });
      expectAsked(asked, 'POST /v2/transfers/fee-inquiry', { method: 'bank', amount: 1 });
    });
  });
});

describe('schedulers', () => {
  const SCHEDULER =
    '{"schedulerId":"SC-1","merchantTransferId":"M-1","recipientName":"Mona","recipientNumber":"01012345678","recipientBank":null,"amount":50.25,"method":"wallet","status":"ACTIVE","recurringFrequency":"MONTHLY","nextRun":"2026-12-01 00:00:00.000000+00:00","createdAt":"2026-11-17 10:30:00.000000+00:00"}';
  it('are read in EGP unless they say another currency; unknown words are kept', () => {
    const other = SCHEDULER.replace('"amount"', '"currency":"USD","amount"').replace('MONTHLY', 'DAILY');
    expect(
      decodeSchedulers(object(`{"data":[${SCHEDULER},${other},{"schedulerId":"SC-2"}]}`), 1),
    ).toMatchObject({
      rows: [
        {
          schedulerId: 'SC-1',
          amount: egp(5025n),
          status: { value: 'ACTIVE' },
          nextRun: { kind: 'instant' },
        },
        { amount: { minor: 5025n, currency: 'USD' }, recurringFrequency: { kind: 'unknown', raw: 'DAILY' } },
      ],
      unreadable: 1,
    });
  });
  it('are created, listed and deactivated', async () => {
    const body = `{"messages":{"en":"ok","ar":"تم"},"data":${SCHEDULER}}`;
    await withRecorder(body, async ({ payouts }, asked) => {
      await payouts.createScheduler({
        batchName: 'Rent',
        method: 'bank',
        recipientName: 'Mona',
        recipientNumber: '123',
        recipientBank: 'NBE',
        amount: egp(5025n),
        startAtMs: Date.UTC(2026, 11, 1),
        recurringFrequency: 'MONTHLY',
      });
      expectAsked(asked, 'POST /v2/transfers/schedulers/single', {
        batchName: 'Rent',
        type: 'single',
        scheduler: {
          method: 'bank',
          recipientName: 'Mona',
          recipientNumber: '123',
          recipientBank: 'NBE',
          amount: 50.25,
          startDate: '2026-12-01 00:00:00.000000+00:00',
          recurringFrequency: 'MONTHLY',
        },
      });
    });
    await withRecorder(body.replace('ACTIVE', 'INACTIVE'), async ({ payouts }, asked) => {
      expect(await payouts.deactivateScheduler('SC-1')).toMatchObject({
        value: { status: { kind: 'known', value: 'INACTIVE' } },
      });
      expectAsked(asked, 'DELETE /v2/transfers/schedulers/SC-1', null);
    });
    await withRecorder('{"data":[]}', async ({ payouts }, asked) => {
      await payouts.listSchedulers({ page: 1, limit: 20 });
      expectAsked(asked, 'GET /v2/transfers/schedulers?page=1&limit=20', null);
    });
  });
});

describe('accounts', () => {
  const ACCOUNT =
    '{"accountId":"AC-1","isPrimary":true,"totalBalance":300.30,"availableBalance":200.20,"onHoldBalance":100.10,"currency":"EGP"}';
  it('are read with their balances', () =>
    withRecorder(`{"data":[${ACCOUNT}]}`, async ({ payouts }, asked) => {
      expect(await payouts.accounts()).toMatchObject({
        value: [
          {
            accountId: 'AC-1',
            isPrimary: true,
            available: egp(20020n),
            onHold: egp(10010n),
            total: egp(30030n),
          },
        ],
      });
      expectAsked(asked, 'GET /v2/account', null);
    }));
  it('with one that cannot be read are not read at all', () => {
    expect(decodeAccounts(object(`{"data":[${ACCOUNT},${ACCOUNT.replace('200.20', 'null')}]}`))).toBeNull();
    expect(decodeAccounts(object('{"body":[]}'))).toBeNull();
  });
});
