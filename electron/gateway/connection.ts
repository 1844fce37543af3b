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

type Trusted = { readonly context: SecureContext; readonly agent: HttpsAgent };
const trusted = new Map<string, Trusted>();
/** Connections that are kept, and their sessions, are of one trust only. 'default' would hold NODE_EXTRA_CA_CERTS. */
function trustedWith({ ca = '' }: Trust): Trusted {
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

/** One new connection that stands, for what must not be sent twice. */
export function openConnection(url: URL, trust: Trust, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const host = hostOf(url);
    const secure = url.protocol === 'https:';
    const port = Number(url.port || (secure ? 443 : 80));
    const socket = secure
      ? connectTls({ host, port, ...tlsOptions(host, trustedWith(trust)) })
      : connectTcp({ host, port });
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
/** `bytes` is null where there were more than that. */
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

/** One request that changes nothing, its answer bounded, nothing followed. */
export function ask(options: ReadOptions): Promise<ReadAnswer> {
  const { method, headers, body, signal, largestAnswerBytes, trust = {} } = options;
  const url = new URL(options.url);
  const isSecure = url.protocol === 'https:';
  const length = body === undefined ? 0 : Buffer.byteLength(body);
  const given = {
    method,
    signal,
    headers: {
      'accept-encoding': 'gzip',
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
    const outgoing = believed
      ? httpsRequest(url, { ...given, agent: believed.agent, ...tlsOptions(hostOf(url), believed) }, take)
      : httpRequest(url, { ...given, agent: plain }, take);
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
