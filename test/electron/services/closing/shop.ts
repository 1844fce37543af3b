/** Shops whose terminals the test fills by hand: real worker, real files, real services; only the wire is not there. */
import { mkdtemp, rm } from 'node:fs/promises';
import { rmSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { alwaysThere } from '#electron/services/context.ts';
import { practiceCapabilities } from '#electron/gateway/capabilities.ts';
import type { Gateway } from '#electron/gateway/gateway.ts';
import { openSession, type ProfileSession, type SessionOptions } from '#electron/core/profile-session.ts';
import type { ClosingDetail } from '#shared/contract/closing-day.ts';
import type { PosTransaction, UnreadableRow } from '#shared/domain/pos-transaction.ts';
import { gatewayError, type GatewayError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { toDecimal } from '#shared/money/money.ts';
import { testClock, type TestClock } from '../../sandbox/gateway.ts';
import { must } from '../operations/harness.ts';
import { preparedWorkerUrl, statementWorkerUrl } from '../../../workers.ts';

export { codeOf, must } from '../operations/harness.ts';
const silent = { info: () => {}, warn: () => {}, error: () => {} };
/** 2026-11-17 17:00 in Cairo. */
export const AFTERNOON_MS = Date.UTC(2026, 10, 17, 15);
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

type Till = {
  branch: string;
  rows: PosTransaction[];
  unreadable: UnreadableRow[];
  error: GatewayError | null;
};

export type Shop = {
  clock: TestClock;
  folder: string;
  tills: Map<string, Till>;
  session(): ProfileSession;
  /** Who acts. */
  actor: () => string;
  /** The person at the counter does not see what is expected. */
  countsBlind: boolean;
  /** Ends the session and opens the same files again; `between` may touch them. */
  restart(between?: (folder: string) => void): Promise<void>;
  sell(terminalId: string, minor: bigint, more?: { currency?: string; type?: string }): string;
  read(terminalId: string): Promise<void>;
  /** As an acknowledgement that went well leaves the journal and the gateway. */
  acknowledge(terminalId: string): Promise<void>;
  /** An operation whose outcome is not known. */
  unknown(terminalId: string, opId: string): Promise<void>;
  settle(opId: string): Promise<void>;
  move(terminalId: string, branch: string): Promise<void>;
  /** Another connection to the journal, as a tool would open it. */
  look<T>(use: (file: Sqlite.Database) => T): T;
};

const terminalRow = (terminalId: string, branch: string) => ({
  terminalId,
  label: `Till ${terminalId}`,
  branchId: branch,
  branchName: `Branch ${branch}`,
  model: null,
  serialNumber: null,
  status: null,
  lastSeenAt: null,
  raw: '{}',
});

function gatewayOf(tills: Map<string, Till>): Gateway {
  const calls = {
    listTerminals: async () => ok([...tills].map(([id, { branch }]) => terminalRow(id, branch))),
    readTerminalTransactions: async (terminalId: string) => {
      const till = tills.get(terminalId);
      if (!till || till.error) return err(till?.error ?? gatewayError('not-found'));
      const reading = { terminalId, rows: [...till.rows], unreadable: [...till.unreadable] };
      return ok({ reading, body: '{}', serverAtMs: null });
    },
  };
  return calls as unknown as Gateway;
}

type ShopOptions = Partial<Pick<SessionOptions, 'provisional' | 'memberships' | 'headOfficeWorkerUrl'>>;
/** `provisional`: nothing is synced, and statements are compiled once; for a test that is not about its files. */
export async function withShop(
  use: (shop: Shop) => Promise<void>,
  branches: Record<string, string> = { T1: 'B1', T2: 'B1', T3: 'B2' },
  { provisional = false, ...office }: ShopOptions = {},
): Promise<void> {
  const clock = testClock(AFTERNOON_MS);
  const folder = await mkdtemp(join(tmpdir(), 'closeout-closing-'));
  const tills = new Map<string, Till>(
    Object.entries(branches).map(([id, branch]) => [id, { branch, rows: [], unreadable: [], error: null }]),
  );
  const open = async () =>
    must(
      await openSession({
        ...office,
        folder,
        provisional,
        workerUrl: preparedWorkerUrl,
        statementWorkerUrl,
        contextOf: (db) => ({
          profileId: 'profile-1',
          merchantId: 'MID-1',
          version: '0.1.0',
          environment: 'live',
          actor: () => shop.actor(),
          seesExpected: () => !shop.countsBlind,
          seesContacts: () => true,
          presence: alwaysThere,
          clock,
          random: { bytes: (count) => new Uint8Array(randomBytes(count)) },
          log: silent,
          emit: () => {},
          db,
          gateway: gatewayOf(tills),
          capabilities: practiceCapabilities,
        }),
      }),
    );
  let sold = 0;
  const till = (terminalId: string): Till => {
    const found = tills.get(terminalId);
    if (!found) throw new Error(`no till ${terminalId}`);
    return found;
  };
  const create = async (
    terminalId: string,
    opId: string,
    kind: 'acknowledgement' | 'reversal',
    rowIds: string[],
  ) => {
    const { db } = session.context;
    const created = await db.call('journal.create', {
      opId,
      kind,
      subjectKey: `${kind}:${terminalId}:${opId}`,
      environment: 'live',
      merchantId: 'MID-1',
      terminalId,
      orderId: kind === 'reversal' ? `the order of ${opId}` : null,
      refNumber: null,
      totals: [],
      actor: 'mona',
      reason: null,
      note: kind === 'acknowledgement' ? 'the provider knows them' : null,
      method: 'POST',
      url: 'https://gateway.example/',
      body: new Uint8Array(),
      bodySha256: '',
      keyFingerprint: '',
      evidenceBefore: {
        readAtMs: 1,
        listedRowIds: rowIds,
        saleRowId: null,
        snapshotId: kind === 'acknowledgement' ? `snapshot-${opId}` : null,
        requestIds: [],
      },
      rowIds,
      atMs: clock.nowMs(),
    });
    if (created.kind !== 'created') throw new Error(created.kind);
  };
  const change = (opId: string, to: 'SENDING' | 'SUCCEEDED' | 'UNKNOWN') =>
    session.context.db.call('journal.change', {
      opId,
      code: to === 'UNKNOWN' ? 'not-known' : to === 'SENDING' ? 'sending' : 'succeeded',
      to,
      params: {},
      patch: {},
      atMs: clock.nowMs(),
    });
  const shop: Shop = {
    actor: () => 'mona',
    countsBlind: false,
    clock,
    folder,
    tills,
    session: () => session,
    restart: async (between) => {
      await session.stop();
      between?.(folder);
      session = await open();
    },
    sell: (terminalId, minor, { currency = 'EGP', type = 'SALE' } = {}) => {
      sold += 1;
      const rowId = `row-${String(sold).padStart(5, '0')}`;
      const decimal = `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`;
      const facts = {
        merchant_order_id: `W-${sold}`,
        ref_number: `R-${sold}`,
        payment_type: type,
        entry_mode: 'CHIP',
      };
      till(terminalId).rows.push({
        rowId,
        terminalId,
        merchantOrderId: facts.merchant_order_id,
        refNumber: facts.ref_number,
        amount: { minor, currency },
        paymentType: type,
        entryMode: 'CHIP',
        raw: JSON.stringify({ ...facts, amount: decimal, currency }),
        isNoisy: false,
      });
      return rowId;
    },
    read: async (terminalId) => void must(await session.terminals.readTerminal(terminalId)),
    acknowledge: async (terminalId) => {
      const { rows, unreadable } = till(terminalId);
      const covered = [...rows, ...unreadable].map(({ rowId }) => rowId);
      if (covered.length === 0) return;
      const firstSeenAtMs = clock.nowMs();
      await shop.read(terminalId);
      const opId = `ack-${randomBytes(6).toString('hex')}`;
      await session.context.db.call('journal.storeSnapshot', {
        snapshotId: `snapshot-${opId}`,
        terminalId,
        setHash: 'hash',
        rowCount: covered.length,
        rows: JSON.stringify(rows.map(({ rowId, raw }) => ({ rowId, raw }))),
        unreadable: JSON.stringify(unreadable.map((row) => ({ ...row, firstSeenAtMs }))),
        rawBody: '{}',
        readAtMs: clock.nowMs(),
      });
      await create(terminalId, opId, 'acknowledgement', covered);
      await change(opId, 'SENDING');
      await change(opId, 'SUCCEEDED');
      till(terminalId).rows = [];
      till(terminalId).unreadable = [];
    },
    unknown: async (terminalId, opId) => {
      await create(terminalId, opId, 'reversal', []);
      await change(opId, 'SENDING');
      await change(opId, 'UNKNOWN');
    },
    settle: async (opId) => {
      await session.context.db.call('journal.change', {
        opId,
        code: 'settled-by-read',
        to: 'SUCCEEDED_BY_READ',
        params: {},
        patch: {},
        atMs: clock.nowMs(),
      });
    },
    move: async (terminalId, branch) => {
      till(terminalId).branch = branch;
      must(await session.terminals.refreshList());
    },
    look: (use) => {
      const file = new Sqlite(join(folder, 'journal.sqlite'), { readonly: true });
      try {
        return use(file);
      } finally {
        file.close();
      }
    },
  };
  let session = await open();
  try {
    must(await session.terminals.refreshList());
    await use(shop);
  } finally {
    await session.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

export const wipeCache = (folder: string): void => {
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(folder, `cache.sqlite${suffix}`), { force: true });
};

export const begin = async (shop: Shop, branchKey = 'B1', businessDate: string | null = null) =>
  must(await shop.session().closing.begin({ branchKey, businessDate }));

/** The line of what a terminal sold. */
export const salesOf = (terminalId: string) => ({
  currency: 'EGP',
  paymentType: null,
  terminalId,
  side: 'sales' as const,
});

/** The branch keeps the single line: it counts all its terminals at once, by payment type. */
export const countAtOnce = async (shop: Shop, branchKey = 'B1') =>
  must(await shop.session().closing.setSettings({ branchKey, settings: { countBy: 'type' } }));

/** What was counted is what is expected, to the piastre. */
export const exactly = (detail: ClosingDetail) =>
  detail.lines.map(({ currency, paymentType, terminalId, side, expected }) => ({
    currency,
    paymentType,
    terminalId,
    side,
    typed: toDecimal(expected ?? { minor: 0n, currency }),
  }));

/** All six steps of a close that is begun, with nothing in the way. */
export async function closeIt(shop: Shop, closingId: string, late: 'include' | 'leave' = 'include') {
  const { closing } = shop.session();
  const read = must(await closing.read({ closingId, terminalIds: null }));
  for (const { terminalId } of read.terminals) await shop.acknowledge(terminalId);
  for (const { terminalId } of read.terminals) await shop.read(terminalId);
  must(await closing.freeze({ closingId, provisional: false }));
  must(await closing.lateArrivals({ closingId, decision: late }));
  const frozen = must(await closing.detail({ closingId }));
  must(await closing.count({ closingId, lines: exactly(frozen) }));
  return must(await closing.confirm(closingId, null));
}

export async function closeDay(shop: Shop, branchKey = 'B1', businessDate: string | null = null) {
  const begun = await begin(shop, branchKey, businessDate);
  return closeIt(shop, begun.closing.closingId);
}

/** Begins the day and gives it a provisional Z, with everything counted as it is expected. */
export async function closeProvisionally(shop: Shop): Promise<{ closingId: string }> {
  const { closing } = shop.session();
  const { closingId } = (await begin(shop)).closing;
  must(await closing.freeze({ closingId, provisional: true }));
  const frozen = must(await closing.detail({ closingId }));
  must(await closing.count({ closingId, lines: exactly(frozen) }));
  must(await closing.provisional(closingId, 'no connection', null));
  return { closingId };
}

export const reopenIt = (shop: Shop, closingId: string): Promise<Result<ClosingDetail>> =>
  shop.session().closing.reopen(closingId, 'a slip turned up', 'samir');
