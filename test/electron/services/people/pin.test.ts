import { describe, expect, it } from 'vitest';
import { isPin, keepPin, newPinOf } from '#electron/services/people/pin.ts';
// By this path it is the product's own.
import { PIN_COST } from '../../../../shared/domain/hash-costs.ts';
import { systemRandom } from '#electron/hosts/launch/system.ts';

const codeOf = (typed: string) => {
  const pin = newPinOf(typed);
  return pin.ok ? pin.value : pin.error.code;
};

describe('a new PIN', () => {
  it.each([
    ['280519', '280519'],
    [' 280519 ', '280519'],
    ['٢٨٠٥١٩', '280519'],
    ['۲۸۰۵۱۹', '280519'],
    ['\u200f280519', '280519'],
    ['280519280519', '280519280519'],
  ])('%j is taken as %s', (typed, pin) => expect(codeOf(typed)).toBe(pin));

  it.each(['', '28051', '2805192805190', '28O519', '28 05 19', '-280519', '280519\n1', '²80519'])(
    '%j is not six to twelve digits',
    (typed) => expect(codeOf(typed)).toBe('pin-unusable'),
  );

  it.each(['000000', '111111111111', '123456', '456789', '0123456789', '987654', '٦٥٤٣٢١'])(
    '%j is what anybody would try first',
    (typed) => expect(codeOf(typed)).toBe('pin-weak'),
  );
});

describe('a kept PIN', () => {
  it('is a hash with a salt of its own, and holds no digit row of the PIN', async () => {
    const keep = () => keepPin('280519', systemRandom, PIN_COST);
    const [one, other] = [await keep(), await keep()];
    expect(one.hash).not.toBe(other.hash);
    expect(JSON.stringify(one)).not.toContain('280519');
    expect(one).toMatchObject(PIN_COST);
    expect(await isPin('280519', one)).toBe(true);
  });

  it('knows its PIN in any digits and refuses every other', async () => {
    const kept = await keepPin('280519', systemRandom);
    expect(await isPin('280519', kept)).toBe(true);
    expect(await isPin('٢٨٠٥١٩', kept)).toBe(true);
    for (const wrong of ['', '280518', '2805190', '28051', 'x'.repeat(60)])
      expect(await isPin(wrong, kept)).toBe(false);
  });
});
