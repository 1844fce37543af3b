/** Every fault of the wire by its name, and the state that a movement must be in after it. */
import type { Socket } from 'node:net';
import { whole, type Moment, type Real, type Spoil } from './raw-gateway.ts';

export type Fault = Spoil & {
  name: string;
  /** What the movement is when the send is over: an unknown outcome is never told as a failure. */
  state: 'SUCCEEDED' | 'REFUSED' | 'UNKNOWN';
};

const fin = (socket: Socket) => void socket.end();
const rst = (socket: Socket) => void socket.resetAndDestroy();

/** The connection ends, politely or not, before the gateway has answered. */
const dropped = (name: string, at: Moment, acts: boolean): Fault[] => [
  { name: `${name}, FIN`, at, acts, state: 'UNKNOWN', answer: fin },
  { name: `${name}, RST`, at, acts, state: 'UNKNOWN', answer: rst },
];

/** The gateway acted, and this is how much of its answer comes. */
function cut(name: string, part: (answer: string) => string): Fault[] {
  const send = (end: (socket: Socket) => void) => (socket: Socket, real: Real) =>
    void socket.write(part(whole(real)), () => end(socket));
  return [
    { name: `${name}, FIN`, at: 'whole', acts: true, state: 'UNKNOWN', answer: send(fin) },
    { name: `${name}, RST`, at: 'whole', acts: true, state: 'UNKNOWN', answer: send(rst) },
  ];
}

/** The gateway acted and answers this instead. */
const says = (name: string, state: Fault['state'], text: (real: Real) => string | Buffer): Fault => ({
  name,
  at: 'whole',
  acts: true,
  state,
  answer: (socket, real) => void socket.end(text(real)),
});
/** The gateway did not act and answers this. */
const refuses = (name: string, state: Fault['state'], status: number, body: string): Fault => ({
  name,
  at: 'whole',
  acts: false,
  state,
  answer: (socket) => void socket.end(whole({ status, body })),
});

const refusal = (en: string) =>
  JSON.stringify({ error: { cause: 'Bad request' }, messages: { en, ar: '' }, status: 'FAILURE' });

/** The answer byte by byte. */
async function drip(socket: Socket, text: string): Promise<void> {
  for (const byte of Buffer.from(text)) {
    if (socket.destroyed) return;
    socket.write(Buffer.of(byte));
    await new Promise((resolve) => setImmediate(resolve));
  }
  socket.end();
}

const chunked = (real: Real, end: string) =>
  `HTTP/1.1 ${real.status} OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n${Buffer.byteLength(real.body).toString(16)}\r\n${real.body}\r\n${end}`;

const afterHead = (text: string, extra: number) => text.slice(0, text.indexOf('\r\n\r\n') + 4 + extra);

