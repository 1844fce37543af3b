import { expect, it } from 'vitest';
import { emptyPaid, paidOf, wrongPaidIn } from '#renderer/features/transfers/paid-form.ts';

const bank = {
  ...emptyPaid,
  recipient: ' Nile Paper ',
  number: ' EG38 0019 ',
  bank: 'National Bank',
  amount: '1,250.50',
};

it('what is typed is sent with its amount in piastres, and the number as it was typed', () =>
  expect(paidOf(bank)).toEqual({
    method: 'bank',
    recipient: 'Nile Paper',
    number: 'EG38 0019',
    bank: 'National Bank',
    amount: { minor: '125050', currency: 'EGP' },
  }));

it('a wallet has no bank, also where one was typed before', () => {
  expect(wrongPaidIn({ ...bank, method: 'wallet', bank: '' })).toEqual([]);
  expect(paidOf({ ...bank, method: 'wallet' })).toMatchObject({ method: 'wallet', bank: '' });
});

it('each field that is missing is named, and nothing is sent', () => {
  expect(wrongPaidIn(emptyPaid)).toEqual(['recipient', 'number', 'bank', 'amount']);
  for (const amount of ['0', '-5', '1.234', 'ten']) {
    expect(wrongPaidIn({ ...bank, amount })).toEqual(['amount']);
    expect(paidOf({ ...bank, amount })).toBe(null);
  }
  expect(paidOf({ ...bank, amount: '١٢٫٥٠' })).toMatchObject({ amount: { minor: '1250' } });
});
