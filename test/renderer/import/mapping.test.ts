import { describe, expect, it } from 'vitest';
import {
  columnOfField,
  draftOf,
  fieldsOfColumn,
  mappingOf,
  missingOf,
  type InspectedTable,
} from '#renderer/features/import/mapping.ts';

const rest = {
  valueOn: null,
  dateOrder: null,
  decimals: null,
  account: null,
  reference: 3,
  orderId: null,
  description: [4, 5],
  counterparty: null,
  balance: null,
};
const guess: InspectedTable['guess'] = {
  bookedOn: 0,
  amount: { kind: 'two-columns', debit: 1, credit: 2 },
  currency: { kind: 'fixed', code: 'EGP' },
  doubts: [],
  rest,
};

describe('a mapping while it is chosen', () => {
  it('is what was guessed, unchanged', () => {
    expect(mappingOf(draftOf(guess))).toEqual({
      bookedOn: 0,
      amount: { kind: 'two-columns', debit: 1, credit: 2 },
      currency: { kind: 'fixed', code: 'EGP' },
      ...rest,
    });
  });

  it('is none while a needed part is missing, and says which in the order of the page', () => {
    const draft = draftOf({ bookedOn: null, amount: null, currency: null, doubts: [], rest });
    expect(mappingOf(draft)).toBeNull();
    expect(missingOf(draft)).toEqual(['bookedOn', 'amount', 'currency']);
    expect(missingOf({ ...draft, amountKind: 'two-columns' })).toEqual([
      'bookedOn',
      'debit',
      'credit',
      'currency',
    ]);
    expect(missingOf({ ...draft, bookedOn: 0, amount: 1, amountKind: 'marked' })).toEqual([
      'mark',
      'currency',
    ]);
  });

  it('keeps the columns of one way of writing amounts while another is looked at', () => {
    const draft = draftOf(guess);
    const signed = { ...draft, amountKind: 'signed' as const, amount: 2 };
    expect(mappingOf(signed)?.amount).toEqual({ kind: 'signed', column: 2, turned: false });
    expect(mappingOf({ ...signed, amountKind: 'two-columns' })).toEqual(mappingOf(draft));
  });

  it('carries over that a file has the signs the other way round', () => {
    const draft = draftOf({ ...guess, amount: { kind: 'signed', column: 2, turned: true } });
    expect(mappingOf(draft)?.amount).toEqual({ kind: 'signed', column: 2, turned: true });
  });
});

describe('a column', () => {
  it('is named by everything it was chosen as', () => {
    const draft = { ...draftOf(guess), orderId: 3 };
    expect(fieldsOfColumn(draft, 3)).toEqual(['reference', 'orderId']);
    expect(fieldsOfColumn(draft, 5)).toEqual(['description']);
    expect(fieldsOfColumn(draft, 6)).toEqual([]);
  });

  it('is named by the chosen way of writing amounts only', () => {
    const draft = { ...draftOf(guess), amount: 6 };
    expect(fieldsOfColumn(draft, 6)).toEqual([]);
    expect(fieldsOfColumn({ ...draft, amountKind: 'signed' }, 6)).toEqual(['amount']);
  });

  it('is found by the field that it is', () => {
    const draft = { ...draftOf(guess), currency: { kind: 'column' as const, column: 7 } };
    expect(columnOfField(draft, 'credit')).toBe(2);
    expect(columnOfField(draft, 'currency')).toBe(7);
    expect(columnOfField(draft, 'description')).toBe(4);
    expect(columnOfField(draft, 'amount')).toBeNull();
  });
});
