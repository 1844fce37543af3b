import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contract } from '#shared/contract/index.ts';
import { transactionFilterSchema } from '#shared/contract/terminals.ts';
import { moneySchema, pageOf } from '#shared/contract/wire.ts';

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

describe('what a person writes', () => {
  /** Fields that others see later. Identifiers, paths, words that open something and what is only searched for stay as typed. */
  const WRITTEN =
    /(?: (?:label|branchName|name|note|notes|reason|remark|owner|description|fileName|order|evidenceReference|reference)|Rule (?:text|account))$/;
  /** What is looked for, the name of a payer as a file had it, and names that the window gives. */
  const AS_TYPED = / filter |^reconciliation\.setLearnt |^reports\.save /;
  const turned = 'a\u202Eb\u0007c';
  type Field = { at: string; schema: z.ZodType };
  /** The fields in a schema, at any depth. */
  function fieldsOf(schema: z.ZodType, at: string): Field[] {
    const { def } = schema as unknown as { def: Record<string, unknown> };
    if (schema instanceof z.ZodObject)
      return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, part]) => [
        { at: `${at} ${name}`, schema: part },
        ...fieldsOf(part, `${at} ${name}`),
      ]);
    const parts = [def['innerType'], def['element'], def['options'], def['in']].flat();
    return parts.flatMap((part) => (part instanceof z.ZodType ? fieldsOf(part, at) : []));
  }
  const texts = Object.entries(contract)
    .flatMap(([channel, { input }]) => fieldsOf(input, channel))
    .filter(({ at }) => !AS_TYPED.test(at))
    .filter(({ at, schema }) => WRITTEN.test(at) && schema.safeParse('text').success);
  it('is found', () => expect(texts.length).toBeGreaterThan(20));
  it.each(texts)('turns nothing about and hides nothing: $at', ({ schema }) => {
    const read = schema.safeParse(turned);
    // One that is a word of a list takes no such text.
    if (read.success) expect(read.data).toBe('ab\uFFFDc');
  });
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

/** True if the filter or sort is one word. An unknown word is refused as a value, so there are no fields to check. */
const isWord = (input: z.ZodType, part: string): boolean =>
  (input.safeParse({ [part]: 'nonsense' }).error?.issues ?? []).some(
    ({ code, path }) => code === 'invalid_value' && path.join('.') === part,
  );
/** The names that were not known, each with the field that it stood in. */
const unknownNames = (input: z.ZodType, given: unknown): string[] =>
  (input.safeParse(given).error?.issues ?? []).flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key].join('.')) : [],
  );

describe('a list that is asked for with a filter that there is none of', () => {
  const lists = Object.entries(contract).flatMap(([name, { input }]) => {
    const shape = input instanceof z.ZodObject ? Object.keys(input.shape) : [];
    return shape.includes('cursor') || shape.includes('filter') ? [{ name, input, shape }] : [];
  });

  it('is looked for in every list', () => expect(lists.length).toBeGreaterThan(20));

  it('each goes on after a row that is as long as a gateway wrote it', () => {
    const cursor = 'x'.repeat(100_000);
    for (const { name, input, shape } of lists.filter((list) => list.shape.includes('asker'))) {
      const { issues = [] } = input.safeParse({ cursor }).error ?? {};
      expect([name, shape, issues.filter(({ path }) => path[0] === 'cursor')]).toEqual([name, shape, []]);
    }
    expect(pageOf(z.string()).safeParse({ rows: [], next: cursor }).success).toBe(true);
  });

  it.each(lists)('is refused by $name, which would else show every row', ({ input, shape }) => {
    expect(unknownNames(input, { nothing: 'x' })).toContain('nothing');
    for (const part of ['filter', 'sort'].filter((one) => shape.includes(one) && !isWord(input, one)))
      expect(unknownNames(input, { [part]: { nothing: 'x' } })).toContain(`${part}.nothing`);
  });

  it.each(['settled', 'transactions', 'checkouts'])('is refused for a file of %s', (list) =>
    expect(unknownNames(contract['reports.exportList'].input, { list, filter: { nothing: 'x' } })).toContain(
      'filter.nothing',
    ),
  );

  it.each(['abc', '', '1,5', '٥', '1e3', 'NaN'])('%j is no amount to filter by', (minAmount) => {
    const { issues = [] } = transactionFilterSchema.safeParse({ minAmount }).error ?? {};
    expect(issues.map(({ path }) => path.join('.'))).toEqual(['minAmount']);
  });
});
