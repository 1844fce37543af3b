/** JSON of the independent gateway: numbers keep their digits, so that an amount arrives as it was written. */

export type Fields = Record<string, unknown>;

/** A JSON number as it was written: `250.00` stays `250.00`. */
export class Decimal {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export const decimal = (text: string): Decimal => new Decimal(text);

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Decimal);

type Parse = (
  text: string,
  revive: (key: string, value: unknown, at: { source: string }) => unknown,
) => unknown;

/** Every number becomes a Decimal. Throws a SyntaxError for what is not JSON. */
export function readJson(text: string): unknown {
  return (JSON.parse as Parse)(text, (_key, value, at) =>
    typeof value === 'number' ? new Decimal(at.source) : value,
  );
}

export function writeJson(value: unknown): string {
  if (value instanceof Decimal) return value.text;
  if (Array.isArray(value)) return `[${value.map((item) => writeJson(item ?? null)).join(',')}]`;
  if (!isFields(value)) return JSON.stringify(value ?? null);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${writeJson(member)}`).join(',')}}`;
}

/** §2, "Conventions": `YYYY-MM-DD HH:MM:SS.ffffff+00:00`. */
export function timestamp(atMs: number): string {
  const [date = '', time = ''] = new Date(atMs).toISOString().replace('Z', '').split('T');
  return `${date} ${time}000+00:00`;
}

/** §2, "Conventions": webhooks and delivery records use ISO 8601 with `Z`. */
export const isoTimestamp = (atMs: number): string => new Date(atMs).toISOString();

export const isTimestamp = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}\+00:00$/.test(value);

/** An amount with two decimals in its smallest unit. */
export function minorOf(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.slice(0, 2).padEnd(2, '0'));
}

export function ofMinor(minor: bigint): Decimal {
  const size = minor < 0n ? -minor : minor;
  const sign = minor < 0n ? '-' : '';
  return new Decimal(`${sign}${size / 100n}.${(size % 100n).toString().padStart(2, '0')}`);
}
