/** A chain whose other PC writes hostile texts into all that it tells head office: its closes, its readings, its record, its request and its claim. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeEnrolment } from '#electron/head-office/administer.ts';
import { enrolmentText } from '#electron/head-office/enrolment-file.ts';
import { makeEntries, noHead, type Fact } from '#electron/head-office/entry.ts';
import { publish } from '#electron/head-office/pc.ts';
import { activityFact, closeFacts, publishedClaim, readingFact } from '#electron/head-office/published.ts';
import { approvalFact } from '#electron/head-office/published-approvals.ts';
import { zContentSchema } from '#shared/contract/closing-z.ts';
import { money } from '#shared/money/money.ts';
import { canonicalJson } from '#shared/text/canonical-json.ts';
import { addDays, businessDateOf } from '#shared/time/business-date.ts';
import { nothingMore } from '../electron/head-office/asked.ts';
import { claimBy } from '../electron/head-office/batons.ts';
import { openCluster } from '../electron/head-office/cluster.ts';
import { enrolPc, openRecord } from '../electron/head-office/record.ts';
import { content } from '../renderer/reports/fixture.ts';
import type { Attacked } from './closeout.ts';
import type { Text } from './fill.ts';
import type { Opened } from './views.ts';

const DATABASE = 'attacked';
const CAIRO = { timeZone: 'Africa/Cairo', cutOff: '04:00' };

/** What PostgreSQL and the schema of a record take as the name of a branch. */
const storable = (text: string) => text.replaceAll('\0', '');

function closeOf(text: Text, branch: { key: string; name: string }, businessDate: string): Fact[] {
  const names = { branchKey: branch.key, branchName: branch.name, businessDate };
  const by = text('chainClosedBy', 200);
  const approvedBy = text('chainApprovedBy', 200);
  const closed = { ...content.closed, by };
  const provisionalNote = text('chainProvisional');
  const z = {
    ...content,
    ...names,
    closed,
    approvedBy,
    provisionalNote,
    number: 7,
    revision: 1,
    changes: null,
  };
  return closeFacts({
    ...names,
    origin: { seq: 1, hash: 'ab'.repeat(32) },
    atMs: Date.now(),
    closingId: 'chain-close',
    state: 'closed',
    number: 7,
    revision: 1,
    by,
    approvedBy,
    reason: null,
    reopenedBefore: null,
    z: canonicalJson(zContentSchema.encode(z)),
    sha256: 'cd'.repeat(32),
    leftForNext: 0,
    rows: [],
  });
}

function readingOf(text: Text, branch: { key: string; name: string }, businessDate: string): Fact {
  const atMs = Date.now();
  const outstanding = [{ count: 3, amount: money(90_000n, 'EGP') }];
  const sums = { outstandingCount: 3, outstanding, notSummed: [], oldestAtMs: atMs - 3_600_000 };
  const terminal = {
    terminalId: '30410001',
    label: text('chainTerminal', 100),
    readAtMs: atMs - 60_000,
    ...sums,
  };
  const reading = {
    branchKey: branch.key,
    branchName: branch.name,
    businessDate,
    ...CAIRO,
    ...sums,
    terminalCount: 1,
    notRead: 0,
    unknownCount: 1,
    terminals: [terminal],
    unknown: [
      { opId: 'chain-op', kind: text('chainKind', 60), terminalId: '30410001', atMs: atMs - 7_200_000 },
    ],
    openDays: [{ businessDate, why: 'rows' as const, count: 3 }],
  };
  return readingFact(reading, atMs);
}

function activityOf(text: Text): Fact {
  return activityFact({
    seq: 1,
    atMs: Date.now(),
    actor: text('chainActor', 100),
    machine: text('chainMachine', 100),
    action: 'people.signed-in',
    target: text('chainTarget', 200),
    params: canonicalJson({ name: text('chainFact', 200) }),
    outcome: 'ok',
    previous: '',
    hash: 'ef'.repeat(32),
    eventCount: 0,
    eventHead: '',
  });
}

