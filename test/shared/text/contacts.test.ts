import { expect, it } from 'vitest';
import { maskContacts } from '#shared/text/contacts.ts';

it.each([
  ['mona.adel@example.com', 'm•••@•••'],
  ['Mona Adel <mona@nile.eg>, 2nd floor', 'Mona Adel <m•••@•••>, 2nd floor'],
  ['يوسف youssef@example.com', 'يوسف y•••@•••'],
  ['01001234501', '•••• 01'],
  ['+20 100 123-4501', '•••• 01'],
  ['٠١٠٠١٢٣٤٥٠١', '•••• 01'],
  ['1001234501', '•••• 01'],
  ['call 0100 123 4501 at six', 'call •••• 01 at six'],
])('of %s only %s is shown', (text, masked) => {
  expect(maskContacts(text)).toBe(masked);
});

it.each(['Mona Adel', 'يوسف إبراهيم', 'C-1042', 'Two boxes of maamoul', 'BASKET-20261124', '2026-11-24', ''])(
  'a name or a reference stays: %s',
  (text) => {
    expect(maskContacts(text)).toBe(text);
  },
);

it('a long text of nearly addresses is read at once', () => {
  for (const one of ['a@', '0 ', '+', '(0', '@@', '0-'])
    expect(maskContacts(one.repeat(20_000)).length).toBeGreaterThan(0);
});
