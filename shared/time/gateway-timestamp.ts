/** A timestamp as the gateway gave it: read as an instant, or kept as the text it was. */
export type GatewayTimestamp = { kind: 'instant'; atMs: number; raw: string } | { kind: 'text'; raw: string };
/** The same without the text of one that was read: a file has the instant. */
export type FileTimestamp = { kind: 'instant'; atMs: number } | { kind: 'text'; raw: string };

const SPACED = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?(Z|[+-]\d{2}:?\d{2})$/;
const ISO = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?(Z|[+-]\d{2}:?\d{2})$/;

/**
 * Reads both documented forms (interface §2, "Conventions"): `YYYY-MM-DD HH:MM:SS.ffffff+00:00` and ISO 8601 with `Z`.
 * Anything else, and a date that does not exist, is kept as text and shown as it is.
 */
export function readGatewayTimestamp(raw: string): GatewayTimestamp {
  const match = SPACED.exec(raw) ?? ISO.exec(raw);
  if (!match) return { kind: 'text', raw };
  const [, date = '', time = '', fraction = '', zone = ''] = match;
  const millis = fraction.slice(0, 3).padEnd(3, '0');
  const offset = zone === 'Z' || zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
  const atMs = Date.parse(`${date}T${time}.${millis}${offset}`);
  if (Number.isNaN(atMs)) return { kind: 'text', raw };
  const day = Number(date.slice(8));
  const daysInMonth = new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)), 0)).getUTCDate();
  return day > daysInMonth ? { kind: 'text', raw } : { kind: 'instant', atMs, raw };
}

/** The form the gateway uses for most resources, microseconds as zeros beyond the millisecond. */
export function writeGatewayTimestamp(atMs: number): string {
  return new Date(atMs).toISOString().replace('T', ' ').replace('Z', '000+00:00');
}
