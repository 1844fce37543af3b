/**
 * `npm run mutations`: puts one fault after another into the product and prints which test caught it. `-- sums` turns signs,
 * `-- defects` puts old defects back, `-- defects 4 9` only those two. The files are as they were afterwards. Ends with 1 if a fault
 * is not caught.
 */
import { mutateDefects } from './defects.ts';
import { mutateSums } from './sums.ts';

const [only, ...numbers] = process.argv.slice(2);
const missed =
  (only === 'defects' ? 0 : mutateSums()) + (only === 'sums' ? 0 : mutateDefects(numbers.map(Number)));
process.exitCode = missed === 0 ? 0 : 1;
