/** Addresses and ranges that a gateway allows (interface §5 rule 5): whether one is understood, and what it covers. Pure. */

type Range = { readonly bits: 32 | 128; readonly start: bigint; readonly end: bigint };

const OCTET = /^(0|[1-9]\d{0,2})$/;

function ipv4Of(text: string): bigint | null {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => OCTET.test(part) && Number(part) <= 255)) return null;
  return parts.reduce((sum, part) => (sum << 8n) + BigInt(part), 0n);
}

function ipv6Of(text: string): bigint | null {
  const halves = text.toLowerCase().split('::');
  if (halves.length > 2) return null;
  const groups = halves.map((half) => (half === '' ? [] : half.split(':')));
  const given = groups.flat();
  const missing = 8 - given.length;
  if (!given.every((group) => /^[0-9a-f]{1,4}$/.test(group))) return null;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null;
  const all = [...(groups[0] ?? []), ...Array<string>(missing).fill('0'), ...(groups[1] ?? [])];
  return all.reduce((sum, group) => (sum << 16n) + BigInt(`0x${group}`), 0n);
}

/** `203.0.113.7`, `203.0.113.0/24`, `2001:db8::/32`; null for anything else. */
function rangeOf(text: string): Range | null {
  const [address = '', size, ...more] = text.split('/');
  const four = ipv4Of(address);
  const start = four ?? ipv6Of(address);
  const bits = four === null ? 128 : 32;
  if (start === null || more.length > 0 || (size !== undefined && !/^(0|[1-9]\d{0,2})$/.test(size)))
    return null;
  const kept = size === undefined ? bits : Number(size);
  if (kept > bits) return null;
  const rest = BigInt(bits - kept);
  const first = (start >> rest) << rest;
  return { bits, start: first, end: first + (1n << rest) - 1n };
}

export const isAllowable = (text: string): boolean => rangeOf(text) !== null;

/** One address, and not a range. */
export const isAddress = (text: string): boolean => !text.includes('/') && isAllowable(text);

/** Whether a list allows this address. An empty list allows every one. */
export function isCovered(address: string, list: readonly string[]): boolean {
  const own = rangeOf(address);
  if (list.length === 0) return true;
  return list.some((entry) => {
    const range = rangeOf(entry);
    return range && own && range.bits === own.bits && range.start <= own.start && own.end <= range.end;
  });
}

export function differenceOf(before: readonly string[], after: readonly string[]) {
  return {
    added: after.filter((entry) => !before.includes(entry)),
    removed: before.filter((entry) => !after.includes(entry)),
  };
}

/** The same entries, in whatever order. */
export function isSameList(a: readonly string[], b: readonly string[]): boolean {
  const { added, removed } = differenceOf(a, b);
  return added.length + removed.length === 0;
}

/**
 * Whether some address that is allowed now may be shut out: an entry goes, or a list that allowed every address gets its first one.
 */
export const restricts = (before: readonly string[], after: readonly string[]): boolean =>
  after.length > 0 && (before.length === 0 || differenceOf(before, after).removed.length > 0);