export const faults: readonly Fault[] = [
  ...dropped('dropped at the request line', 'request-line', false),
  ...dropped('dropped after the headers', 'headers', false),
  ...dropped('dropped within the body', 'half-body', false),
  ...dropped('dropped when it had everything and had not acted', 'whole', false),
  ...dropped('dropped after it acted', 'whole', true),
  ...cut('cut in the status line', (text) => text.slice(0, 7)),
  ...cut('cut after the status line', (text) => text.slice(0, text.indexOf('\r\n') + 2)),
  ...cut('cut in the headers', (text) => text.slice(0, text.indexOf('\r\n\r\n') - 5)),
  ...cut('cut before the body', (text) => afterHead(text, 0)),
  ...cut('cut in the body', (text) => afterHead(text, 20)),
  ...cut('cut one byte before the end', (text) => text.slice(0, -1)),
  says('chunks without an end', 'UNKNOWN', (real) => chunked(real, '')),
  says('a chunk shorter than it says', 'UNKNOWN', (real) =>
    chunked(real, '0\r\n\r\n').replace(/(\r\n\r\n)[0-9a-f]+/, '$1fff'),
  ),
  says('whole chunks', 'SUCCEEDED', (real) => chunked(real, '0\r\n\r\n')),
  says('a length that is too short', 'UNKNOWN', (real) =>
    whole(real).replace(/content-length: \d+/, 'content-length: 20'),
  ),
  says('a length that is too long', 'UNKNOWN', (real) =>
    whole(real).replace(/content-length: \d+/, 'content-length: 99999'),
  ),
  says('two lengths', 'UNKNOWN', (real) => whole(real, ['content-length: 3'])),
  says('no length, ended by the connection', 'SUCCEEDED', (real) =>
    whole(real).replace(/content-length: \d+\r\n/, ''),
  ),
  says('an answer of HTTP/1.0', 'SUCCEEDED', (real) => whole(real).replace('HTTP/1.1', 'HTTP/1.0')),
  // More than one answer to one request: nobody knows which of them is true.
  says('the answer twice', 'UNKNOWN', (real) => whole(real) + whole(real)),
  says(
    'the answer, then a refusal',
    'UNKNOWN',
    (real) => whole(real) + whole({ status: 400, body: refusal('No.') }),
  ),
  says('the answer, then junk', 'UNKNOWN', (real) => `${whole(real)}\u0000\u0001GET / HTTP/9.9\r\n\r\n`),
  says('junk, then the answer', 'UNKNOWN', (real) => `\u0000\u0001\u0002${whole(real)}`),
  says('a 100 Continue first', 'SUCCEEDED', (real) => `HTTP/1.1 100 Continue\r\n\r\n${whole(real)}`),
  says('a 103 Early Hints first', 'SUCCEEDED', (real) => `HTTP/1.1 103 Early Hints\r\n\r\n${whole(real)}`),
  says(
    'a switch to another protocol',
    'UNKNOWN',
    () => 'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n',
  ),
  {
    name: 'a slow drip, byte by byte',
    at: 'whole',
    acts: true,
    state: 'SUCCEEDED',
    answer: (socket, real) => void drip(socket, whole(real)),
  },
  {
    name: 'a body without end',
    at: 'whole',
    acts: true,
    state: 'UNKNOWN',
    answer: (socket) => {
      const megabyte = Buffer.alloc(1_048_576, 'x');
      const more = () => {
        while (!socket.destroyed && socket.write(megabyte));
      };
      socket.on('drain', more);
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1073741824\r\n\r\n');
      more();
    },
  },
  says('a page instead of an answer', 'UNKNOWN', () =>
    whole({ status: 200, body: '<!doctype html><title>Maintenance</title>' }),
  ),
  says('an empty answer', 'UNKNOWN', () => whole({ status: 200, body: '' })),
  says('204', 'UNKNOWN', () => 'HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n'),
  says('202', 'UNKNOWN', ({ body }) => whole({ status: 202, body })),
  says('an array', 'UNKNOWN', ({ body }) => whole({ status: 200, body: `[${body}]` })),
  says('a success without its fields', 'UNKNOWN', () => whole({ status: 200, body: '{"status":"SUCCESS"}' })),
  says('an empty object', 'UNKNOWN', () => whole({ status: 200, body: '{}' })),
  says('a status word that nobody knows', 'UNKNOWN', ({ body }) =>
    whole({ status: 200, body: body.replace('"SUCCESS"', '"PENDING"') }),
  ),
  says('the same field twice, the second one failed', 'UNKNOWN', ({ body }) =>
    whole({ status: 200, body: body.replace(/\}$/, ',"status":"FAILURE"}') }),
  ),
  says('bytes that are no text', 'UNKNOWN', ({ body }) =>
    Buffer.concat([
      Buffer.from(afterHead(whole({ status: 200, body }), 0)),
      Buffer.from(body.length > 0 ? body : '{}').fill(0xff, 0, 1),
    ]),
  ),
  says('nested without end', 'UNKNOWN', () => whole({ status: 200, body: '['.repeat(100_000) })),
  ...[301, 302, 303, 307, 308].map((status) =>
    says(`a redirect ${status}`, 'UNKNOWN', () =>
      whole({ status, body: '{}' }, ['location: http://127.0.0.1:1/elsewhere']),
    ),
  ),
  ...[401, 403, 408, 409, 425, 429, 500, 501, 502, 503, 504, 599].map((status) =>
    says(`${status} after it acted`, 'UNKNOWN', () =>
      whole({ status, body: refusal('Something is wrong.') }),
    ),
  ),
  ...[401, 408, 409, 429, 500, 503].map((status) =>
    refuses(`${status} before it acted`, 'UNKNOWN', status, refusal('Something is wrong.')),
  ),
  refuses('a refusal', 'REFUSED', 400, refusal('This cannot be done.')),
  refuses('a refusal at 422', 'REFUSED', 422, refusal('This cannot be done.')),
  refuses('a refusal with 200', 'REFUSED', 200, refusal('This cannot be done.')),
  refuses('a 400 that is no refusal of the gateway', 'UNKNOWN', 400, '<h1>Bad Request</h1>'),
  refuses('a refusal because it is done already', 'UNKNOWN', 400, refusal('This was already done.')),
];
