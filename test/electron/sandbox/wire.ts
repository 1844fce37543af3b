/** Requests exactly as written: raw paths, chosen headers, and the caller's own address. */
import { request, type IncomingHttpHeaders } from 'node:http';
import type { SandboxAccess } from '#electron/sandbox/start-sandbox.ts';

export type Reply = { status: number; headers: IncomingHttpHeaders; text: string; body: unknown };
export type Asked = {
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is, with the content type `type`. */
  bytes?: string | Buffer;
  type?: string;
  /** The secret key of the environment when absent, none when null. */
  key?: string | null;
  host?: 'dashboard' | 'checkout';
  headers?: Record<string, string>;
  /** Another address of this computer that the request comes from. */
  from?: string;
};

export function ask(access: SandboxAccess, method: string, path: string, asked: Asked = {}): Promise<Reply> {
  const { key = access.secretKey, host = 'dashboard', from } = asked;
  const { hostname, port } = new URL(host === 'checkout' ? access.checkoutUrl : access.dashboardUrl);
  const bytes = asked.json === undefined ? asked.bytes : JSON.stringify(asked.json);
  const headers = {
    ...(key !== null && { authorization: key }),
    ...(bytes !== undefined && {
      'content-type': asked.type ?? 'application/json',
      'content-length': String(Buffer.byteLength(bytes)),
    }),
    ...asked.headers,
  };
  return new Promise((resolve, reject) => {
    const going = request(
      { hostname, port, method, path, headers, ...(from !== undefined && { localAddress: from }) },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () => {
          const text = Buffer.concat(parts).toString();
          const isJson = (answer.headers['content-type'] ?? '').includes('json') && text !== '';
          const body = isJson ? (JSON.parse(text) as unknown) : null;
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, body });
        });
      },
    );
    // A body that is refused unread may meet a closed connection; the answer has come by then.
    going.on('error', reject);
    going.end(bytes);
  });
}

/** What is at `data.0.id` of an answer. */
export function at(from: unknown, path: string): unknown {
  let value = from;
  for (const step of path.split('.'))
    value =
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[step] : undefined;
  return value;
}
/** The text there; fails where there is none. */
export function textAt(from: unknown, path: string): string {
  const value = at(from, path);
  if (typeof value !== 'string')
    throw new Error(`no text at ${path} of ${JSON.stringify(from).slice(0, 400)}`);
  return value;
}
