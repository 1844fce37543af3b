import i18next from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import { filterWords } from '#renderer/features/settlement/filter-texts.ts';
import { settledFilterFields, settledFilterSchema } from '#shared/contract/settlement.ts';

/** A key is its own text: that a field has words is what is asked here. */
beforeAll(() => i18next.init({ lng: 'en', resources: {} }));

const none = settledFilterSchema.parse({});
const narrowed = settledFilterSchema.parse({
  text: 'a',
  branchIds: ['b'],
  paymentTypes: ['SALE'],
  windowId: 'w',
  fromMs: 1,
  toMs: 2,
  early: false,
  odd: true,
});

it('a file that holds everything says so', () => {
  expect(filterWords(i18next.t, none, [])).toEqual([]);
});

it('a file says each thing that its rows are narrowed to', () => {
  for (const field of Object.keys(settledFilterFields) as (keyof typeof none)[])
    expect(filterWords(i18next.t, { ...none, [field]: narrowed[field] }, []), field).toHaveLength(1);
  expect(filterWords(i18next.t, { ...none, early: true }, [])).toEqual(['settlement.filter.early']);
  expect(filterWords(i18next.t, { ...none, early: false }, [])).toEqual(['settlement.filter.notEarly']);
  expect(filterWords(i18next.t, narrowed, [])).toHaveLength(Object.keys(settledFilterFields).length);
});
