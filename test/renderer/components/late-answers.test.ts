/** What a person types or picks while an answer is on its way stays when it comes. */
import { beforeEach, expect, test } from 'vitest';
import type { ClosingDetail } from '#shared/contract/closing-day.ts';
import type { ReconcileItem } from '#shared/contract/reconciliation-items.ts';
import { answerNext, waiting } from '../calls.ts';
import { useCheckByHand } from '#renderer/features/check-by-hand/store.ts';
import { useClosing } from '#renderer/features/closing/store.ts';
import { useInstant } from '#renderer/features/instant-settlement/store.ts';
import { useMatching } from '#renderer/features/reconciliation/match-store.ts';

beforeEach(() => void waiting.splice(0));

const item = (itemId: string, side: 'ours' | 'theirs') => ({ itemId, side }) as ReconcileItem;

/** A close that is counted, as the core answers it. */
const close = {
  ...{
    closingId: 'c-1',
    branchKey: 'b',
    branchName: null,
    businessDate: '2026-11-24',
    timeZone: 'Africa/Cairo',
  },
  ...{ cutOff: '04:00', endsAtMs: 2, state: 'open', begun: { atMs: 1, by: 'Mona' }, frozenAtMs: 1 },
  ...{ number: null, revision: null, closed: null, provisional: null, cancelled: null, reopened: null },
  ...{
    steps: [],
    terminals: [],
    operations: [],
    blind: false,
    countBy: 'type',
    countSlips: false,
    lines: [],
  },
  ...{
    counts: 0,
    unread: [],
    lateArrivals: { count: 0, totals: [], notSummed: [] },
    sums: null,
    leftForNext: 0,
  },
  ...{ approvalNeeded: [], provisionalBlocked: null, earlierDays: [], daysLate: 0 },
};

test('a count: the line that is typed on after it was sent', async () => {
  const detail = close as unknown as ClosingDetail;
  useClosing.setState({ detail, chosenStep: 'count', typed: { 'EGP/visa': '10.00', 'EGP/mada': '5.00' } });
  const saved = useClosing.getState().saveCount([]);
  useClosing.getState().type('EGP/mada', '5.50');
  await answerNext('closing.count', { ok: true, value: close });
  await saved;
  expect(useClosing.getState().typed).toEqual({ 'EGP/mada': '5.50' });
});

const match = {
  ...{
    matchId: 'm-1',
    comparison: 'sales',
    rule: 'manual',
    grouping: null,
    ours: [],
    theirs: [],
    manual: null,
  },
  difference: { minor: '0', currency: 'EGP' },
};

test('a match: what is picked and remarked for the next one', async () => {
  useMatching.setState({
    comparison: 'sales',
    picks: { ours: [item('o-1', 'ours')], theirs: [item('t-1', 'theirs')] },
    remark: 'one',
  });
  const matched = useMatching.getState().match({ minor: 0n, currency: 'EGP' });
  useMatching.getState().toggle(item('o-2', 'ours'));
  useMatching.getState().setRemark('two');
  await answerNext('reconciliation.match', { ok: true, value: match });
  await matched;
  const { picks, remark, made } = useMatching.getState();
  expect(picks).toEqual({ ours: [item('o-2', 'ours')], theirs: [] });
  expect([remark, made?.matchId]).toEqual(['two', 'm-1']);
});

test('a confirmation: the note that is written after it', async () => {
  useCheckByHand.getState().write('looked up');
  const confirmed = useCheckByHand.getState().confirm();
  useCheckByHand.getState().write('looked up, and one more');
  await answerNext('checkByHand.confirm', { ok: true, value: { incidents: [] } });
  await confirmed;
  expect(useCheckByHand.getState().note).toBe('looked up, and one more');
});

test('early money: an offer for an amount or for sales that are no longer wanted is not shown', async () => {
  const offer = { transactionIds: ['a'] };
  useInstant.getState().setTarget('100');
  const suggested = useInstant.getState().suggest();
  useInstant.getState().setTarget('200');
  await answerNext('instantSettlement.suggest', { ok: true, value: { below: offer, above: null } });
  await suggested;
  expect(useInstant.getState()).toMatchObject({ target: '200', slots: [], busy: false });
  expect(waiting).toEqual([]);

  useInstant.getState().pick(['a']);
  const quoted = useInstant.getState().quotePicked();
  useInstant.getState().pick(['a', 'b']);
  await answerNext('instantSettlement.quote', { ok: true, value: offer });
  await quoted;
  expect(useInstant.getState()).toMatchObject({ pickedIds: ['a', 'b'], slots: [], busy: false });
});
