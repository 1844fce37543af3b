import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shownText } from '#shared/text/shown-text.ts';

describe('text of others, as it is shown', () => {
  it.each([
    ['Nile City', 'Nile City'],
    ['مدينة نصر', 'مدينة نصر'],
    ['\u202Egpj.exe\u202C', 'gpj.exe'],
    ['\u2066\u202Eabc\u2069', '\u2066abc\u2069'],
    ['ends what is around\u2069', 'ends what is around'],
    ['\u2067holds what follows', 'holds what follows'],
    ['\u2068both\u2069 and more\u2069', '\u2068both\u2069 and more'],
    ['a\0b', 'a\uFFFDb'],
    ['a\u0007\u001B[31mb', 'a\uFFFD\uFFFD[31mb'],
    ['a\u0085b\u2028c\u2029d', 'a\uFFFDb\uFFFDc\uFFFDd'],
    ['two\nlines\tand a tab', 'two\nlines\tand a tab'],
    // Marks that belong to Arabic text, and to names that join.
    ['\u200F١٢٣\u200E', '\u200F١٢٣\u200E'],
    ['می\u200Cخواهم', 'می\u200Cخواهم'],
  ])('%j is %j', (text, shown) => expect(shownText(text)).toBe(shown));

  it('never turns about what stands after it, whatever it is', () => {
    const signs = [
      '\u202A',
      '\u202E',
      '\u202C',
      '\u2066',
      '\u2067',
      '\u2068',
      '\u2069',
      '\0',
      '\u009F',
      'a',
      'ع',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...signs)), (given) => {
        const shown = shownText(given.join(''));
        expect(shown).not.toMatch(/[\u202A-\u202E]|\p{Cc}/u);
        let depth = 0;
        for (const sign of shown) {
          depth += /[\u2066-\u2068]/.test(sign) ? 1 : sign === '\u2069' ? -1 : 0;
          expect(depth).toBeGreaterThanOrEqual(0);
        }
        expect(depth).toBe(0);
        expect(shownText(shown)).toBe(shown);
      }),
    );
  });
});
