import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contract } from '#shared/contract/index.ts';
import { moneySchema } from '#shared/contract/wire.ts';

describe('money on the wire', () => {
  it('is text in minor units and comes back as the same bigint', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 29n), 10n ** 29n), (minor) => {
        const wire = JSON.parse(JSON.stringify(z.encode(moneySchema, { minor, currency: 'EGP' }))) as never;
        expect(z.decode(moneySchema, wire)).toEqual({ minor, currency: 'EGP' });
      }),
    );
  });

  it.each([
    { minor: 12.5, currency: 'EGP' },
    { minor: '1.5', currency: 'EGP' },
    { minor: '1', currency: 'NOPE' },
    { minor: '1' },
  ])('a malformed one is refused: %j', (wire) =>
    expect(moneySchema.safeDecode(wire as never).success).toBe(false),
  );
});

describe('every channel', () => {
  const channels = Object.entries(contract);

  it.each(channels)('%s refuses input that is not an object', (_name, { input }) => {
    for (const bad of [null, 1, 'text', []]) expect(input.safeParse(bad).success).toBe(false);
  });

  it.each(channels)('%s never throws on arbitrary input', (_name, { input }) => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        input.safeParse(value);
      }),
      { numRuns: 200 },
    );
  });
});
