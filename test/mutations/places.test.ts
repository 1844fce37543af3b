/** A mutation whose place has moved proves nothing: each text to change stands in its file. */
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
