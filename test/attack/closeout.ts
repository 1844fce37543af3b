/** Closeout as it is attacked: the browser host in a process of its own, beside a gateway that lies in every label. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { browserHostArgs } from '#electron/hosts/browser/browser-host-args.ts';
import type { Channel, InputOf } from '#shared/contract/index.ts';
import { SESSION_HEADER } from '#shared/contract/http.ts';
import { openKeychain } from '../tooling/machine.ts';

const root = join(import.meta.dirname, '../..');
export const ADMINISTRATOR = { name: 'Mona', pin: '280519' };

type Raw = { status: number; headers: IncomingMessage['headers']; text: string };
type Sent = { method?: string; headers?: Record<string, string>; body?: string };
type WireAnswer = { ok: boolean; value: Record<string, unknown>; error?: { code: string } };

export type Attacked = {
  readonly origin: string;
  readonly port: number;
  readonly child: ChildProcess;
  readonly key: string;
  /** With the session's key, as the window calls. */
  call<C extends Channel>(channel: C, input: InputOf<C>): Promise<WireAnswer>;
  /** The path goes out as it is written here. */
  raw(path: string, sent?: Sent): Promise<Raw>;
  end(): Promise<void>;
};

export function ask(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body }: Sent = {},
): Promise<Raw> {
  return new Promise((resolve, reject) => {
    httpRequest({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    })
      .on('error', reject)
      .end(body);
  });
}

/** Node refuses a path with a space and sends one byte a character: spaces are escaped, other letters go as their UTF-8 bytes. */
const wirePath = (path: string) => Buffer.from(path).toString('latin1').replaceAll(' ', '%20');

export async function startAttacked(dataDir: string): Promise<Attacked> {
  const keychain = await openKeychain();
  const child = spawn(process.execPath, browserHostArgs(root, ['--no-open', '--data', dataDir]), {
    cwd: root,
    env: keychain.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let address: URL | null = null;
  for await (const line of createInterface({ input: child.stdout })) {
    const match = /^Closeout is ready: (\S+)$/.exec(line);
    if (match?.[1]) {
      address = new URL(match[1]);
      break;
    }
  }
  if (address === null) throw new Error('the browser host did not start');
  const port = Number(address.port);
  const entered = await ask(port, address.pathname + address.search);
  const key = /"closeout-session","([\w-]+)"/.exec(entered.text)?.[1] ?? '';
  if (key === '') throw new Error('the browser host gave no key');
  return {
    origin: address.origin,
    port,
    child,
    key,
    raw: (path, sent) => ask(port, wirePath(path), sent),
    call: async (channel, input) => {
      const { text } = await ask(port, `/api/${channel}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [SESSION_HEADER]: key },
        body: JSON.stringify(input),
      });
      return JSON.parse(text) as WireAnswer;
    },
    end: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      keychain.close();
    },
  };
}

/** Text of the interface that a person or another system writes. Ids, states, amounts and dates lead requests, and stay. */
export const GATEWAY_TEXTS = [
  ...['label', 'model', 'serialNumber', 'branchName', 'entry_mode', 'entryMode', 'payment_type'],
  ...['name', 'customerName', 'email', 'description', 'notes', 'reference', 'store', 'storeName'],
  ...['paymentChannel', 'lastTransactionType', 'issuerAuthorizationCode', 'interactionSource'],
  ...[
    'bankName',
    'bankReference',
    'declineReason',
    'en',
    'ar',
    'message',
    'phone',
    'mobile',
    'title',
    'nameArabic',
  ],
] as const;
const FREE = new Set<string>(GATEWAY_TEXTS);
/** A sale stays one: it is acknowledged, reversed and counted. Another word is one that Closeout does not know. */
const isKept = (name: string, value: string) => name === 'payment_type' && value === 'SALE';

/** The same answers as the gateway behind it, with other words in its texts. */
export async function plantingProxy(
  target: string,
  word: (field: string) => string,
): Promise<{ url: string; planted(): number; end(): void }> {
  let planted = 0;
  const { hostname, port } = new URL(target);
  const server = createServer((request, response) => {
    const { url: path, method, headers } = request;
    const forward = httpRequest({
      hostname,
      port,
      path,
      method,
      headers: { ...headers, host: `${hostname}:${port}` },
    });
    forward.on('error', () => response.destroy());
    forward.on('response', (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const changed = text.replace(
          /"(\w+)"(\s*:\s*)"((?:[^"\\]|\\.)*)"/g,
          (whole, name: string, colon: string, value: string) => {
            if (!FREE.has(name) || isKept(name, value)) return whole;
            planted += 1;
            return `"${name}"${colon}${JSON.stringify(word(name))}`;
          },
        );
        const { 'content-length': _length, 'transfer-encoding': _coding, ...kept } = answer.headers;
        response.writeHead(answer.statusCode ?? 500, {
          ...kept,
          'content-length': Buffer.byteLength(changed),
        });
        response.end(changed);
      });
    });
    request.pipe(forward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    planted: () => planted,
    end: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
