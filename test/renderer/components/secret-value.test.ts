import { describe, expect, it } from 'vitest';
import { valueAfter } from '#renderer/components/secret-value.ts';

describe('a field of dots knows its value', () => {
  it.each([
    ['typed at the end', 'abc', '•••d', 4, 'abcd'],
    ['typed at the beginning', 'abc', 'd•••', 1, 'dabc'],
    ['typed in the middle', 'abc', '•d••', 2, 'adbc'],
    ['typed over the middle', 'abcd', '•x•', 2, 'axd'],
    ['filled in anew', 'abc', 'xyz1', 4, 'xyz1'],
    ['deleted at the end', 'abc', '••', 2, 'ab'],
    ['deleted at the beginning', 'abc', '••', 0, 'bc'],
    ['deleted in the middle', 'abcd', '••', 1, 'ad'],
    ['emptied', 'abc', '', 0, ''],
    ['typed into nothing', '', 'a', 1, 'a'],
  ])('%s', (_what, value, shown, caret, after) => {
    expect(valueAfter(value, shown, caret)).toBe(after);
  });
});
