/** Each mutation still finds the text that it replaces. Without that text it would prove nothing. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { defects } from './defects.ts';
import { sumMutations } from './sums.ts';

const root = join(import.meta.dirname, '../..');

it.each([...sumMutations, ...defects])('$file has “$from”', ({ file, from, to }) => {
  expect(readFileSync(join(root, file), 'utf8')).toContain(from);
  expect(to).not.toBe(from);
});
