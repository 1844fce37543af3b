/**
 * A gateway at the level of TCP: it passes everything on to the built-in gateway, except the one movement that it was told to
 * spoil. It counts request lines, so that a second one on the wire cannot hide.
 */
import { request as httpRequest } from 'node:http';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** When the fault strikes: at the connection, or when so much of the request has been read. */
export type Moment = 'connection' | 'request-line' | 'headers' | 'half-body' | 'whole';

export type Spoil = {
  at: Moment;
  /** Whether the request is carried out before anything is answered. */
  acts: boolean;
  /** What the client gets to see. `real` is what the built-in gateway answered, or would have: status line, headers, body. */
  answer: (socket: Socket, real: Real) => void;
};
export type Real = { status: number; body: string };

export type RawGateway = {
  url: string;
  /** Spoils the next movement whose path fits. */
  spoil(path: RegExp, spoil: Spoil): void;
  /** How many request lines with the path of the last `spoil` have arrived since then. */
  movements(): number;
  /** Called on the first byte of a movement, before anything is done with it. */
  onFirstByte: () => void;
  stop(): Promise<void>;
};

const MOVEMENT = /^(PUT|POST) (\S+) HTTP\/1\.1\r\n/;

/** A whole, ordinary HTTP answer. */
export const whole = ({ status, body }: Real, headers: string[] = []): string =>
  [
    `HTTP/1.1 ${status} X`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    ...headers,
    '',
    body,
  ].join('\r\n');

function momentOf(text: string): Moment {
  const head = text.indexOf('\r\n\r\n');
  if (!text.includes('\r\n')) return 'connection';
  if (head < 0) return 'request-line';
  const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
  const got = text.length - head - 4;
  if (got >= length) return 'whole';
  return got > 0 ? 'half-body' : 'headers';
}
const ORDER: readonly Moment[] = ['connection', 'request-line', 'headers', 'half-body', 'whole'];
const reached = (text: string, moment: Moment) => ORDER.indexOf(momentOf(text)) >= ORDER.indexOf(moment);

/** Sends the request on as it came and answers what came back. */
function pass(base: string, text: string): Promise<Real> {
  const head = text.slice(0, text.indexOf('\r\n\r\n'));
  const [first = '', ...lines] = head.split('\r\n');
  const [method = 'GET', path = '/'] = first.split(' ');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  delete headers['host'];
  delete headers['connection'];
  return new Promise((resolve, reject) => {
    const onward = httpRequest(`${base}${path}`, { method, headers, agent: false }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(parts).toString() }),
      );
    });
    onward.on('error', reject);
    onward.end(text.slice(head.length + 4));
  });
}

export async function startRawGateway(behind: string): Promise<RawGateway> {
  let armed: { path: RegExp; spoil: Spoil } | null = null;
  let watched = /^\//;
  let movements = 0;
  const sockets = new Set<Socket>();

  async function serve(socket: Socket, text: string, spoil: Spoil | null): Promise<void> {
    if (spoil && !spoil.acts) return spoil.answer(socket, { status: 200, body: '{}' });
    const real = await pass(behind, text);
    if (spoil) spoil.answer(socket, real);
    else socket.end(whole(real, ['date: ' + new Date().toUTCString()]));
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    let text = '';
    let done = false;
    socket.on('data', (part) => {
      const begins = text === '';
      text += part.toString('latin1');
      const moves = MOVEMENT.exec(text);
      if (begins && watched.test(moves?.[2] ?? '')) {
        movements += 1;
        gateway.onFirstByte();
      }
      const spoiled = armed?.path.test(moves?.[2] ?? '') ? armed.spoil : null;
      if (done || !reached(text, spoiled?.at ?? 'whole')) return;
      done = true;
      if (spoiled) armed = null;
      serve(socket, text, spoiled).catch(() => socket.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const gateway: RawGateway = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spoil: (path, spoil) => {
      armed = { path, spoil };
      watched = path;
      movements = 0;
    },
    movements: () => movements,
    onFirstByte: () => {},
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return gateway;
}
