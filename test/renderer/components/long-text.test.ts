import { expect, test } from 'vitest';
import { unbroken } from '#renderer/components/long-text.tsx';

test('an amount that somebody typed is not parted from its currency', () => {
  expect(unbroken('The portal shows EGP 1,234.57 for this sale')).toBe(
    'The portal shows EGP\u00A01,234.57 for this sale',
  );
  expect(unbroken('دفع 250 EGP أمس')).toBe('دفع 250\u00A0EGP أمس');
});
