/** What leaves a PC: the published entries of a record that somebody put secrets into, by every way there is. */
import { expect, it } from 'vitest';
import type { AuditEntry } from '#electron/audit/entry.ts';
import { makeEntries, newIdentity, noHead } from '#electron/head-office/entry.ts';
import {
  activityFact,
  activityOf,
  closeFacts,
  closeOf,
  publishedZ,
  readingFact,
  readingOf,
} from '#electron/head-office/published.ts';
import {
  approvalFact,
  approvalOf,
  decisionFact,
  decisionOf,
} from '#electron/head-office/published-approvals.ts';
import { hashOfName } from '#electron/database/repositories/closing/hidden-names.ts';
import { closeRowsOf } from '#electron/head-office/close-rows.ts';
import { approval, close, decision, entry, reading } from './published-facts.ts';
import { place } from './record.ts';

const publishedFacts = (facts: Parameters<typeof makeEntries>[3]): string =>
  JSON.stringify(makeEntries(newIdentity(), place('Maadi'), noHead, facts));
const published = (one: AuditEntry): string => publishedFacts([activityFact(one)]);

it('what is asked for and decided leaves exact in what it is compared by', () => {
  const minor = 5_123_450_000_000_008n;
  const asked = approval('x', minor);
  expect(approvalOf(approvalFact(asked, 1))).toEqual(asked);
  const decided = decision('x', minor);
  expect(decisionOf(decisionFact(decided, 1))).toEqual(decided);
  // The server finds it by this text.
  expect(decisionFact(decided, 1).body).toContain(`"of":"${decided.of}"`);
});

it.each([
  ['a card number', '5123 4500 0000 0008', /5123 ?4500 ?0000 ?0008/],
  ['a card number without gaps', '5123450000000008', /5123450000000008/],
  ['a bank account', 'EG380019000500000000263180002', /00190005000000002631/],
  ['an email of a customer', 'nadia.h@example.com', /nadia|example\.com/],
  ['a phone of a customer', '+20 100 123 4567', /100 ?123 ?4567/],
])('%s does not leave, wherever in an entry it stands', (_, canary, pattern) => {
  expect(canary).toMatch(pattern);
  expect(published(entry(canary))).not.toMatch(pattern);
  const [head, ...pieces] = closeFacts(close(canary));
  if (!head) throw new Error('no close');
  // Who paid may be reached by an order's number only if the shop wrote a phone into it: money is found again by that.
  const orders = JSON.parse(head.body) as { z: { changes: unknown } };
  const isPhone = canary.startsWith('+');
  const rest = isPhone ? { ...orders, z: { ...orders.z, changes: null } } : orders;
  expect(JSON.stringify(rest)).not.toMatch(pattern);
  expect(pieces).toHaveLength(1);
  if (!isPhone) expect(publishedFacts(pieces)).not.toMatch(pattern);
  expect(publishedFacts([readingFact(reading(canary), 1)])).not.toMatch(pattern);
  // Of what is compared, and made by Closeout, nothing can be anybody's number.
  const plain = { sha256: '', requestId: '', of: '' };
  const asked = approval(canary);
  const ofSale = isPhone ? { refNumber: null, merchantOrderId: null } : {};
  const told = { ...asked, ...plain, asked: asked.asked && { ...asked.asked, ...plain, ...ofSale } };
  expect(publishedFacts([approvalFact(told, 1)])).not.toMatch(pattern);
  expect(publishedFacts([decisionFact({ ...decision(canary), ...plain }, 1)])).not.toMatch(pattern);
});