/** A request that waits for the office. */
function approvalOfShop(text: Text): Fact {
  const asked = {
    ...nothingMore,
    kind: 'reversal' as const,
    requestedBy: text('chainAskedBy', 100),
    totals: [{ count: 1, amount: money(90_000n, 'EGP') }],
    sha256: 'ab'.repeat(32),
    note: text('chainNote', 200),
    terminalId: '30410001',
    refNumber: text('chainRef', 60),
    merchantOrderId: text('chainOrder', 60),
    party: text('chainParty', 60),
  };
  const origin = { seq: 3, hash: 'ab'.repeat(32) };
  return approvalFact(
    { origin, requestId: 'chain-request', state: 'waiting', asked, decided: null, declined: null },
    Date.now(),
  );
}

/** The board, what its figures open, and where else another PC is named. */
export const boardOfChain: readonly Opened[] = [
  {
    name: 'the board',
    path: '#/today',
    show: (page) => page.locator('[data-part="board"] tr[data-branch]').first().waitFor(),
  },
  {
    name: 'a branch of the board',
    path: '#/today',
    async show(page) {
      await page.locator('tr[data-branch] button.board-figure').first().click();
      await page.locator('.mantine-Drawer-content .drawer-heading').first().waitFor();
    },
  },
  {
    name: 'results of a branch that are not known',
    path: '#/today',
    async show(page) {
      await page.locator('tr[data-branch] button.board-figure').last().click();
      await page.locator('.mantine-Drawer-content .drawer-heading').first().waitFor();
    },
  },
  {
    name: 'a request of another PC',
    path: '#/today',
    async show(page) {
      await page.locator('[data-request="chain-request"] button').last().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'what another PC recorded',
    path: '#/activity',
    async show(page) {
      await page.locator('.ag-row', { hasText: 'planted-chainActor' }).first().click();
      await page.locator('.mantine-Drawer-content details summary').click();
    },
  },
  {
    name: 'a day of the board',
    path: '#/today',
    async show(page) {
      await page.locator('button.board-mark[data-state="closed"]').first().click();
      await page.locator('.mantine-Drawer-content .z-card').waitFor();
    },
  },
];

/** Makes the attacked Closeout the office of that chain. Answers what ends the server, and what was refused. */
export async function joinChain(
  attacked: Attacked,
  text: Text,
  merchant: string,
): Promise<{ refused: string[]; end(): Promise<void> }> {
  const cluster = await openCluster();
  const owner = await openRecord(cluster, DATABASE);
  const { host, port, ca } = cluster.login(DATABASE);
  const live = { environment: 'live', merchant } as const;
  const office = { ...live, name: storable(text('chainOffice', 100)), branch: '' };
  const paper = await makeEnrolment(owner, { host, port, database: DATABASE, ca }, office);
  const folder = mkdtempSync(join(tmpdir(), 'closeout-chain-'));
  const file = join(folder, 'office.enrolment');
  writeFileSync(file, enrolmentText(paper));
  const name = storable(text('chainBranch', 100));
  const shop = await enrolPc(cluster, owner, DATABASE, { ...live, branch: name });
  const branch = { key: `name:${name}`, name };
  const today = businessDateOf(Date.now(), CAIRO);
  const facts = [
    ...closeOf(text, branch, addDays(today, -1)),
    readingOf(text, branch, today),
    activityOf(text),
    approvalOfShop(text),
  ];
  await publish(shop.connection, makeEntries(shop.identity, shop.place, noHead, facts));
  const movement = {
    opId: 'chain-op',
    subjectKey: 'terminal:30410001',
    kind: 'reversal',
    terminalId: '30410001',
    orderId: null,
    rowIds: [],
  } as const;
  const claimed = publishedClaim(movement, storable(text('chainClaimedBy', 100)));
  await claimBy(shop, { ...claimed, movedWithinMs: 0 });
  const joined = await attacked.call('headOffice.join', { file });
  const looked = joined.ok ? await attacked.call('headOffice.look', {}) : joined;
  return {
    refused: looked.ok ? [] : [`headOffice.join ${looked.error?.code ?? ''}`],
    async end() {
      await shop.connection.close();
      await owner.close();
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
