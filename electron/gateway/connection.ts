/**
 * The one place that makes connections to a gateway. Certificates are always verified, against the authorities that come with
 * the app and those of the operating system; no variable of the environment changes that, and none sends a call through a proxy.
 */
import { existsSync, readFileSync } from 'node:fs';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import {
  connect as connectTls,
  createSecureContext,
  getCACertificates,
  type ConnectionOptions,
  type SecureContext,
} from 'node:tls';
import { createGunzip } from 'node:zlib';

/** Certificates in PEM that are believed beside the others: an organisation's own. */
type Trust = { readonly ca?: string | undefined };

/** Where the distributions keep what the system believes. */
const LINUX_AUTHORITIES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];
/** Windows and macOS are asked for their own store. On Linux Node would look where variables of the environment say. */
function systemAuthorities(): readonly string[] {
  if (process.platform !== 'linux') return getCACertificates('system');
  const path = LINUX_AUTHORITIES.find((one) => existsSync(one));
  return path === undefined ? [] : [readFileSync(path, 'utf8')];
}

/** How calls leave this computer: by a setting of the organisation, never by a variable of the environment. */
type Route = { readonly proxy?: string | undefined; readonly ca?: string | undefined };
let route: Route = {};
/** For every connection from now on. */
export function setRoute(next: Route): void {
  route = next;
}

let mayReach = true;
/** False: nothing leaves this computer, not even to itself. */
export function setReach(may: boolean): void {
  mayReach = may;
}
/** All settings of connections, so that another process can have the same ones. */
export type Way = { readonly route: Route; readonly mayReach: boolean };
export const wayNow = (): Way => ({ route, mayReach });
export function setWay(way: Way): void {
  route = way.route;
  mayReach = way.mayReach;
}
const notReached = () => Object.assign(new Error('safe mode'), { code: 'safe-mode' });

type Trusted = { readonly context: SecureContext; readonly agent: HttpsAgent };
const trusted = new Map<string, Trusted>();
/** Connections that are kept, and their sessions, are of one trust only. 'default' would hold NODE_EXTRA_CA_CERTS. */
function trustedWith({ ca = route.ca ?? '' }: Trust): Trusted {
  const known = trusted.get(ca);
  if (known) return known;
  const authorities = [...getCACertificates('bundled'), ...systemAuthorities(), ...(ca === '' ? [] : [ca])];
  const context = createSecureContext({ ca: authorities, minVersion: 'TLSv1.2' });
  // An agent of our own takes no proxy from the environment.
  const made = { context, agent: new HttpsAgent({ keepAlive: true }) };
  trusted.set(ca, made);
  return made;
}

/** Said in full for every connection: what is left out would come from the environment. */
const tlsOptions = (host: string, { context }: Trusted): ConnectionOptions => ({
  secureContext: context,
  rejectUnauthorized: true,
  ALPNProtocols: ['http/1.1'],
  // A name only: an address is no server name (RFC 6066); the certificate is checked against `host` then.
  ...(isIP(host) === 0 && { servername: host }),
});

const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '');

/** A way through the proxy to the host; what goes through it is read by the two ends only. Plain calls stay on this computer. */
function throughProxy(proxy: string, host: string, port: number, signal: AbortSignal): Promise<Socket> {
  const { hostname, port: proxyPort } = new URL(proxy);
  const path = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  return new Promise((resolve, reject) => {
    const asked = httpRequest({
      host: hostname,
      port: Number(proxyPort || 80),
      method: 'CONNECT',
      path,
      headers: { host: path },
      agent: false,
      signal,
    });
    const refused = (status: number | undefined) =>
      reject(Object.assign(new Error('the proxy refused'), { code: `proxy ${status ?? ''}` }));
    asked.on('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) return resolve(socket);
      socket.destroy();
      refused(statusCode);
    });
    asked.on('response', ({ statusCode }) => refused(statusCode));
    asked.on('error', reject);
    asked.end();
  });
}

/** One new connection that stands, for what must not be sent twice. */
export async function openConnection(url: URL, trust: Trust, signal: AbortSignal): Promise<Socket> {
  const host = hostOf(url);
  const secure = url.protocol === 'https:';
  const port = Number(url.port || (secure ? 443 : 80));
  if (!mayReach) throw notReached();
  const { proxy } = route;
  const tunnel = secure && proxy !== undefined ? await throughProxy(proxy, host, port, signal) : null;
  return new Promise((resolve, reject) => {
    const tls = { ...tlsOptions(host, trustedWith(trust)), ...(tunnel && { socket: tunnel }) };
    const socket = secure ? connectTls({ host, port, ...tls }) : connectTcp({ host, port });
    const giveUp = () => socket.destroy();
    signal.addEventListener('abort', giveUp);
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      socket.off('error', reject);
      signal.removeEventListener('abort', giveUp);
      resolve(socket);
    });
    socket.once('error', reject);
    // A peer may close in the middle of the handshake without any error.
    socket.once('close', () => reject(new Error('other side closed')));
  });
}

/** Of reads on this computer. */
const plain = new HttpAgent({ keepAlive: true });

type ReadOptions = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  readonly signal: AbortSignal;
  readonly largestAnswerBytes: number;
  readonly trust?: Trust;
};
/** `bytes` is null if there were more than that. */
type ReadAnswer = { status: number; headers: Headers; bytes: Buffer | null };

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return headers;
}

function readWhole(response: IncomingMessage, largestAnswerBytes: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const packed = /^(x-)?gzip$/i.test(response.headers['content-encoding'] ?? '');
    const source = packed ? response.pipe(createGunzip()) : response;
    const chunks: Buffer[] = [];
    let size = 0;
    source.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= largestAnswerBytes) return void chunks.push(chunk);
      resolve(null);
      response.destroy();
    });
    source.on('end', () =>
      response.complete ? resolve(Buffer.concat(chunks)) : reject(new Error('terminated')),
    );
    source.on('error', reject);
    response.on('error', reject);
    response.on('aborted', () => reject(new Error('terminated')));
  });
}

/** Where a request over an open connection goes. */
const placeOf = (url: URL) => ({ host: hostOf(url), path: `${url.pathname}${url.search}` });

/** One request that changes nothing, its answer bounded, nothing followed. */
export async function ask(options: ReadOptions): Promise<ReadAnswer> {
  const { method, headers, body, signal, largestAnswerBytes, trust = {} } = options;
  if (!mayReach) throw notReached();
  const url = new URL(options.url);
  const isSecure = url.protocol === 'https:';
  const length = body === undefined ? 0 : Buffer.byteLength(body);
  const tunnel = isSecure && route.proxy !== undefined ? await openConnection(url, trust, signal) : null;
  const given = {
    method,
    signal,
    headers: {
      'accept-encoding': 'gzip',
      host: url.host,
      ...headers,
      ...(method === 'POST' && { 'content-length': length }),
    },
  };
  return new Promise((resolve, reject) => {
    const take = (response: IncomingMessage) => {
      readWhole(response, largestAnswerBytes).then(
        (bytes) => resolve({ status: response.statusCode ?? 0, headers: headersOf(response), bytes }),
        reject,
      );
    };
    const believed = isSecure ? trustedWith(trust) : null;
    const outgoing = tunnel
      ? httpRequest({ ...given, ...placeOf(url), createConnection: () => tunnel }, take)
      : believed
        ? httpsRequest(url, { ...given, agent: believed.agent, ...tlsOptions(hostOf(url), believed) }, take)
        : httpRequest(url, { ...given, agent: plain }, take);
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
