/** A change of the profile or the person clears the requests, and they are asked for again. */
import { beforeEach, expect, it } from 'vitest';
import { answerNext, tell, waiting } from '#test/renderer/calls.ts';

const { useApprovals } = await import('#renderer/features/approvals/store.ts');

const shownIds = () => useApprovals.getState().requests.map(({ requestId }) => requestId);
const asked = () => waiting.map(({ channel }) => channel);
const failed = { ok: false as const, error: { kind: 'storage', code: 'unreadable', params: {} } };
const noRequests = { ok: true as const, value: { requests: [], refused: [], others: [] } };

const limits = { reversal: [], instantSettlement: [], orderMovement: [], payout: [], writeOff: [] };
const locked = {
  kind: 'locked',
  me: null,
  rights: [],
  bar: { pins: [], folded: [] },
  locksInMs: null,
  people: [],
  told: null,
  rules: { lockAfterMinutes: 5, limits },
  sessionOnly: false,
  error: null,
};

beforeEach(() => {
  waiting.length = 0;
  useApprovals.setState({ requests: [{ requestId: 'R-1' }] as never, refused: [], others: [], error: null });
});

it('another profile forgets the requests at once, and asks for its own', async () => {
  tell('profiles.changed', { profiles: [], activeId: 'other' });
  expect(shownIds()).toEqual([]);
  expect(asked()).toEqual(['approvals.list']);
  await answerNext('approvals.list', noRequests);
  expect(useApprovals.getState().error).toBeNull();
});

it('an answer that was asked for in the profile before is thrown away', async () => {
  void useApprovals.getState().load();
  tell('profiles.changed', { profiles: [], activeId: 'other' });
  await answerNext('approvals.list', failed);
  expect(useApprovals.getState().error).toBeNull();
  await answerNext('approvals.list', failed);
  expect(useApprovals.getState().error).not.toBeNull();
});

it('the requests of one person are not shown to the next', () => {
  tell('people.changed', locked);
  expect(shownIds()).toEqual([]);
  expect(asked()).toEqual([]);
});
