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
  type CloseToPublish,
  type PublishedReading,
} from '#electron/head-office/published.ts';
import {
  approvalFact,
  approvalOf,
  decisionFact,
  decisionOf,
  type PublishedApproval,
  type PublishedDecision,
} from '#electron/head-office/published-approvals.ts';
import { hashOfName } from '#electron/database/repositories/closing/hidden-names.ts';
import { closeRowsOf } from '#electron/head-office/close-rows.ts';
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

const publishedFacts = (facts: Parameters<typeof makeEntries>[3]): string =>
  JSON.stringify(makeEntries(newIdentity(), place('Maadi'), noHead, facts));
const published = (one: AuditEntry): string => publishedFacts([activityFact(one)]);

/** A close with `text` wherever a person or a gateway may have written. */
const close = (text: string, minor = '12050'): CloseToPublish => ({
  origin: { seq: 9, hash: 'ab'.repeat(32) },
  atMs: 1_800_000_000_000,
  closingId: 'closing-1',
  branchKey: 'B1',
  branchName: `Maadi ${text}`,
  businessDate: '2026-11-20',
  state: 'closed',
  number: 3,
  revision: 1,
  by: `Mona ${text}`,
  approvedBy: `Samir ${text}`,
  reason: text,
  reopenedBefore: `a slip ${text}`,
  z: JSON.stringify({
    terminals: [{ terminalId: '30410002', label: `Till ${text}`, leftOut: { reason: 'other', note: text } }],
    lines: [{ expected: { minor, currency: 'EGP' }, explanation: { note: text, by: text } }],
    changes: { added: [{ rowId: 'row-1', refNumber: `R ${text}`, merchantOrderId: `W ${text}` }] },
    account: '100012345678',
  }),
  sha256: 'cd'.repeat(32),
  rows: [
    {
      rowId: 'row-1',
      terminalId: '30410002',
      merchantOrderId: `W ${text}`,
      refNumber: `R ${text}`,
      minor: BigInt(minor),
      currency: 'EGP',
      kind: 'sale',
      paymentType: `SALE ${text}`,
      entryMode: `CHIP ${text}`,
      firstSeenAtMs: 1_800_000_000_000,
      businessDate: '2026-11-20',
      undoes: null,
    },
  ],
});
const reading = (text: string): PublishedReading => ({
  branchKey: 'B1',
  branchName: `Maadi ${text}`,
  businessDate: '2026-11-20',
  timeZone: 'Africa/Cairo',
  cutOff: '04:00',
  terminalCount: 300,
  notRead: 1,
  outstandingCount: 1,
  outstanding: [{ count: 1, amount: { minor: 12_050n, currency: 'EGP' } }],
  notSummed: [],
  oldestAtMs: null,
  unknownCount: 0,
  terminals: Array.from({ length: 300 }, (_, at) => ({
    terminalId: String(at),
    label: `Till ${text}`,
    outstandingCount: 0,
    outstanding: [],
    notSummed: [],
    oldestAtMs: null,
    readAtMs: null,
  })),
  unknown: [],
  openDays: [],
});

const difference = (text: string, minor: bigint) => ({
  currency: 'EGP',
  paymentType: `SALE ${text}`,
  terminalId: '30410002',
  side: null,
  expected: { minor, currency: 'EGP' },
  counted: { minor: 0n, currency: 'EGP' },
  difference: { minor: -minor, currency: 'EGP' },
  why: { reason: 'other' as const, note: text, by: `Mona ${text}` },
});
const item = (text: string, minor: bigint) => ({
  side: 'theirs' as const,
  itemId: `item ${text}`,
  orderId: `W ${text}`,
  reference: `R ${text}`,
  amount: { minor, currency: 'EGP' },
  notSummed: null,
  date: '2026-11-20',
  branchName: `Maadi ${text}`,
  terminalId: null,
  text: `from ${text}`,
  source: { kind: 'line' as const, importId: 'import-1', lineNo: 3 },
});
const exception = (text: string, minor: bigint) => ({
  action: 'write-off' as const,
  remark: text,
  exception: {
    key: `key ${text}`,
    version: `version ${text}`,
    comparison: 'bank' as const,
    type: 'amount-under' as const,
    ours: item(text, minor),
    theirs: [item(text, minor)],
    difference: { minor, currency: 'EGP' },
  },
});
const approval = (text: string, minor = 12_050n): PublishedApproval => ({
  origin: { seq: 9, hash: 'ab'.repeat(32) },
  requestId: '0193a2b4-5123-7450-8000-000000000008',
  state: 'waiting',
  asked: {
    kind: 'close-day',
    totals: [{ count: 1, amount: { minor, currency: 'EGP' } }],
    sha256: '5123450000000008'.repeat(4),
    requestedBy: `Mona ${text}`,
    reason: `slip ${text}`,
    note: text,
    terminalId: '30410002',
    refNumber: `R ${text}`,
    merchantOrderId: `W ${text}`,
    party: `Nadia ${text}`,
    operation: { opId: 'op-1', kind: 'payout', state: 'ABSENT', terminalId: null },
    closing: {
      closingId: 'closing-1',
      branchKey: 'B1',
      branchName: `Maadi ${text}`,
      businessDate: '2026-11-20',
      number: 3,
    },
    resolution: { resolution: 'done', evidence: 'provider-portal', evidenceReference: `ticket ${text}` },
    offer: { totalFees: { minor: 5n, currency: 'EGP' }, netTransfer: { minor, currency: 'EGP' } },
    differences: [difference(text, minor)],
    exceptions: [exception(text, minor)],
    stays: null,
  },
  decided: { by: `Sara ${text}`, note: text },
  declined: {
    decision: 'ef'.repeat(32),
    by: `Sara ${text}`,
    error: { kind: 'movement', code: 'not-listed', params: { text } },
  },
});
const decision = (text: string, minor = 12_050n): PublishedDecision => ({
  origin: { seq: 9, hash: 'ab'.repeat(32) },
  of: '51234500000000085123450000000008',
  requestId: '0193a2b4-5123-7450-8000-000000000008',
  kind: 'reversal',
  sha256: '5123450000000008'.repeat(4),
  amounts: [{ minor, currency: 'EGP' }],
  word: 'refused',
  note: text,
  by: { id: 'F1', name: `Sara ${text}`, role: 'finance' },
  untilMs: 1_800_000_000_000,
});

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
