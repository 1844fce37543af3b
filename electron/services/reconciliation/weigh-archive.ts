/** What an archive really unpacks to, entry by entry and with a limit, before a reader takes it whole: a small file can hold gigabytes. */
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';

const inflate = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw);
const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const LONGEST_COMMENT = 65_535;
const MOST_UNPACKED = 64 * 1024 * 1024;
const MOST_ENTRIES = 1_000;
const DEFLATED = 8;

function placeOfEnd(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - END_BYTES - LONGEST_COMMENT);
  for (let at = bytes.length - END_BYTES; at >= first; at -= 1) if (bytes.readUInt32LE(at) === END) return at;
  return -1;
}

/** The bytes of one entry as they are packed; null where the archive is torn. */
function packedOf(bytes: Buffer, entry: number): { data: Buffer; method: number } | null {
  const local = bytes.readUInt32LE(entry + 42);
  if (local + LOCAL_BYTES > bytes.length || bytes.readUInt32LE(local) !== LOCAL) return null;
  const start = local + LOCAL_BYTES + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  const end = start + bytes.readUInt32LE(entry + 20);
  return end > bytes.length
    ? null
    : { data: bytes.subarray(start, end), method: bytes.readUInt16LE(entry + 10) };
}

/** False where it is no archive, is torn, or unpacks to more than a sheet of exceptions can be. */
export async function isReasonableArchive(bytes: Buffer): Promise<boolean> {
  const end = placeOfEnd(bytes);
  if (end < 0) return false;
  const entries = bytes.readUInt16LE(end + 10);
  if (entries === 0 || entries > MOST_ENTRIES) return false;
  let left = MOST_UNPACKED;
  let at = bytes.readUInt32LE(end + 16);
  for (let number = 0; number < entries; number += 1) {
    if (at + ENTRY_BYTES > bytes.length || bytes.readUInt32LE(at) !== ENTRY) return false;
    const packed = packedOf(bytes, at);
    if (!packed) return false;
    try {
      const { data, method } = packed;
      left -= method === DEFLATED ? (await inflate(data, { maxOutputLength: left })).length : data.length;
    } catch {
      // Too large, or no deflate data: neither is read any further.
      return false;
    }
    if (left <= 0) return false;
    at +=
      ENTRY_BYTES + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return true;
}
