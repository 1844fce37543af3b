/** Moments of settled transactions. Most are written as gateways usually do, and nothing of that is stored beside the moment itself. */
import type { GatewayTimestamp } from '#shared/time/gateway-timestamp.ts';

const DAY_MS = 86_400_000;
const MOST_DATES = 1_000;
const dates = new Map<number, string>();
/** The date of a UTC day as YYYY-MM-DD; null if its year does not have four digits. Kept for reuse: a list covers few days. */
function dateOf(day: number): string | null {
  const known = dates.get(day);
  if (known !== undefined) return known;
  const at = new Date(day * DAY_MS);
  const year = Number.isNaN(at.getTime()) ? -1 : at.getUTCFullYear();
  if (year < 0 || year > 9_999) return null;
  if (dates.size >= MOST_DATES) dates.clear();
  const date = at.toISOString().slice(0, 10);
  dates.set(day, date);
  return date;
}
const two = (number: number) => (number < 10 ? `0${number}` : String(number));
const three = (number: number) => (number < 100 ? `0${two(number)}` : String(number));

/** How most gateways write a moment: `2026-11-24 09:00:00.000000+00:00`. Empty for a moment that they cannot write so. */
function usual(atMs: number): string {
  const day = Math.floor(atMs / DAY_MS);
  const date = dateOf(day);
  if (date === null) return '';
  const inDay = atMs - day * DAY_MS;
  const [minutes, ms] = [Math.floor(inDay / 60_000), inDay % 60_000];
  const time = `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(Math.floor(ms / 1_000))}.${three(ms % 1_000)}`;
  return `${date} ${time}000+00:00`;
}
/** 0: as usual. */
export type PackedTime = 0 | string;
export const packTime = ({ atMs, raw }: { atMs: number; raw: string }): PackedTime =>
  raw === usual(atMs) ? 0 : raw;
export const timeOf = (atMs: number, packed: PackedTime): GatewayTimestamp => ({
  kind: 'instant',
  atMs,
  raw: packed === 0 ? usual(atMs) : packed,
});
