import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTcp, type AddressInfo, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { createGateway } from '#electron/gateway/create-gateway.ts';
import { overruleEndpoints, defaultEndpoints } from '#electron/gateway/endpoint-overrides.ts';
import { sendMovement } from '#electron/gateway/send-movement.ts';
import {
  readAcknowledgementAnswer,
  readInstantSettlementAnswer,
  readReversalAnswer,
} from '#electron/gateway/verdict.ts';
import { decodeTerminalTransactions } from '#electron/gateway/endpoints/terminals.ts';
import { parseLossless } from '#electron/gateway/json.ts';
import { isObject } from '#electron/gateway/fields.ts';
import { systemClock } from '#electron/hosts/launch/system.ts';

const KEY = 'sk_test_canary_key';
const running: { close(): unknown }[] = [];
afterEach(() => running.splice(0).forEach((server) => server.close()));

async function listen(server: Server | ReturnType<typeof createTcp>): Promise<number> {
  running.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function gatewayAt(port: number) {
  const base = `http://127.0.0.1:${port}`;
  return createGateway({
    endpoints: defaultEndpoints,
    dashboardUrl: base,
    checkoutUrl: base,
    credentials: async () => ({ ok: true, value: { secretKey: KEY, apiKey: null, transferKey: null } }),
    clock: systemClock,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    onOutcome: () => {},
  });
}
const answering = async (handler: RequestListener) => gatewayAt(await listen(createServer(handler)));
const saying = (body: string, status = 200, type = 'application/json') =>
  answering((_request, response) => response.writeHead(status, { 'content-type': type }).end(body));

const ROW =
  '{"merchant_order_id":"A-1","ref_number":"6324","amount":120.50,"currency":"EGP","payment_type":"SALE","entry_mode":"CHIP"}';
const rows = (...list: string[]) =>
  `{"body":{"response":{"terminalId":"T1","transactions":[${list.join(',')}]}},"status":"SUCCESS"}`;
const withField = (field: string, value: string) =>
  ROW.replace(new RegExp(`"${field}":("[^"]*"|[\\d.]+)`), `"${field}":${value}`);

async function reading(body: string) {
  const answer = await (await saying(body)).readTerminalTransactions('T1');
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value.reading;
}

describe('a terminal’s transactions', () => {
  it('are read with exact amounts and every raw field', async () => {
    const { rows: read, unreadable } = await reading(
      rows(withField('amount', '99999999999999.10').replace('}', ',"extra":{"a":1.10}}')),
    );
    expect(unreadable).toEqual([]);
    expect(read[0]).toMatchObject({
      merchantOrderId: 'A-1',
      amount: { minor: 9999999999999910n, currency: 'EGP' },
    });
    expect(read[0]?.raw).toContain('"amount":99999999999999.10');
    expect(read[0]?.raw).toContain('"extra":{"a":1.10}');
  });

  it('that are equal are two rows', async () => {
    const { rows: read } = await reading(rows(ROW, ROW));
    expect(new Set(read.map((row) => row.rowId)).size).toBe(2);
  });

  it('NA means no value, and an unknown word is kept', async () => {
    const { rows: read } = await reading(
      rows(withField('entry_mode', '"NA"'), withField('payment_type', '"LOYALTY"')),
    );
    expect(read.map((row) => [row.entryMode, row.paymentType])).toEqual([
      [null, 'SALE'],
      ['CHIP', 'LOYALTY'],
    ]);
  });

  it.each([
    ['amount', '1.005', 'too-many-decimals'],
    ['amount', '"NA"', 'missing'],
    ['amount', 'true', 'wrong-type'],
    ['amount', '1e3', 'not-a-decimal'],
    ['currency', '"XXQ"', 'unknown-currency'],
    ['currency', '""', 'missing'],
  ])('with %s %s are set apart as unreadable: %s', async (field, value, problem) => {
    const { rows: read, unreadable } = await reading(rows(ROW, withField(field, value)));
    expect(read).toHaveLength(1);
    expect(unreadable).toMatchObject([{ index: 1, problem }]);
  });

  it.each([
    ['1234.5600000000002', 'EGP', 123_456n],
    ['"0.30000000000000004"', 'EGP', 30n],
    ['4.3499999999999996447286321199499070644378662109375', 'EGP', 435n],
    ['-1234.5599999999999', 'EGP', -123_456n],
    ['9.99999999', 'EGP', 1_000n],
    ['1.00499999999', 'KWD', 1_005n],
    ['19.000000000000004', 'JPY', 19n],
  ])(
    'with %s %s has the noise of a float: it is read as the unit it is next to',
    async (value, code, minor) => {
      const one = withField('amount', value).replace('EGP', code);
      const { rows: read, unreadable } = await reading(rows(one, ROW));
      expect(unreadable).toEqual([]);
      expect(read.map(({ isNoisy }) => isNoisy)).toEqual([true, false]);
      expect(read[0]?.amount).toEqual({ minor, currency: code });
      expect(read[0]?.raw).toContain(`"amount":${value}`);
    },
  );

  it.each(['1234.5600001', '1234.5649999999', '0.0050000000000001', '1234.56000002', '1234.55999998'])(
    'with %s is further from a unit than a float is: unreadable',
    async (value) => {
      const { rows: read, unreadable } = await reading(rows(ROW, withField('amount', value)));
      expect(read).toHaveLength(1);
      expect(unreadable).toMatchObject([{ index: 1, field: 'amount', problem: 'too-many-decimals' }]);
    },
  );

  it('is the same row whether its amount comes with noise or without', async () => {
    const [exact] = (await reading(rows(ROW))).rows;
    const [noisy] = (await reading(rows(withField('amount', '120.50000000000001')))).rows;
    expect(noisy?.rowId).toBe(exact?.rowId);
  });

  it('ten thousand in one answer are all read', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => withField('ref_number', `"${index}"`));
    expect((await reading(rows(...many))).rows).toHaveLength(10_000);
  });

  it('any JSON at all never crashes the reading', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const body = parseLossless(JSON.stringify({ body: { response: { transactions: value } } }));
        if (isObject(body)) decodeTerminalTransactions('T1', body);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('an answer that is no good is told by its fact', () => {
  const bodies: [string, string, number, string, string][] = [
    ['a web page', '<html>hello</html>', 200, 'text/html', 'not-a-gateway'],
    ['nothing', '', 200, 'application/json', 'not-a-gateway'],
    ['cut JSON', '{"body":{"resp', 200, 'application/json', 'bad-answer'],
    ['another shape', '{"body":[]}', 200, 'application/json', 'bad-answer'],
    [
      'FAILURE with HTTP 200',
      '{"status":"FAILURE","messages":{"en":"no","ar":"لا"}}',
      200,
      'application/json',
      'refused',
    ],
    ['401 on a terminal', '{"status":"FAILURE"}', 401, 'application/json', 'foreign-terminal'],
    [
      '403 of the allow-list',
      '{"messages":{"en":"Unauthorized IP address"}}',
      403,
      'application/json',
      'address-not-allowed',
    ],
    [
      '403 naming a permission',
      '{"messages":{"en":"needs webhook.view_webhook"}}',
      403,
      'application/json',
      'permission-missing',
    ],
    ['404', '{"status":"FAILURE"}', 404, 'application/json', 'not-found'],
    ['404 of a web page', '<html></html>', 404, 'text/html', 'not-offered'],
    ['409', '{}', 409, 'application/json', 'conflict'],
    ['500', '{}', 500, 'application/json', 'server'],
    ['a redirect', '', 302, 'text/plain', 'redirected'],
  ];
  it.each(bodies)('%s', async (_name, body, status, type, code) => {
    const answer = await (await saying(body, status, type)).readTerminalTransactions('T1');
    expect(answer).toMatchObject({ ok: false, error: { kind: 'gateway', code } });
    expect(JSON.stringify(answer)).not.toContain(KEY);
  });

  it('a gateway that is not there is unreachable', async () => {
    expect(await gatewayAt(1).listTerminals()).toMatchObject({ ok: false, error: { code: 'unreachable' } });
  });

  it('http to another computer is refused before anything leaves', async () => {
    const gateway = createGateway({
      endpoints: defaultEndpoints,
      dashboardUrl: 'http://gateway.example',
      checkoutUrl: 'http://gateway.example',
      credentials: async () => ({ ok: true, value: { secretKey: KEY, apiKey: null, transferKey: null } }),
      clock: systemClock,
      log: { info: () => {}, warn: () => {}, error: () => {} },
      onOutcome: () => {},
    });
    expect(await gateway.buildReversal('A')).toMatchObject({ ok: false, error: { code: 'host-not-https' } });
  });
});

describe('a movement on the wire', () => {
  const request = (port: number) => ({
    method: 'PUT' as const,
    url: `http://127.0.0.1:${port}/v3/payment/reversal/A`,
    body: new TextEncoder().encode('{"apiOperation":"REVERSAL"}'),
    bodySha256: '',
    keyFingerprint: '',
  });
  /** A raw server that counts request lines and then does what the fault says. */
  async function raw(fault: (socket: Socket) => void) {
    let requests = 0;
    const server = createTcp((socket) => {
      socket.on('error', () => {});
      socket.on('data', (data) => {
        if (data.toString().startsWith('PUT ')) requests += 1;
        fault(socket);
      });
    });
    return { port: await listen(server), requests: () => requests };
  }
  const send = (port: number, moments: string[] = []) =>
    sendMovement(request(port), (moment) => moments.push(moment), {
      clock: systemClock,
      secretKey: KEY,
      deadlineMs: 2_000,
    });

  it('refused at the door is proven not sent', async () => {
    expect(await send(1)).toMatchObject({ kind: 'not-sent' });
  });

  it.each([
    ['reset before an answer', (socket: Socket) => socket.resetAndDestroy()],
    ['closed before an answer', (socket: Socket) => socket.end()],
    ['cut in the head', (socket: Socket) => socket.end('HTTP/1.1 200 O')],
    ['cut in the body', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"st')],
    ['junk', (socket: Socket) => socket.end('this is not http at all\r\n\r\n')],
    ['never answered', () => {}],
  ])('%s is "no answer", and exactly one request was made', async (_name, fault) => {
    const server = await raw(fault);
    expect(await send(server.port)).toMatchObject({ kind: 'no-answer' });
    expect(server.requests()).toBe(1);
  });

  it('answered is an answer, with its moments in order', async () => {
    const server = await raw((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'));
    const moments: string[] = [];
    expect(await send(server.port, moments)).toMatchObject({ kind: 'answer', status: 200, body: '{}' });
    expect(moments).toEqual(['connected', 'headers-sent', 'body-sent', 'answer-began']);
  });

  it('redirected is an answer that is not followed', async () => {
    const server = await raw((socket) =>
      socket.end('HTTP/1.1 307 Temporary Redirect\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n'),
    );
    expect(await send(server.port)).toMatchObject({ kind: 'answer', status: 307 });
    expect(server.requests()).toBe(1);
  });
});

describe('what an answer means', () => {
  it('no made-up answer is ever a success', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 599 }),
        fc.oneof(
          fc.string(),
          fc.jsonValue().map((value) => JSON.stringify(value)),
        ),
        (status, body) => {
          for (const verdict of [
            readReversalAnswer('A', status, body),
            readAcknowledgementAnswer(status, body),
            readInstantSettlementAnswer(status, body),
          ]) {
            expect(verdict.kind).not.toBe('succeeded');
          }
        },
      ),
      { numRuns: 5_000 },
    );
  });
});

describe('the gateway profile', () => {
  it('can be overruled, and says so', () => {
    const read = overruleEndpoints('{"operations":{"terminals.list":{"path":"/v4/terminals"}}}');
    expect(read.ok && read.value.byName['terminals.list'].path).toBe('/v4/terminals');
    expect(read.ok && [...read.value.overruled]).toEqual(['terminals.list']);
  });
  it.each([
    '{',
    '[]',
    '{"operations":{"nothing.known":{}}}',
    '{"operations":{"terminals.list":{"path":"no slash"}}}',
    // Nothing reads it: a setting that does nothing is refused, not taken in silence.
    '{"pageSize":500}',
  ])('a bad file is an error that names the place: %s', (text) =>
    expect(overruleEndpoints(text)).toMatchObject({ ok: false, error: { code: 'overrule-invalid' } }),
  );
});
