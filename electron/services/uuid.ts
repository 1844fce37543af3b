/** Time-ordered ids (UUID version 7) from the injected clock and randomness. */
import { v7 } from 'uuid';
import type { Clock, Random } from '#shared/time/clock.ts';

export const uuidv7 = ({ clock, random }: { clock: Clock; random: Random }): string =>
  v7({ msecs: clock.nowMs(), random: random.bytes(16) });
