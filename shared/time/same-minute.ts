/** Whether two moments are shown as one time. Pure. */
import type { GatewayTimestamp } from './gateway-timestamp.ts';

export const isSameMinute = (one: GatewayTimestamp, other: GatewayTimestamp | null | undefined): boolean =>
  one.kind === 'instant' &&
  other?.kind === 'instant' &&
  Math.floor(one.atMs / 60_000) === Math.floor(other.atMs / 60_000);
