/** What leaves a PC: the published entries of a record that somebody put secrets into, by every way there is. */
import { expect, it } from 'vitest';
import type { AuditEntry } from '#electron/audit/entry.ts';
import { makeEntries, newIdentity, noHead } from '#electron/head-office/entry.ts';
import { activityFact, activityOf } from '#electron/head-office/published.ts';
import { place } from './record.ts';

const entry = (text: string, name = 'reason'): AuditEntry => ({
  seq: 7,
  atMs: 1_800_000_000_000,
  actor: `Mona ${text}`,
  machine: `TILL ${text}`,
  action: 'reconciliation.resolved',
  target: `order ${text}`,
  params: JSON.stringify({ [name]: text, inner: { list: [text, 'plain'] } }),
  outcome: `ok ${text}`,
  eventCount: 3,
  eventHead: 'ab'.repeat(32),
  previous: 'cd'.repeat(32),
  hash: 'ef'.repeat(32),
});

const published = (one: AuditEntry): string =>
  JSON.stringify(makeEntries(newIdentity(), place('Maadi'), noHead, [activityFact(one)]));

it.each([
  ['a card number', '5123 4500 0000 0008', /5123 ?4500 ?0000 ?0008/],
  ['a card number without gaps', '5123450000000008', /5123450000000008/],
  ['a bank account', 'EG380019000500000000263180002', /00190005000000002631/],
  ['an email of a customer', 'nadia.h@example.com', /nadia|example\.com/],
  ['a phone of a customer', '+20 100 123 4567', /100 ?123 ?4567/],
])('%s does not leave, wherever in an entry it stands', (_, canary, pattern) => {
  expect(canary).toMatch(pattern);
  expect(published(entry(canary))).not.toMatch(pattern);
});

it.each(['account', 'bankAccount', 'accounts', 'iban'])(
  'a bank account that is called %s is shortened',
  (name) => {
    const { facts } = activityOf(activityFact(entry('100012345678', name))) ?? { facts: '' };
    expect(JSON.parse(facts)).toMatchObject({ [name]: '…5678' });
    expect(published({ ...entry('x'), params: JSON.stringify({ [name]: ['100012345678'] }) })).not.toContain(
      '100012345678',
    );
  },
);

it('an order number, a reference and names leave as they are shown', () => {
  const { facts, ...shown } = activityOf(activityFact(entry('10023456'))) ?? { facts: '' };
  expect(shown).toMatchObject({ seq: 7, actor: 'Mona 10023456', action: 'reconciliation.resolved' });
  expect(JSON.parse(facts)).toEqual({ reason: '10023456', inner: { list: ['10023456', 'plain'] } });
});

it('the private key of the PC and the heads of the movements do not leave', () => {
  const identity = newIdentity();
  const one = entry('x');
  const text = JSON.stringify(makeEntries(identity, place('Maadi'), noHead, [activityFact(one)]));
  expect(text).not.toContain(identity.privateKey);
  expect(text).not.toContain(one.eventHead);
});

it.each(['', 'null', '{"seq":1}', '[]'])('a body of no Closeout that we know (%s) is not shown', (body) => {
  expect(activityOf({ kind: 'activity', atMs: 1, body })).toBeNull();
  expect(activityOf({ ...activityFact(entry('x')), kind: 'from-the-future' })).toBeNull();
});
