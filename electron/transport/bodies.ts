/** Reads the bodies of calls: each bounded, and large ones few at a time, so that what is in memory is bounded as well. */
import type { IncomingMessage } from 'node:http';

/** Documents with their fonts, and tables, are sent as one call (shared/contract/reports.ts). */
const LARGEST_BODY = 16 * 1024 * 1024;
const SMALL_BODY = 64 * 1024;
const LARGE_AT_ONCE = 2;
const MOST_WAITING = 32;

type Body =
  | { kind: 'text'; text: string; release: () => void }
  /** Nothing of it was handled: whoever sent it may send it again. */
  | { kind: 'too-large' }
  | { kind: 'too-many' };

/** Null: it is longer than that. */
export async function readText(request: IncomingMessage, limit: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export function createBodies() {
  let large = 0;
  const waiting: (() => void)[] = [];

  function release(): void {
    const next = waiting.shift();
    if (next) next();
    else large -= 1;
  }
  async function turn(): Promise<boolean> {
    if (large < LARGE_AT_ONCE) {
      large += 1;
      return true;
    }
    if (waiting.length >= MOST_WAITING) return false;
    await new Promise<void>((resolve) => waiting.push(resolve));
    return true;
  }

  return {
    /** `release` is called when the call has been answered: until then the body is in memory. */
    async read(request: IncomingMessage): Promise<Body> {
      const declared = Number(request.headers['content-length'] ?? Number.NaN);
      if (declared > LARGEST_BODY) return { kind: 'too-large' };
      const isSmall = declared <= SMALL_BODY;
      if (!isSmall && !(await turn())) return { kind: 'too-many' };
      const done = isSmall ? () => {} : release;
      try {
        const text = await readText(request, LARGEST_BODY);
        if (text !== null) return { kind: 'text', text, release: done };
        done();
        return { kind: 'too-large' };
      } catch (error) {
        done();
        throw error;
      }
    },
  };
}
