/** A share of R4 (`npm run faults -- --only R4` makes 2,000 cuts). */
import { expect, it } from 'vitest';
import { brokenIn } from '../figure.ts';
import { powerCuts } from './power-cut.ts';
import { diskShim } from './shim.ts';

it.skipIf(diskShim() === null)(
  'whatever a power cut loses of what was not synced, the journal opens at a beginning of what was written (R4)',
  async () => {
    expect(await brokenIn(powerCuts, { seed: 1, count: 50 })).toEqual([]);
  },
  120_000,
);
