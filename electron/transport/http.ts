/**
 * The browser host's transport: a loopback HTTP server for one window. Host and Origin are checked on every request, so that
 * neither another page nor a rebound name can reach the core, and every call carries the session's key (entry.ts).
 */
import { inMachineLanguage } from '../core/machine-language.ts';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import sirv from 'sirv';
import { ENTRY_PATH, LEAVING_PATH, RENEW_PATH, SESSION_HEADER } from '#shared/contract/http.ts';
import type { Clock } from '#shared/time/clock.ts';
import type { Core } from '../core/core.ts';
import { createBodies, readText } from './bodies.ts';
import { createEntry, keepKeyScript } from './entry.ts';
import { createEventStreams } from './event-streams.ts';
import { newNonce, pageWithNonce, policyOf } from './page.ts';
import { openRenewal } from './renewal.ts';
import { createServe, encodeEvent } from './serve.ts';
import { createTally } from './tally.ts';

const SAFETY_HEADERS = {
  'content-security-policy': policyOf({ connect: "'self'" }),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  // The page gets a process of its own: see renewal.ts.
  'origin-agent-cluster': '?1',
  'cross-origin-resource-policy': 'same-origin',
};
const HEADERS_LIMIT_MS = 10_000;
const BODY_LIMIT_MS = 120_000;
/** Anybody may send one. */
const LARGEST_ENTRY = 1024;

export type HttpBridge = {
  /** Where the window is. */
  origin: string;
  /** Opens it once: for the window only, never for an argument or a screen that others see. */
  token: string;
  close(): Promise<void>;
};
type HttpBridgeOptions = {
  core: Pick<Core, 'handlers' | 'log' | 'onEvent'>;
  clock: Clock;
  port: number;
  rendererDir: string;
  /** How many windows listen now, and that one said it was going. */
  onWindows?: (open: number) => void;
  onLeaving?: () => void;
};

type Extra = Readonly<Record<string, string>>;
const TEXT = 'text/plain; charset=utf-8';
const HTML = 'text/html; charset=utf-8';
const NOT_BUILT = inMachineLanguage({
  en: 'The window is not built. Run: npm run build',
  ar: 'نافذة البرنامج غير مبنية. شغّل: npm run build',
});
const USED_ADDRESS = inMachineLanguage({
  en: 'This address was used already. Start Closeout again and open the new one.',
  ar: 'استُخدم هذا العنوان من قبل. شغّل Closeout من جديد وافتح العنوان الجديد.',
});
const NOT_OURS = inMachineLanguage({
  en: 'This address is for Closeout on this computer only.',
  ar: 'هذا العنوان لبرنامج Closeout على هذا الكمبيوتر فقط.',
});
const NO_KEY = inMachineLanguage({
  en: 'Open Closeout again: this page has no key to it.',
  ar: 'افتح Closeout من جديد: ليس لدى هذه الصفحة مفتاح إليه.',
});
const FAILED = inMachineLanguage({
  en: 'Something failed; the log has it.',
  ar: 'حدث خطأ، وتفاصيله في السجل.',
});
const UNBUILT = `<!doctype html><html><head></head><body>${NOT_BUILT}</body></html>`;

function answer(
  response: ServerResponse,
  status: number,
  body: string,
  type = TEXT,
  extra: Extra = {},
): void {
  const headers = { ...SAFETY_HEADERS, 'content-type': type, 'cache-control': 'no-store', ...extra };
  response.writeHead(status, headers).end(body);
}

const headersNamed = ({ rawHeaders }: IncomingMessage, name: string) =>
  rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === name).length;

type Address = { path: string; query: URLSearchParams };

/** The path and query of a request; null for what no window asks. */
function addressOf(request: IncomingMessage): Address | null {
  const given = request.url ?? '';
  if (!given.startsWith('/') || !URL.canParse(given, 'http://closeout')) return null;
  const { host, pathname, searchParams } = new URL(given, 'http://closeout');
  if (host !== 'closeout') return null;
  try {
    return { path: decodeURIComponent(pathname), query: searchParams };
  } catch {
    // Escapes that cannot be decoded name nothing of ours.
    return null;
  }
}

/** Every place of the window is the same page; a file has an ending. */
const isPage = (path: string) => path === '/index.html' || !/\.[^/]*$/.test(path);

const isJson = ({ headers }: IncomingMessage) =>
  /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '');

/** The window's own addresses, known once the server listens. */
type Hosts = readonly string[];

function isOurs(request: IncomingMessage, path: string, hosts: Hosts): boolean {
  const { host = '', origin } = request.headers;
  if (headersNamed(request, 'host') !== 1 || !hosts.includes(host)) return false;
  // The local page that sends the token is a file, which has no origin.
  if (origin === undefined || (origin === 'null' && path === ENTRY_PATH)) return true;
  return origin === `http://${host}`;
}

const tokenSent = async (request: IncomingMessage) =>
  new URLSearchParams((await readText(request, LARGEST_ENTRY)) ?? '').get('token') ?? '';

async function sendPage(response: ServerResponse, rendererDir: string, script = ''): Promise<void> {
  const index = await readFile(join(rendererDir, 'index.html'), 'utf8').catch(() => UNBUILT);
  const nonce = newNonce();
  answer(response, 200, pageWithNonce(index, nonce, script), HTML, {
    'content-security-policy': policyOf({ connect: "'self'", nonce }),
  });
}

