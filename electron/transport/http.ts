/**
 * The browser host's transport: a loopback HTTP server for one window. A one-time token becomes a cookie; Host and Origin
 * are checked on every request, so that neither another page nor a rebound name can reach the core.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sirv from 'sirv';
import type { Core } from '../core/core.ts';
import { createServe, encodeEvent } from './serve.ts';

/** Documents with their fonts, and tables, are sent as one call (shared/contract/reports.ts). */
const LARGEST_BODY = 16 * 1024 * 1024;
/** Styles may be inline because the component library sets them; scripts may not. */
const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
const SAFETY_HEADERS = {
  'content-security-policy': CSP,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

export type HttpBridge = { url: string; close(): Promise<void> };
export type HttpBridgeOptions = { core: Core; port: number; rendererDir: string };

const newSecret = () => randomBytes(32).toString('base64url');
const same = (given: string, wanted: string) => {
  const a = Buffer.from(given);
  const b = Buffer.from(wanted);
  return a.length === b.length && timingSafeEqual(a, b);
};

function answer(
  response: ServerResponse,
  status: number,
  body: string,
  type = 'text/plain; charset=utf-8',
): void {
  response
    .writeHead(status, { ...SAFETY_HEADERS, 'content-type': type, 'cache-control': 'no-store' })
    .end(body);
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_BODY) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export async function startHttpBridge({ core, port, rendererDir }: HttpBridgeOptions): Promise<HttpBridge> {
  const serve = createServe(core.handlers, core.log);
  const files = sirv(rendererDir, {
    single: true,
    dev: true,
    setHeaders: (response) => {
      for (const [name, value] of Object.entries(SAFETY_HEADERS)) response.setHeader(name, value);
    },
  });
  let token: string | null = newSecret();
  const session = newSecret();
  const streams = new Set<ServerResponse>();
  let cookieName = 'closeout';
  let hosts: string[] = [];

  const hasSession = (request: IncomingMessage) =>
    (request.headers.cookie ?? '').split(/;\s*/).some((cookie) => {
      const [name, value = ''] = cookie.split('=');
      return name === cookieName && same(value, session);
    });
  const isOurs = (request: IncomingMessage) => {
    const { host, origin } = request.headers;
    return (
      hosts.includes(host ?? '') && (origin === undefined || hosts.some((own) => origin === `http://${own}`))
    );
  };

  async function call(request: IncomingMessage, response: ServerResponse, channel: string): Promise<void> {
    if (!(request.headers['content-type'] ?? '').startsWith('application/json'))
      return answer(response, 415, 'JSON only');
    const body = await readBody(request);
    if (body === null) return answer(response, 413, 'too large');
    let input: unknown;
    try {
      input = JSON.parse(body);
    } catch {
      // The window always sends JSON; anything else did not come from it.
      return answer(response, 400, 'not JSON');
    }
    answer(response, 200, JSON.stringify(await serve(channel, input)), 'application/json');
  }

  function stream(response: ServerResponse): void {
    response.writeHead(200, {
      ...SAFETY_HEADERS,
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
    });
    response.write(': open\n\n');
    streams.add(response);
    response.on('close', () => streams.delete(response));
  }

  /** The token works once: after that only the cookie does. */
  function enter(url: URL, response: ServerResponse): void {
    const given = url.searchParams.get('token') ?? '';
    if (token === null || !same(given, token))
      return answer(
        response,
        401,
        'This address was used already. Start Closeout again and open the new one.',
      );
    token = null;
    response
      .writeHead(302, {
        location: '/',
        'set-cookie': `${cookieName}=${session}; HttpOnly; SameSite=Strict; Path=/`,
        'cache-control': 'no-store',
      })
      .end();
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isOurs(request)) return answer(response, 403, 'This address is for Closeout on this computer only.');
    const url = new URL(request.url ?? '/', 'http://closeout');
    if (request.method === 'GET' && url.searchParams.has('token') && !hasSession(request))
      return enter(url, response);
    if (!hasSession(request))
      return answer(response, 401, 'Open Closeout with the address it printed when it started.');
    if (url.pathname.startsWith('/api/')) {
      if (request.method !== 'POST') return answer(response, 405, 'POST only');
      return call(request, response, decodeURIComponent(url.pathname.slice('/api/'.length)));
    }
    if (request.method !== 'GET') return answer(response, 405, 'GET only');
    if (url.pathname === '/events') return stream(response);
    files(request, response, () => answer(response, 404, 'The window is not built. Run: npm run build'));
  }

  const server: Server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      core.log.error('request-failed', { error: String(error) });
      if (!response.headersSent) answer(response, 500, 'Something failed; the log has it.');
    });
  });
  const stopEvents = core.onEvent((event) => {
    const text = `data: ${JSON.stringify(encodeEvent(event))}\n\n`;
    for (const response of streams) response.write(text);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  cookieName = `closeout-${bound}`;
  hosts = [`127.0.0.1:${bound}`, `localhost:${bound}`];
  return {
    url: `http://127.0.0.1:${bound}/?token=${token}`,
    close: () => {
      stopEvents();
      for (const response of streams) response.end();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
