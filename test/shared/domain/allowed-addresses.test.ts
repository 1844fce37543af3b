import { describe, expect, it } from 'vitest';
import {
  differenceOf,
  isAddress,
  isAllowable,
  isCovered,
  restricts,
} from '#shared/domain/allowed-addresses.ts';

describe('an address or range', () => {
  it.each(['203.0.113.7', '203.0.113.0/24', '0.0.0.0/0', '2001:db8::/32', '::1', '2001:db8:0:0:0:0:0:1'])(
    '%s is understood',
    (text) => expect(isAllowable(text)).toBe(true),
  );
  it.each([
    '',
    '203.0.113',
    '203.0.113.256',
    '203.0.113.07',
    '203.0.113.0/33',
    '203.0.113.0/',
    '1.2.3.4/24/24',
    'shop.example.com',
    '2001:db8::1::2',
    '2001:db8:1',
    'fe80::1%eth0',
    '1:2:3:4:5:6:7:8::',
  ])('%j is not', (text) => expect(isAllowable(text)).toBe(false));
  it('is one address without a range', () => {
    expect(isAddress('203.0.113.7')).toBe(true);
    expect(isAddress('203.0.113.0/24')).toBe(false);
  });
});

describe('a list', () => {
  it('covers an address that is in it or in a range of it', () => {
    expect(isCovered('203.0.113.7', ['203.0.113.7'])).toBe(true);
    expect(isCovered('203.0.113.7', ['198.51.100.1', '203.0.113.0/24'])).toBe(true);
    expect(isCovered('203.0.114.7', ['203.0.113.0/24'])).toBe(false);
    expect(isCovered('2001:db8::5', ['2001:db8::/32'])).toBe(true);
    expect(isCovered('::203.0.113.7', ['203.0.113.7'])).toBe(false);
  });
  it('covers every address while it is empty, and with /0', () => {
    expect(isCovered('203.0.113.7', [])).toBe(true);
    expect(isCovered('203.0.113.7', ['0.0.0.0/0'])).toBe(true);
  });
  it('takes the bits beyond a range for nothing', () => {
    expect(isCovered('203.0.113.200', ['203.0.113.7/24'])).toBe(true);
  });
  it('differs by what is added and removed', () => {
    expect(differenceOf(['a', 'b'], ['b', 'c'])).toEqual({ added: ['c'], removed: ['a'] });
  });
  it.each([
    ['an entry is added', ['a'], ['a', 'b'], false],
    ['an entry goes', ['a', 'b'], ['a'], true],
    ['the first entry comes', [], ['a'], true],
    ['the last entry goes, which allows every address', ['a'], [], false],
  ])('%s: may shut an address out: %s %s %s', (_, before, after, expected) =>
    expect(restricts(before, after)).toBe(expected),
  );
});
