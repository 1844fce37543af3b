/** Stands in front of the built-in gateway and breaks one rule of the document. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export type Told = { asked: string; status: number; text: string };
export type Lie = {
  /** Headers as they are passed on. */
  asks?: (headers: Record<string, string>, asked: string) => Record<string, string>;
  /** The answer as it is passed back. */
  answers?: (told: Told) => { status: number; text: string };
};

const OWN_HEADERS = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding']);

export async function startLiar(
  gatewayUrl: string,
  { asks, answers }: Lie,
): Promise<{ url: string; stop(): void }> {
  const server: Server = createServer((request, response) => {
    const pass = async () => {
      const { method = 'GET', url = '/' } = request;
      const asked = `${method} ${url}`;
      const body = await buffer(request);
      const given = Object.entries(request.headers).flatMap(([name, value]) =>
        OWN_HEADERS.has(name) ? [] : [[name, String(value)] as const],
      );
      const headers = Object.fromEntries(given);
      const answer = await fetch(gatewayUrl + url, {
        method,
        headers: asks?.(headers, asked) ?? headers,
        redirect: 'manual',
        ...(body.length > 0 && { body }),
      });
      const told = { asked, status: answer.status, text: await answer.text() };
      const { status, text } = answers?.(told) ?? told;
      response
        .writeHead(status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' })
        .end(text);
    };
    pass().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
