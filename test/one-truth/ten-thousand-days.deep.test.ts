/** 10,000 days through the services, beside the reference: `CLOSEOUT_FULL=1 npx vitest run test/one-truth/ten-thousand-days.deep.test.ts`. */
import { expect, it } from 'vitest';
import { compareDays } from './shops.ts';

const DAYS = 1_000;
const firsts = Array.from({ length: 10 }, (_, at) => 1_001 + at * DAYS);

it.each(firsts)(
  '1,000 days from seed %i have the sums of the reference in every place',
  async (first) => {
    const found = await compareDays(first, DAYS);
    process.stdout.write(
      `${DAYS} days, ${found.compared} sums compared in ${found.places.size} places, ${found.differences.length} differences\n`,
    );
    expect(found.differences.slice(0, 10)).toEqual([]);
  },
  6_000_000,
);
