/** A sum says which terminals it does not include, and one unknown result is spoken of as one. */
import { expect, it } from 'vitest';
import { markupOf } from '../adds-up.tsx';
import '../calls.ts';
import { useTexts } from '../reports/texts.ts';
import type { Today } from '#renderer/features/today/store.ts';

Object.assign(globalThis, { document: { querySelector: () => ({}) } });
const { Tiles } = await import('#renderer/features/today/tiles.tsx');
const { Blockers } = await import('#renderer/features/today/blockers.tsx');

const plain = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
const branch = {
  branchKey: 'B1',
  branchName: 'Zamalek',
  closing: { state: 'closed', closingId: 'C1' },
  clockBehind: false,
  nextCutOffAtMs: Date.now() + 3_600_000,
  outstanding: [{ count: 188, amount: { minor: 950n, currency: 'EGP' } }],
  outstandingCount: 188,
  outstandingClosed: 188,
  standsBetween: {
    terminalsToRead: 0,
    outstanding: 0,
    operationsNotKnown: 0,
    unreadableRows: 0,
    earlierDays: 0,
  },
};
const today = (notRead: readonly string[], operationsNotKnown: number) =>
  ({
    outstanding: branch.outstanding,
    outstandingCount: 188,
    oldestFirstSeenAtMs: Date.now(),
    oldestTerminalId: 'T1',
    terminalCount: 12,
    terminalsNeverRead: 0,
    terminalsNotReadToday: notRead,
    newestReadAtMs: Date.now(),
    nextWindowClosesAtMs: null,
    operationsNotKnown,
    overdue: [],
    branches: [branch],
  }) as unknown as Today;

it('the sum says how many terminals are not read today, and the oldest is no older for them', async () => {
  await useTexts('en');
  const tiles = plain(markupOf(<Tiles today={today(['T2', 'T3'], 0)} />));
  expect(tiles).toContain('188 transactions · 2 terminals not read today');
  expect(tiles.match(/not read/g)).toHaveLength(1);
  expect(plain(markupOf(<Tiles today={today([], 0)} />))).not.toContain('not read today ·');
});

it('one result that is not known is not to be repeated, several are not', async () => {
  await useTexts('en');
  expect(plain(markupOf(<Tiles today={today([], 1)} />))).toMatch(/Do not repeat it /);
  expect(plain(markupOf(<Tiles today={today([], 2)} />))).toMatch(/Do not repeat them /);
});

it('a closed branch says first what it left to acknowledge', async () => {
  await useTexts('en');
  const said = plain(markupOf(<Blockers today={today([], 0)} />));
  expect(said).toMatch(/Closed 188 transactions to acknowledge .*all from closed days/);
});
