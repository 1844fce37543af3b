/** What is said of a bill of a batch follows from the words that are known; of another word nothing is. */
import { beforeEach, expect, it } from 'vitest';
import type { KeptRow } from '#shared/contract/kept.ts';
import { markupOf } from '../adds-up.tsx';
import '../calls.ts';
import { useTexts } from '../reports/texts.ts';

Object.assign(globalThis, { document: { querySelector: () => ({}) } });
const { BulkStanding } = await import('#renderer/features/bills/bulk-acts.tsx');

beforeEach(() => useTexts('en'));
const said = (state: string | null) => {
  const bulkState = state === null ? null : { is: 'text', text: state };
  return markupOf(<BulkStanding row={{ key: 'B-1', isGone: false, cells: { bulkState } } as KeptRow} />);
};

it('a draft is not with its customer, a shared one is', () => {
  expect(said('draft')).toContain('The customer does not have this bill yet');
  expect(said('shared')).toContain('To change or withdraw it, ask your provider.');
  expect(said('shared')).not.toContain('does not have');
});

it.each(['SHARED', 'sent', 'paid', null])('%s says nothing of what can become of it', (state) =>
  expect(said(state)).toBe(''),
);
