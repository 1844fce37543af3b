import i18next from 'i18next';
import { expect, it } from 'vitest';
import { useTexts } from '../reports/texts.ts';

Object.assign(globalThis, {
  location: { hash: '#/payments' },
  window: { closeout: { invoke: () => new Promise(() => {}), subscribe: () => () => undefined } },
});
const { cellText } = await import('#renderer/features/kept/cells.tsx');

it('a dot stands between two flags only, however the gateway spaces them', async () => {
  await useTexts('en');
  const flags = (text: string) => cellText(i18next.t, 'flags', { is: 'text', text });
  expect(flags('XA XB ')).toBe('XA · XB');
  expect(flags(' ')).toBe('');
});
