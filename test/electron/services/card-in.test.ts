/** Card numbers in what a person writes, whatever stands around them. */
import { expect, it } from 'vitest';
import { cardIn } from '#electron/services/card-in.ts';

it.each(['pay 4111 1111 1111 1111', '[4111 1111 1111 1111]', '{4111-1111-1111-1111', '4111111111111111'])(
  '“%s” is found, by its field',
  (note) => {
    expect(cardIn({ reason: 'wrong size', note })).toMatchObject({
      code: 'card-number',
      params: { field: 'note' },
    });
  },
);

it('a text without one passes', () => {
  expect(cardIn({ reason: 'order 4111', note: '' })).toBeNull();
});
