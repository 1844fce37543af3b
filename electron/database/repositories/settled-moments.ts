/** Moments of settled transactions. Most are written as gateways usually do, and nothing of that is stored beside the moment itself. */
import type { GatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import { DAY_MS, timeOfDay, two, utcDate } from '#shared/time/utc-text.ts';

const three = (number: number) => (number < 100 ? `0${two(number)}` : String(number));

/** How most gateways write a moment: `2026-11-24 09:00:00.000000+00:00`. Empty for a moment that they cannot write so. */
function usual(atMs: number): string {
  const day = Math.floor(atMs / DAY_MS);
  const date = utcDate(day);
  if (date === null) return '';
  const inDay = atMs - day * DAY_MS;
  return `${date} ${timeOfDay(inDay)}.${three(inDay % 1_000)}000+00:00`;
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
