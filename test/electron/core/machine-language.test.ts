import { expect, it } from 'vitest';
import { inMachineLanguage } from '#electron/core/machine-language.ts';

it('what is said before a window is there is Arabic on a machine in Arabic, and English on any other', () => {
  const said = { en: 'no window', ar: 'لا نافذة' };
  expect(inMachineLanguage(said, 'ar-EG')).toBe('لا نافذة');
  expect(inMachineLanguage(said, 'AR')).toBe('لا نافذة');
  expect(inMachineLanguage(said, 'en-GB')).toBe('no window');
  expect(inMachineLanguage(said, 'de')).toBe('no window');
});
