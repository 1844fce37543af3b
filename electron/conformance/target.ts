/** Plain HTTP to the gateway: one new connection a request, nothing repeated, nothing followed. */
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Unmet } from './outcome.ts';

type Call = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | Buffer;
  /** Sent from this address of the computer, if it has several. */
  localAddress?: string;
  timeoutMs: number;
};

export type Answer = {
  /** What was asked, without headers and body: `GET /v2/webhooks`. */
  asked: string;
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The parsed body; undefined if it is not JSON. */
  json: unknown;
  tookMs: number;
};

const LONGEST_BODY = 32 * 1024 * 1024;

/** Undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** No answer at all is {@link Unmet}: every clause of the document is about an answer. */
export function send(call: Call): Promise<Answer> {
  const { method, headers, body, localAddress, timeoutMs } = call;
  const url = new URL(call.url);
  const asked = `${method} ${url.pathname}${url.search}`;
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Unmet(`an answer to ${asked}`, why));
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const outgoing = (url.protocol === 'https:' ? httpsRequest : httpRequest)(
      url,
      {
        method,
        headers: { ...headers, ...length },
        agent: false,
        signal: AbortSignal.timeout(timeoutMs),
        ...(localAddress !== undefined && { localAddress }),
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        incoming.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > LONGEST_BODY) incoming.destroy(new Error('the answer is longer than 32 MiB'));
          else chunks.push(chunk);
        });
        incoming.on('error', (error) => fail(error.message));
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          const tookMs = performance.now() - started;
          const { statusCode: status = 0, headers: got } = incoming;
          resolve({ asked, status, headers: got, text, json: parseJson(text), tookMs });
        });
      },
    );
    outgoing.on('error', (error) =>
      fail(error.name === 'TimeoutError' ? `none in ${timeoutMs} ms` : error.message),
    );
    outgoing.end(body);
  });
}