function beginStream(response: ServerResponse): void {
  const type = { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' };
  response.writeHead(200, { ...SAFETY_HEADERS, ...type });
  response.write('\n');
}

type Serve = ReturnType<typeof createServe>;
type Bodies = ReturnType<typeof createBodies>;

async function answerCall(
  request: IncomingMessage,
  response: ServerResponse,
  channel: string,
  { serve, bodies }: { serve: Serve; bodies: Bodies },
): Promise<void> {
  if (!isJson(request)) return answer(response, 415, 'JSON only');
  const body = await bodies.read(request);
  if (body.kind === 'too-large') return answer(response, 413, 'too large');
  if (body.kind === 'too-many') return answer(response, 503, 'too many large calls at once');
  try {
    let input: unknown;
    try {
      input = JSON.parse(body.text);
    } catch {
      // The window always sends JSON; anything else did not come from it.
      return answer(response, 400, 'not JSON');
    }
    answer(response, 200, JSON.stringify(await serve(channel, input)), 'application/json');
  } finally {
    body.release();
  }
}

type Doors = {
  readonly hosts: () => Hosts;
  readonly strangers: ReturnType<typeof createTally>;
  readonly entry: ReturnType<typeof createEntry>;
  readonly streams: ReturnType<typeof createEventStreams>;
};

/** What each request gets. */
function createRequestHandler(options: HttpBridgeOptions, { hosts, strangers, entry, streams }: Doors) {
  const { core, clock, rendererDir, onLeaving = () => {} } = options;
  const calls = { serve: createServe(core.handlers, core.log), bodies: createBodies() };
  const files = sirv(rendererDir, {
    dev: true,
    setHeaders: (response) => {
      for (const [name, value] of Object.entries(SAFETY_HEADERS)) response.setHeader(name, value);
    },
  });
  function refuse(response: ServerResponse, status: number, text: string): void {
    strangers.count(String(status));
    answer(response, status, text);
  }
  const hasKey = ({ headers }: IncomingMessage) => {
    const given = headers[SESSION_HEADER];
    return typeof given === 'string' && entry.isKey(given);
  };
  /** The token works once: after that only the key does. */
  async function enter(response: ServerResponse, token: string): Promise<void> {
    const key = entry.redeem(token);
    return key === null
      ? refuse(response, 401, USED_ADDRESS)
      : sendPage(response, rendererDir, keepKeyScript(key));
  }

  async function post(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    if (path === ENTRY_PATH) return enter(response, await tokenSent(request));
    if (!hasKey(request)) return refuse(response, 401, NO_KEY);
    if (path === LEAVING_PATH) {
      onLeaving();
      return answer(response, 200, '');
    }
    const { host = '' } = request.headers;
    if (path === RENEW_PATH) return answer(response, 200, await openRenewal(`http://${host}`, clock));
    return path.startsWith('/api/')
      ? answerCall(request, response, path.slice('/api/'.length), calls)
      : answer(response, 404, 'no such address');
  }

  async function get(request: IncomingMessage, response: ServerResponse, { path, query }: Address) {
    if (path === '/events') {
      if (!hasKey(request)) return refuse(response, 401, NO_KEY);
      beginStream(response);
      return streams.add(response);
    }
    if (path.startsWith('/api/')) return refuse(response, 405, 'POST only');
    const token = query.get('token');
    if (token !== null) return enter(response, token);
    // The window's files hold nothing of anybody: they are the same on every computer.
    if (isPage(path)) return sendPage(response, rendererDir);
    files(request, response, () => answer(response, 404, 'no such address'));
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = addressOf(request);
    if (address === null) return refuse(response, 400, 'no such address');
    if (!isOurs(request, address.path, hosts())) return refuse(response, 403, NOT_OURS);
    if (request.method === 'POST') return post(request, response, address.path);
    if (request.method === 'GET') return get(request, response, address);
    return refuse(response, 405, 'GET and POST only');
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    handle(request, response).catch((error: unknown) => {
      if (hasKey(request)) core.log.error('request-failed', { error: String(error) });
      else strangers.count('failed');
      if (!response.headersSent) answer(response, 500, FAILED);
    });
  };
}

export async function startHttpBridge(options: HttpBridgeOptions): Promise<HttpBridge> {
  const { core, clock, port, onWindows = () => {} } = options;
  const entry = createEntry();
  const streams = createEventStreams(onWindows);
  const strangers = createTally(clock, (counts) => core.log.error('requests-refused', counts));
  let hosts: Hosts = [];
  const server: Server = createServer(
    { headersTimeout: HEADERS_LIMIT_MS, requestTimeout: BODY_LIMIT_MS },
    createRequestHandler(options, { hosts: () => hosts, strangers, entry, streams }),
  );
  const stopEvents = core.onEvent((event) => streams.send(`${JSON.stringify(encodeEvent(event))}\n`));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  hosts = [`127.0.0.1:${bound}`, `localhost:${bound}`];
  return {
    origin: `http://127.0.0.1:${bound}`,
    token: entry.token,
    close: () => {
      stopEvents();
      strangers.flush();
      streams.end();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
