/** A merchant's own endpoint: keeps every delivery it gets, byte for byte, and answers as told. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { State } from './state.ts';

export type Received = { path: string; headers: IncomingHttpHeaders; body: string };

export type Receiver = {
  received: Received[];
  /** The status and text of the next answers; 200 and nothing when there are none left. */
  answers: { status: number; text: string }[];
  close(): Promise<void>;
};

/** Stands for `origin`, a public https address, in deliveries of `state`. */
export async function startReceiver(state: State, origin: string): Promise<Receiver> {
  const received: Received[] = [];
  const answers: Receiver['answers'] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      received.push({ path: request.url ?? '', headers: request.headers, body });
      const { status, text } = answers.shift() ?? { status: 200, text: '' };
      response.writeHead(status).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  state.receivers.set(origin, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return {
    received,
    answers,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
