/** The weekend that is named is the one of the country that is chosen, also before it is saved. */
import { beforeEach, expect, it } from 'vitest';
import type { ReconciliationSettings } from '#shared/contract/reconciliation.ts';
import { markupOf } from '../adds-up.tsx';
import '../calls.ts';
import { useTexts } from '../reports/texts.ts';

Object.assign(globalThis, { document: { querySelector: () => ({}) } });
const { Weekend } = await import('#renderer/features/reconciliation/settings.tsx');

beforeEach(() => useTexts('en'));
const said = (country: string) =>
  markupOf(<Weekend rules={{ country, weekend: null } as ReconciliationSettings} onChange={() => {}} />);

it.each([
  ['EG', 'Friday and Saturday'],
  ['TR', 'Saturday and Sunday'],
])('of %s it is %s', (country, days) => {
  const plain = said(country).replaceAll('\u2068', '').replaceAll('\u2069', '');
  for (const day of days.split(' and ')) expect(plain).toContain(day);
  expect(plain).not.toContain(country === 'EG' ? 'Sunday' : 'Friday');
});
