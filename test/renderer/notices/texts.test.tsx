/** What a notice says of a day that is not closed. */
import { expect, it } from 'vitest';
import type { Notice } from '#shared/contract/notices.ts';
import { markupOf } from '../adds-up.tsx';
import '../calls.ts';
import { useTexts } from '../reports/texts.ts';

Object.assign(globalThis, { document: { querySelector: () => ({}) } });
const { useNoticeWords } = await import('#renderer/features/notices/texts.ts');

const notice = (closingId: string | null) =>
  ({
    kind: 'day-not-closed',
    branchKey: 'B1',
    branchName: 'Maadi',
    businessDate: '2026-11-22',
    daysLate: 6,
    closingId,
  }) as unknown as Notice;
const Body = ({ of }: { of: Notice }) => useNoticeWords()(of, 0).body;

it('a day that nobody began to close is in no Z; of one that was begun there may be a provisional Z', async () => {
  await useTexts('en');
  expect(markupOf(<Body of={notice(null)} />)).toContain(
    'Maadi: 6 days late. Its transactions are in no Z yet.',
  );
  expect(markupOf(<Body of={notice('C1')} />)).not.toContain('no Z');
});
