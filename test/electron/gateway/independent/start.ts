/**
 * A second gateway, small and independent of the built-in one: written from docs/gateway-interface.md alone, so that the
 * client and the built-in gateway cannot agree on a mistake. Two hosts on loopback, one merchant, one environment.
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { billingRoutes } from './billing-routes.ts';
import { bulkRoutes } from './bulk-routes.ts';
import { checkCredential, violationsOf } from './checks.ts';
import { isFields, readJson, writeJson } from './json.ts';
import { merchantRoutes } from './merchant-routes.ts';
import { namedRoutes } from './named-routes.ts';
import { DASHBOARD_PATHS, orderRoutes } from './order-routes.ts';
import { match, Refusal, textOf, type Call, type Host, type Reply, type Route } from './routing.ts';
import { seed } from './seed.ts';
import { sessionRoutes } from './session-routes.ts';
import { newState, type Environment, type State } from './state.ts';
import { webhookRoutes } from './webhook-routes.ts';

export const ROUTES: readonly Route[] = [
  ...sessionRoutes,
  ...orderRoutes,
  ...billingRoutes,
  ...bulkRoutes,
  ...merchantRoutes,
  ...webhookRoutes,
  ...namedRoutes,
];

/** A request as it arrived. */
export type Recorded = {
  host: Host;
  method: string;
  /** The request target: path and query, byte for byte. */
  target: string;
  headers: IncomingHttpHeaders;
  body: string;
};

/** What is done instead of the documented answer. */
export type Fault =
  | { kind: 'answer'; status: number; headers?: Record<string, string>; body?: unknown; text?: string }
  /** The connection is closed and nothing was done. */
  | { kind: 'drop-before' }
  /** It was done, and the connection is closed without an answer. */
  | { kind: 'drop-after' }
  /** It was done, and the answer ends in its middle. */
  | { kind: 'cut' };

type Planned = { path: RegExp; fault: Fault; times: number };

export type IndependentGateway = {
  dashboardUrl: string;
  checkoutUrl: string;
  state: State;
  requests: Recorded[];
  /** The next `times` requests whose `METHOD target` matches get the fault. */
  plan(path: RegExp, fault: Fault, times?: number): void;
  close(): Promise<void>;
};

type Found = { route: Route; parts: Map<string, string> };

function routeOf(host: Host, method: string, path: string, state: State): Found | null {
  for (const route of ROUTES) {
    if (route.assumed && state.missing !== null) continue;
    const parts = route.host === host && route.method === method ? match(route.path, path) : null;
    if (parts) return { route, parts };
  }
  return null;
}

function bodyOf(text: string): Call['body'] {
  if (text === '') return {};
  let body: unknown;
  try {
    body = readJson(text);
  } catch {
    throw new Refusal(400, 'The body is not JSON');
  }
  if (!isFields(body)) throw new Refusal(400, 'The body is not an object');
  return body;
}

async function act(host: Host, recorded: Recorded, remoteAddress: string, state: State): Promise<Reply> {
  const [path = '', search = ''] = recorded.target.split('?');
  const found = routeOf(host, recorded.method, path, state);
  if (!found && state.missing !== null) return { status: 404, body: undefined, text: state.missing };
  if (!found) {
    state.violations.push(`${recorded.method} ${path}: not a path of the ${host} host`);
    throw new Refusal(404, `Cannot ${recorded.method} ${path}`);
  }
  const call: Call = {
    method: recorded.method,
    path,
    query: new URLSearchParams(search),
    headers: recorded.headers,
    remoteAddress,
    bodyText: recorded.body,
    body: bodyOf(recorded.body),
    part: (name) => found.parts.get(name) ?? '',
  };
  state.violations.push(...violationsOf(found.route, call, state));
  if (found.route.credential === 'forwarded') {
    // §4.2: the path is rewritten from `apiOperation`, the request goes to the dashboard route, credential included.
    const target = DASHBOARD_PATHS[textOf(call.body, 'apiOperation') ?? ''];
    if (!target) throw new Refusal(400, 'Bad request: apiOperation');
    const forwarded = target.replace('{orderId}', encodeURIComponent(call.part('orderId')));
    return act('dashboard', { ...recorded, host: 'dashboard', target: forwarded }, remoteAddress, state);
  }
  checkCredential(found.route, call, state);
  return found.route.answer(call, state);
}

async function replyTo(host: Host, recorded: Recorded, address: string, state: State): Promise<Reply> {
  try {
    return await act(host, recorded, address, state);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: error.status, body: state.errorBody(error.status, error.message) };
  }
}

async function textOfRequest(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

const contentTypeOf = (text: string): Record<string, string> =>
  text.startsWith('<') ? { 'content-type': 'text/html' } : {};

function write(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string>,
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(text);
}

export async function startIndependentGateway(environment: Environment): Promise<IndependentGateway> {
  const state = newState(environment);
  seed(state);
  const requests: Recorded[] = [];
  const planned: Planned[] = [];
  const sockets = new Set<Socket>();

  async function handle(host: Host, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: target = '', headers } = request;
    const recorded = { host, method, target, headers, body: await textOfRequest(request) };
    requests.push(recorded);
    const plan = planned.find(({ path, times }) => times > 0 && path.test(`${method} ${target}`));
    if (plan) plan.times -= 1;
    const fault = plan?.fault;
    if (fault?.kind === 'drop-before') return void request.socket.destroy();
    if (fault?.kind === 'answer') {
      const text = fault.text ?? (fault.body === undefined ? '' : writeJson(fault.body));
      return write(response, fault.status, text, fault.headers ?? {});
    }
    const reply = await replyTo(host, recorded, request.socket.remoteAddress ?? '', state);
    if (fault?.kind === 'drop-after') return void request.socket.destroy();
    const text = reply.text ?? (reply.body === undefined ? '' : writeJson(reply.body));
    if (fault?.kind !== 'cut') return write(response, reply.status, text, contentTypeOf(text));
    response.writeHead(reply.status, { 'content-length': Buffer.byteLength(text) });
    response.write(text.slice(0, text.length / 2), () => request.socket.destroy());
  }

  async function listen(host: Host) {
    const server = createServer((request, response) => void handle(host, request, response));
    server.on('connection', (socket: Socket) => sockets.add(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  }

  const dashboard = await listen('dashboard');
  const checkout = await listen('checkout');
  return {
    dashboardUrl: dashboard.url,
    checkoutUrl: checkout.url,
    state,
    requests,
    plan: (path, fault, times = 1) => void planned.push({ path, fault, times }),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await Promise.all(
        [dashboard, checkout].map(
          ({ server }) => new Promise<void>((resolve) => server.close(() => resolve())),
        ),
      );
    },
  };
}