it('amounts, ids, orders and references of a close leave exact, also where they look like a card or a phone', () => {
  const minor = '5123450000000008';
  const [head, piece] = closeFacts(close('0100123456789', minor));
  if (!head || !piece) throw new Error('no close');
  expect(closeOf(head)?.z).toMatchObject({
    lines: [{ expected: { minor, currency: 'EGP' } }],
    changes: {
      added: [{ rowId: 'row-1', refNumber: 'R 0100123456789', merchantOrderId: 'W 0100123456789' }],
    },
    account: '…5678',
  });
  const { rows } = JSON.parse(piece.body) as { rows: unknown[] };
  expect(rows).toEqual([
    [
      'row-1',
      '30410002',
      'W 0100123456789',
      'R 0100123456789',
      minor,
      'EGP',
      'sale',
      'SALE •••• 89',
      'CHIP •••• 89',
      1_800_000_000_000,
      '2026-11-20',
      null,
    ],
  ]);
});

it('a number that looks like a card leaves masked, with a hash by which the gateway’s own is found', () => {
  const number = '5123450000000008';
  const told = close('x');
  const [row] = told.rows;
  if (!row) throw new Error('no row');
  const plain = { ...row, merchantOrderId: '5123450000000009', refNumber: null };
  const [, piece] = closeFacts({
    ...told,
    rows: [plain, { ...row, merchantOrderId: number, refNumber: 'R-1' }],
  });
  if (!piece) throw new Error('no piece');
  expect(piece.body).not.toContain(number);
  const { rows, names } = JSON.parse(piece.body) as { rows: unknown[][]; names: unknown[] };
  expect(rows.map((one) => one[2])).toEqual(['5123450000000009', '512345******0008']);
  const hash = hashOfName(number);
  expect(hash).toMatch(/^[0-9a-f]{32}$/);
  expect(names).toEqual([[1, hash, null]]);
  expect(hashOfName('5123450000000016')).not.toBe(hash);
  expect(closeRowsOf(piece)?.rows.map((one) => one.merchantOrderIdHash)).toEqual([null, hash]);
});

it('orders and references are read as the gateway wrote them, and free texts as they may be shown', () => {
  const told = close('x');
  const [row] = told.rows;
  if (!row) throw new Error('no row');
  const name = 'W\u202E1\u0007';
  const [, piece] = closeFacts({
    ...told,
    rows: [{ ...row, merchantOrderId: name, refNumber: name, paymentType: name, entryMode: name }],
  });
  expect(piece && closeRowsOf(piece)?.rows[0]).toMatchObject({
    merchantOrderId: name,
    refNumber: name,
    paymentType: 'W1\uFFFD',
    entryMode: 'W1\uFFFD',
  });
});

it('a reading of many terminals stays small and says how many there are', () => {
  const fact = readingFact(reading('x'), 1);
  expect(fact.body.length).toBeLessThan(60_000);
  expect(readingOf(fact)).toMatchObject({ terminalCount: 300 });
  expect(readingOf(fact)?.terminals).toHaveLength(200);
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
  expect(closeOf({ kind: 'close', body })).toBeNull();
  expect(readingOf({ kind: 'reading', body })).toBeNull();
  expect(approvalOf({ kind: 'approval', body })).toBeNull();
  expect(decisionOf({ kind: 'decision', body })).toBeNull();
  expect(publishedZ({ z: { number: 1 } })).toBeNull();
});

it('what another PC tells cannot turn a text about, or hide a sign in it', () => {
  const hostile = '\u202Egpj.exe\u0007';
  const activity = activityOf(activityFact(entry(hostile)));
  const [told] = closeFacts(close(hostile));
  const shown = [
    activity,
    // A text in the text of a JSON.
    JSON.parse(activity?.facts ?? ''),
    told && closeOf(told),
    readingOf(readingFact(reading(hostile), 1)),
  ];
  expect(shown).not.toContain(null);
  const texts = shown.map((one) =>
    JSON.stringify(one, (_, part: unknown) => (typeof part === 'bigint' ? 0 : part)),
  );
  for (const text of texts) {
    expect(text).toContain('gpj.exe\uFFFD');
    expect(text.replaceAll(/\\+/g, '\\')).not.toMatch(/\u202E|\\u202e|\\u0007/);
  }
});
