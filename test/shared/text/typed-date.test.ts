import { describe, expect, it } from 'vitest';
import { typedDateToIso } from '#shared/text/typed-date.ts';

describe('a typed date', () => {
  it('has its day first, with any of the usual separators', () => {
    expect(['24/11/2026', '4/1/2026', '24-11-2026', '24.11.2026', '24 11 2026'].map(typedDateToIso)).toEqual([
      '2026-11-24',
      '2026-01-04',
      '2026-11-24',
      '2026-11-24',
      '2026-11-24',
    ]);
  });

  it('may have Arabic digits and direction marks', () => {
    expect(typedDateToIso('\u200F٢٤/١١/٢٠٢٦')).toBe('2026-11-24');
    expect(typedDateToIso('۲۴/۱۱/۲۰۲۶')).toBe('2026-11-24');
  });

  it('may be written as files write it', () => {
    expect(typedDateToIso('2026-11-24')).toBe('2026-11-24');
  });

  it('is not guessed from anything else', () => {
    for (const text of ['', '31/02/2026', '11/24/2026', '24/11/26', '24/11', 'tomorrow', '2026/11'])
      expect(typedDateToIso(text)).toBeNull();
  });
});
