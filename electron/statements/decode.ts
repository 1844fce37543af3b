/** Bytes of a text file to text: which encoding it is, as well as that can be told, and the text in pieces. */
import { closeSync, openSync, readSync } from 'node:fs';
import type { ImportEncoding } from '#shared/domain/statement.ts';

const PIECE = 256 * 1024;

/** A file by its path, or one that was unpacked from an archive. */
export type Place = string | Uint8Array;

/** The file in pieces, one buffer after another; each is only good until the next. */
export function* bytesOf(place: Place, most = Number.MAX_SAFE_INTEGER): Generator<Uint8Array> {
  if (typeof place !== 'string') {
    for (let at = 0; at < Math.min(place.length, most); at += PIECE)
      yield place.subarray(at, Math.min(at + PIECE, most));
    return;
  }
  const file = openSync(place, 'r');
  try {
    const buffer = new Uint8Array(PIECE);
    for (let read = 0; read < most;) {
      const count = readSync(file, buffer, 0, Math.min(PIECE, most - read), null);
      if (count === 0) return;
      read += count;
      yield buffer.subarray(0, count);
    }
  } finally {
    closeSync(file);
  }
}

/** Decoded in pieces; a mark at the beginning is dropped. Bytes that the encoding does not have become U+FFFD. */
export function* textOf(path: Place, encoding: ImportEncoding, most?: number): Generator<string> {
  const decoder = new TextDecoder(encoding);
  for (const bytes of bytesOf(path, most)) {
    const text = decoder.decode(bytes, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}

export type EncodingGuess = { readonly encoding: ImportEncoding; readonly sure: boolean };

function markOf(start: Uint8Array): ImportEncoding | null {
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return 'utf-8';
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  return start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : null;
}

/** Every second byte of digits and Latin letters is 00, of Arabic letters and digits 06. */
function wideOf(start: Uint8Array): ImportEncoding | null {
  let even = 0;
  let odd = 0;
  start.forEach((byte, index) => {
    if (byte !== 0x00 && byte !== 0x06) return;
    if (index % 2 === 0) even += 1;
    else odd += 1;
  });
  const [most, few] = [start.length * 0.4, start.length * 0.1];
  if (odd > most && even < few) return 'utf-16le';
  return even > most && odd < few ? 'utf-16be' : null;
}

const isUtf8 = (path: Place): boolean => {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (const bytes of bytesOf(path)) decoder.decode(bytes, { stream: true });
    decoder.decode();
    return true;
  } catch {
    // That is the answer: some byte is not of UTF-8.
    return false;
  }
};

/** Arabic words are all high bytes; in a Western text they stand alone between Latin letters. */
function legacyOf(path: Place): ImportEncoding {
  let together = 0;
  let alone = 0;
  let before = 0;
  for (const bytes of bytesOf(path, 4 * 1024 * 1024))
    for (const byte of bytes) {
      if (byte >= 0xc0) {
        if (before >= 0xc0) together += 1;
        else alone += 1;
      }
      before = byte;
    }
  return together >= alone ? 'windows-1256' : 'windows-1252';
}

/** Windows' one-byte sets cannot be told apart for sure: a person is asked. Looks through the whole file. */
export function guessEncoding(path: Place): EncodingGuess {
  const [first] = bytesOf(path, 64 * 1024);
  const start = first?.slice() ?? new Uint8Array();
  const certain = markOf(start) ?? wideOf(start);
  if (certain) return { encoding: certain, sure: true };
  if (isUtf8(path)) return { encoding: 'utf-8', sure: true };
  return { encoding: legacyOf(path), sure: false };
}
