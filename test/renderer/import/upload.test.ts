import { beforeEach, describe, expect, it } from 'vitest';
import type { Wire } from '#renderer/api/transport.ts';

type Chunk = { uploadId: string; at: number; base64: string };
let answer: (chunk: Chunk) => Wire;
const sent: Chunk[] = [];

Object.assign(globalThis, {
  window: {
    closeout: {
      invoke: (_channel: string, input: Chunk) => {
        sent.push(input);
        return Promise.resolve(answer(input));
      },
      subscribe: () => () => undefined,
    },
  },
});
const { base64Of, sendFile } = await import('#renderer/features/import/upload.ts');
const { IMPORT_CHUNK_BYTES } = await import('#shared/contract/import.ts');

const bytes = (length: number) => Uint8Array.from({ length }, (_, index) => index % 251);
const lengthOf = ({ base64 }: Chunk) => Buffer.from(base64, 'base64').length;
const takes = (chunk: Chunk): Wire => ({ ok: true, value: { received: chunk.at + lengthOf(chunk) } });
const always = { goesOn: () => true, tell: () => undefined };

beforeEach(() => {
  sent.length = 0;
  answer = takes;
});

describe('bytes as base64', () => {
  it('are the same bytes again, also where one call cannot take them all', () => {
    const all = bytes(100_000);
    expect(Buffer.from(base64Of(all), 'base64').equals(all)).toBe(true);
    expect(base64Of(new Uint8Array())).toBe('');
  });
});

describe('a file on its way', () => {
  const file = new Blob([bytes(2 * IMPORT_CHUNK_BYTES + 10)]);

  it('goes in pieces, in order, and is told after each', async () => {
    const told: number[] = [];
    const end = await sendFile(file, 'u1', 0, {
      goesOn: () => true,
      tell: (received) => told.push(received),
    });
    expect(end).toBe('sent');
    expect(sent.map(({ at }) => at)).toEqual([0, IMPORT_CHUNK_BYTES, 2 * IMPORT_CHUNK_BYTES]);
    expect(told).toEqual([IMPORT_CHUNK_BYTES, 2 * IMPORT_CHUNK_BYTES, 2 * IMPORT_CHUNK_BYTES + 10]);
    expect(
      Buffer.concat(sent.map(({ base64 }) => Buffer.from(base64, 'base64'))).equals(bytes(file.size)),
    ).toBe(true);
  });

  it('goes on where the core says that it stopped', async () => {
    const hole = { kind: 'import', code: 'out-of-order', params: { at: IMPORT_CHUNK_BYTES } };
    answer = (chunk) => (chunk.at === 0 ? { ok: false, error: hole } : takes(chunk));
    expect(await sendFile(file, 'u1', 0, always)).toBe('sent');
    expect(sent.map(({ at }) => at)).toEqual([0, IMPORT_CHUNK_BYTES, 2 * IMPORT_CHUNK_BYTES]);
  });

  it('stops at an error, and at the same hole twice', async () => {
    const gone = { kind: 'import', code: 'upload-gone', params: {} };
    answer = () => ({ ok: false, error: gone });
    expect(await sendFile(file, 'u1', 0, always)).toMatchObject({ code: 'upload-gone' });
    answer = () => ({ ok: false, error: { kind: 'import', code: 'out-of-order', params: { at: 0 } } });
    expect(await sendFile(file, 'u1', 0, always)).toMatchObject({ code: 'out-of-order' });
    expect(sent).toHaveLength(2);
  });

  it('stops when it was put aside', async () => {
    const end = await sendFile(file, 'u1', 0, { goesOn: () => sent.length === 0, tell: () => undefined });
    expect(end).toBe('stopped');
    expect(sent).toHaveLength(1);
  });

  it('is unreadable where this computer cannot read it', async () => {
    const folder = {
      size: 10,
      slice: () => ({ arrayBuffer: () => Promise.reject(new Error('is a folder')) }),
    };
    expect(await sendFile(folder as unknown as Blob, 'u1', 0, always)).toBe('unreadable');
    expect(sent).toEqual([]);
  });
});
