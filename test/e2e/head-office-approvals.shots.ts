/** `npm run screens`: pictures of requests of other PCs, on Today and under Operations, and of deciding one. */
import { makeEntries, noHead, type Fact } from '#electron/head-office/entry.ts';
import { findPostgres } from '#electron/head-office/own-server.ts';
import { publish } from '#electron/head-office/pc.ts';
import { approvalFact, type PublishedApproval } from '#electron/head-office/published-approvals.ts';
import { nothingMore } from '../electron/head-office/asked.ts';
import { openCluster } from '../electron/head-office/cluster.ts';
import { enrolPc, openRecord, place } from '../electron/head-office/record.ts';
import { read } from './closing.ts';
import { joinChain, merchantOf } from './enrolled.ts';
import { test } from './host.ts';
import { inEveryLook, open, shoot } from './screens.ts';
import { MONA, startPractice } from './steps.ts';
import { tellChain } from './told-chain.ts';

const DATABASE = 'chain';
const MINUTE = 60_000;
const nothing = { asked: null, decided: null, declined: null };
const origin = { seq: 1, hash: 'ab'.repeat(32) };

const asked = (
  requestId: string,
  minor: bigint,
  own: Partial<NonNullable<PublishedApproval['asked']>> = {},
): PublishedApproval => ({
  ...nothing,
  origin,
  requestId,
  state: 'waiting',
  asked: {
    ...nothingMore,
    kind: 'reversal',
    totals: [{ count: 1, amount: { minor, currency: 'EGP' } }],
    sha256: 'cd'.repeat(32),
    requestedBy: 'Omar',
    reason: 'duplicate',
    note: 'The customer was charged twice, both slips are here',
    terminalId: '30410002',
    refNumber: '518320447016',
    merchantOrderId: 'W-20418',
    ...own,
  },
});

const egp = (minor: bigint) => ({ minor, currency: 'EGP' });
const item = (side: 'ours' | 'theirs', minor: bigint) => ({
  side,
  itemId: side,
  orderId: 'W-20977',
  reference: '518320447099',
  amount: egp(minor),
  notSummed: null,
  date: '2026-11-20',
  branchName: 'مدينة نصر',
  terminalId: '30410002',
  text: '',
  source: { kind: 'closed' as const, rowId: 'row-9', closingId: 'closing-9', zNumber: 118 },
});
const noSale = { reason: null, terminalId: null, refNumber: null, merchantOrderId: null };
/** One of each that is no movement of a sale. */
const others = (nowMs: number): Fact[] => [
  approvalFact(
    asked('r5', 4_812_000n, {
      ...noSale,
      kind: 'close-day',
      totals: [{ count: 41, amount: egp(4_812_000n) }],
      note: null,
      closing: {
        closingId: 'closing-1',
        branchKey: 'B7',
        branchName: 'مدينة نصر',
        businessDate: '2026-11-20',
        number: null,
      },
      differences: [
        {
          currency: 'EGP',
          paymentType: 'SALE',
          terminalId: '30410002',
          side: 'sales',
          expected: egp(1_912_000n),
          counted: egp(1_852_000n),
          difference: egp(-60_000n),
          why: { reason: 'slip-missing', note: 'إيصال الجهاز الثاني غير موجود في الدرج', by: 'Omar' },
        },
      ],
    }),
    nowMs - 8 * MINUTE,
  ),
  approvalFact(
    asked('r6', 260_000n, {
      ...noSale,
      kind: 'write-off',
      note: 'The bank does not say what it kept',
      exceptions: [
        {
          action: 'write-off',
          remark: 'The bank does not say what it kept',
          exception: {
            key: 'e1',
            version: '1',
            comparison: 'sales',
            type: 'amount-under',
            ours: item('ours', 1_000_000n),
            theirs: [item('theirs', 740_000n)],
            difference: egp(-260_000n),
          },
        },
      ],
    }),
    nowMs - 7 * MINUTE,
  ),
  approvalFact(
    asked('r7', 8_450_000n, {
      ...noSale,
      kind: 'instant-settlement',
      totals: [{ count: 23, amount: egp(8_450_000n) }],
      note: null,
      offer: { totalFees: egp(101_400n), netTransfer: egp(8_221_350n) },
    }),
    nowMs - 6 * MINUTE,
  ),
  approvalFact(
    asked('r8', 1_350_000n, {
      ...noSale,
      kind: 'charge',
      reason: 'monthly fee',
      note: null,
      party: 'Visa · •••• 4242 · C-20918',
    }),
    nowMs - 5 * MINUTE,
  ),
  approvalFact(
    asked('r9', 1_500_000n, {
      ...noSale,
      kind: 'resolve',
      note: 'The terminal printed that it was not done',
      operation: { opId: 'op-9', kind: 'reversal', state: 'NEEDS_PERSON', terminalId: '30410002' },
      resolution: {
        resolution: 'not-done',
        evidence: 'terminal-receipt',
        evidenceReference: 'receipt 0042',
      },
      stays: 'receipt',
    }),
    nowMs - 4 * MINUTE,
  ),
];

