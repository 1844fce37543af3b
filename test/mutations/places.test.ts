/** A mutation proves nothing once its text is gone from the file: each text is still there. */
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
