/** 10,000 days through the services, beside the reference: `CLOSEOUT_FULL=1 npx vitest run test/one-truth/ten-thousand-days.deep.test.ts`. */
import { expect, it } from 'vitest';
import { compareDays } from './shops.ts';

const DAYS = 10_000;
const FIRST = 1_001;

it('10,000 days have the sums of the reference in every place', async () => {
  const found = await compareDays(FIRST, DAYS);
  process.stdout.write(
    `${DAYS} days, ${found.compared} sums compared in ${found.places.size} places, ${found.differences.length} differences\n`,
  );
  expect(found.differences.slice(0, 10)).toEqual([]);
}, 6_000_000);
