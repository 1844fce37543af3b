import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { openDatabase } from '#electron/database/client.ts';
import { createGateway } from '#electron/gateway/create-gateway.ts';
import { defaultEndpoints } from '#electron/gateway/endpoint-overrides.ts';
import { systemClock } from '#electron/hosts/launch/system.ts';
import { createTerminalReader } from '#electron/services/terminals/read-terminal.ts';
import type { ProfileContext } from '#electron/services/context.ts';
import { preparedWorkerUrl } from '../../../workers.ts';
import { newFolder } from '../../../faults/journal/profile-folder.ts';

const row = (reference: string, amount: string) =>
  `{"ref_number":"${reference}","amount":${amount},"currency":"EGP","payment_type":"SALE"}`;
const filter = {
  text: '',
  listing: 'all' as const,
  paymentTypes: [],
  entryModes: [],
  minAmount: null,
  maxAmount: null,
  minAgeMs: null,
};

it('a row with the noise of a float is stored, flagged and counted in the log; one further off stays out', async () => {
  let amounts = ['1234.5600000000002', '10.00', '1.005'];
  const server = createServer((_request, response) => {
    const rows = amounts.map((amount, at) => row(`R${at}`, amount)).join(',');
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(`{"body":{"response":{"terminalId":"T1","transactions":[${rows}]}},"status":"SUCCESS"}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const said: unknown[] = [];
  const log = { info: () => {}, warn: (...entry: unknown[]) => void said.push(entry), error: () => {} };
  const gateway = createGateway({
    endpoints: defaultEndpoints,
    dashboardUrl: base,
    checkoutUrl: base,
    credentials: async () => ({ ok: true, value: { secretKey: 'k', apiKey: null, transferKey: null } }),
    clock: systemClock,
    log,
    onOutcome: () => {},
  });
  const { database: db } = await openDatabase(preparedWorkerUrl, newFolder('float-noise'), () => {});
  try {
    const context = { gateway, db, clock: systemClock, log, emit: () => {} };
    const reader = createTerminalReader(context as unknown as ProfileContext, () => {});
    const flagsNow = async () => {
      expect((await reader.read('T1')).ok).toBe(true);
      const { rows } = await db.call('transactions.page', {
        terminalId: 'T1',
        filter,
        sort: { by: 'reference', direction: 'asc' },
        afterRowId: null,
        limit: 10,
        nowMs: systemClock.nowMs(),
      });
      return rows.map(({ amount, flags }) => [amount.minor, flags]);
    };
    expect(await flagsNow()).toEqual([
      [123_456n, ['float-noise']],
      [1_000n, []],
    ]);
    expect(said).toEqual([['terminal-amounts', { terminalId: 'T1', noisy: 1, unreadable: 1 }]]);
    const { unreadable } = await db.call('transactions.summary', {
      terminalId: 'T1',
      filter,
      nowMs: systemClock.nowMs(),
    });
    expect(unreadable).toMatchObject([{ index: 2, field: 'amount', problem: 'too-many-decimals' }]);

    // The flag is of the answer that was read last.
    amounts = ['1234.56', '10.00'];
    expect(await flagsNow()).toEqual([
      [123_456n, []],
      [1_000n, []],
    ]);
    expect(said).toHaveLength(1);
  } finally {
    await db.close();
    server.close();
  }
});
