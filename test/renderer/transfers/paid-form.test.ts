import { expect, it } from 'vitest';
import { emptyPaid, grouped, paidOf, wrongPaidIn } from '#renderer/features/transfers/paid-form.ts';

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

it('an amount that was left is grouped, and is the same money; what is no amount stays as it was typed', () => {
  const latin = { language: 'en', digits: 'latin' } as const;
  const arabic = { language: 'ar', digits: 'arabic' } as const;
  const typed = { ...bank, amount: '1250' };
  expect(grouped(typed, latin)).toEqual({ ...bank, amount: '1,250.00' });
  for (const locale of [latin, arabic]) expect(paidOf(grouped(typed, locale))).toEqual(paidOf(typed));
  for (const amount of ['', 'ten', '1.234']) expect(grouped({ ...bank, amount }, latin).amount).toBe(amount);
});
