/** Closeout as it is attacked: the browser host in a process of its own, beside a gateway that lies in every label. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
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

/** `flags`: of Node. */
export async function startAttacked(dataDir: string, flags: readonly string[] = []): Promise<Attacked> {
  const keychain = await openKeychain();
  const child = spawn(
    process.execPath,
    [...flags, ...browserHostArgs(root, ['--no-open', '--data', dataDir])],
    {
      cwd: root,
      env: keychain.env,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
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
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      keychain.close();
    },
  };
}