test('screens of approvals between computers', async ({ start }) => {
  test.skip(findPostgres() === null, 'PostgreSQL is not installed');
  test.setTimeout(600_000);
  const cluster = await openCluster();
  const owner = await openRecord(cluster, DATABASE);
  const { page } = await start();
  page.setDefaultTimeout(30_000);
  await startPractice(page);
  const merchant = await merchantOf(page);
  await joinChain(page, { cluster, owner, database: DATABASE }, { name: 'Finance desk', branch: '' });
  await tellChain(cluster, owner, { database: DATABASE, merchant });
  const till = await enrolPc(cluster, owner, DATABASE, place('مدينة نصر', merchant));
  const nowMs = Date.now();
  const told: Fact[] = [
    approvalFact(asked('r1', 1_845_050n), nowMs - 12 * MINUTE),
    approvalFact(
      asked('r2', 2_400_000n, {
        kind: 'refund',
        note: null,
        reason: 'returned goods',
        terminalId: null,
        refNumber: null,
      }),
      nowMs - 9 * MINUTE,
    ),
    approvalFact(asked('r3', 1_120_000n, { note: 'العميل ألغى الطلب' }), nowMs - 30 * MINUTE),
    approvalFact(asked('r4', 3_310_000n, { note: null }), nowMs - 50 * MINUTE),
    approvalFact(
      {
        ...nothing,
        origin,
        requestId: 'r4',
        state: 'refused',
        decided: { by: 'Sara (Finance desk)', note: 'The slip is missing' },
      },
      nowMs - 40 * MINUTE,
    ),
    ...others(nowMs),
  ];
  const first = makeEntries(till.identity, till.place, noHead, told);
  await publish(till.connection, first);
  await read(page, 'headOffice.look', {});
  const decide = async (requestId: string, typed: string) =>
    read(page, 'approvals.decideElsewhere', {
      ...{ pc: till.identity.pc, requestId, word: 'approved', typed, note: '', pin: MONA.pin },
    });
  await decide('r2', '24000');
  await decide('r3', '11200');
  const [sent] = await owner.rows<{ hash: string }>(
    `SELECT encode(hash, 'hex') AS hash FROM head_office.entry WHERE kind = 'decision' ORDER BY seq DESC LIMIT 1`,
  );
  const error = { kind: 'movement', code: 'already-reversed', params: {} };
  const declined = { decision: sent?.hash ?? '', by: 'Mona (Finance desk)', error };
  const answer = approvalFact({ ...nothing, origin, requestId: 'r3', state: 'waiting', declined }, nowMs);
  await publish(till.connection, makeEntries(till.identity, till.place, first.at(-1) ?? noHead, [answer]));
  await read(page, 'headOffice.look', {});
  await inEveryLook(page, async (look) => {
    await open(page, '/today');
    await page.locator('[data-request="r4"]').waitFor();
    await shoot(page, 'approvals-board', look);
    await open(page, '/operations');
    await page.locator('[data-request="r1"]').waitFor();
    await shoot(page, 'approvals-others', look);
    await page.locator('[data-request="r1"] button').last().click();
    await page.locator('.mantine-Modal-content dl').waitFor();
    await page.waitForTimeout(300);
    await shoot(page, 'approvals-decide', look);
    await page.keyboard.press('Escape');
    await page.locator('[data-request="r1"] button').first().click();
    await page.locator('.mantine-Modal-content textarea').waitFor();
    await page.waitForTimeout(300);
    await shoot(page, 'approvals-refuse', look);
    await page.keyboard.press('Escape');
    await page.locator('[data-request="r2"] button').first().click();
    await page.locator('.mantine-Modal-content dl').waitFor();
    await page.waitForTimeout(300);
    await shoot(page, 'approvals-take-back', look);
    await page.keyboard.press('Escape');
    for (const id of ['r5', 'r6', 'r7', 'r8']) {
      await page.locator(`[data-request="${id}"] button`).last().click();
      await page.locator('.mantine-Modal-content dl').waitFor();
      await page.waitForTimeout(300);
      await shoot(page, `approvals-decide-${id}`, look);
      await page.keyboard.press('Escape');
    }
  });
  await till.connection.close();
  await owner.close();
  await cluster.stop();
});
