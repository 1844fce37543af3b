import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isObject } from '#electron/gateway/fields.ts';
import { NumberText, parseLossless, writeLossless, hasDuplicateKeys } from '#electron/gateway/json.ts';

const again = (text: string) => writeLossless(parseLossless(text));

describe('what is read is written again, every number as it was', () => {
  it.each([
    '{"a":1.10}',
    '{"a":0.1000000000000000055511151231257827}',
    '{"a":12345678901234567890.50,"b":[1e400,-0,-0.0,1E-7]}',
    '[9007199254740993]',
    '"text"',
    '1.50',
  ])('%s', (text) => expect(again(text)).toBe(text));

  it('and any other', () => {
    const digits = fc.stringMatching(/^-?(0|[1-9]\d{0,25})(\.\d{1,20})?([eE][+-]?\d{1,4})?$/);
    fc.assert(
      fc.property(fc.array(digits), fc.string(), (numbers, key) => {
        const text = `{${JSON.stringify(key)}:[${numbers.join(',')}]}`;
        expect(again(text)).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  it('and the last of two equal keys counts, with its own digits', () => {
    expect(again('{"a":1.0,"a":{"b":2.0},"a":3.00}')).toBe('{"a":3.00}');
  });

  it('and a field named __proto__ is a field', () => {
    expect(again('{"__proto__":{"amount":1.0},"a":2}')).toBe('{"__proto__":{"amount":1.0},"a":2}');
  });
});

it('any JSON text means the same after it was read and written', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(JSON.parse(again(text))).toEqual(JSON.parse(text));
    }),
    { numRuns: 2_000 },
  );
});

it('nesting of 200 is read; deeper is refused like any malformed text, also two hundred thousand deep', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  expect(again(nested(200))).toBe(nested(200));
  expect(() => parseLossless(nested(201))).toThrow(SyntaxError);
  expect(() => parseLossless(nested(200_000))).toThrow(SyntaxError);
});

it('brackets in texts are no nesting', () => {
  const text = JSON.stringify({ note: `\\"${'[{'.repeat(5_000)}` });
  expect(again(text)).toBe(text);
});

it('a number is not taken for an object', () => {
  expect(isObject(new NumberText('1'))).toBe(false);
});

describe('a field given twice', () => {
  it.each([
    '{"a":1,"a":2}',
    '{"a":1 , "b":{"c":[{"d":1,"d" :2}]}}',
    '{"status":"FAILURE","\\u0073tatus":"SUCCESS"}',
    '{"a":"}","b":"\\"","a":0}',
    '{"":1,"":2}',
    '{"__proto__":1,"__proto__":2}',
  ])('is found: %s', (text) => expect(hasDuplicateKeys(text)).toBe(true));
  it.each([
    '{}',
    '{"a":1,"b":2}',
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":2}]',
    '{"a":"a","b":["a","a"]}',
    '{"a":"\\"a\\":","b":"{\\"a\\":1"}',
    '"a"',
    '',
    '}}{{"a":1',
  ])('is not seen where there is none: %s', (text) => expect(hasDuplicateKeys(text)).toBe(false));
  it('is looked for in megabytes without a stall', () =>
    expect(hasDuplicateKeys(`{"a":"${'\\\\"'.repeat(10)}","b":[${'"x:",'.repeat(200_000)}"y"]}`)).toBe(
      false,
    ));
});
