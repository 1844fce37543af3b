/**
 * Settled transactions are read over HTTP while new ones come in, and the app is killed twice: what is stored is the
 * gateway's list. A tenth of the rows here, all 50,000 with CLOSEOUT_FULL=1 (`npm run faults -- --only settled-sync`).
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import type { Sandbox, SandboxAccess } from '#electron/sandbox/start-sandbox.ts';
import { call, control, listOf, withGateway, type TestClock } from '../electron/sandbox/gateway.ts';
import { must } from '../electron/services/operations/harness.ts';
import { open, TERMINAL } from './kill/access.ts';

const FULL = process.env['CLOSEOUT_FULL'] === '1';
const ROWS = FULL ? 50_000 : 5_000;
/** Two thirds of the rows are there by the second kill. */
const PAGES_BEFORE_A_KILL = ROWS / 500 / 3;
const SETTLED = '/v2/aggregator/settlement-transactions';
const DAY_MS = 86_400_000;
const victim = fileURLToPath(new URL('kill/settled-victim.ts', import.meta.url));

/** Sells, acknowledges and settles, on and on; ends when it is told. */
function keepSettling(sandbox: Sandbox, clock: TestClock): () => Promise<void> {
  let goes = true;
  const done = (async () => {
    while (goes) {
      await control(sandbox, 'POST', '/sales', { terminalId: TERMINAL, count: 3 });
      await call(sandbox.live, 'POST', `/v3/payment/pos/ack/${TERMINAL}`, { body: {} });
      clock.forward(DAY_MS);
      await call(sandbox.live, 'GET', `${SETTLED}?limit=1`);
    }
  })();
  return () => {
    goes = false;
    return done;
  };
}

/** The pages it asked for, until it was killed. */
async function downloadAndKill(folder: string, access: SandboxAccess, killAfterPages: number) {
  const child = spawn(process.execPath, [victim, JSON.stringify({ folder, access, killAfterPages })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.on('close', (_, signal) => resolve(signal)));
  const asked: number[] = [];
  for await (const line of createInterface({ input: child.stdout })) asked.push(Number(line.slice(6)));
  expect(await ended).toBe('SIGKILL');
  return asked;
}

/** A session that is not killed; what it asked and how its downloads ended is counted. */
async function openCounting(folder: string, access: SandboxAccess) {
  const counted = { asked: 0, finished: 0, endings: [] as unknown[] };
  const session = await open(folder, access, ({ db, gateway }) => ({
    db: {
      ...db,
      call: (name, args) => {
        if (name === 'settlement.endSync') counted.endings.push((args as { ending: unknown }).ending);
        return db.call(name, args);
      },
    },
    gateway: {
      ...gateway,
      listSettled: (query, signal) => {
        counted.asked += 1;
        return gateway.listSettled(query, signal);
      },
    },
    emit: (event) => void (event === 'settlement.changed' && (counted.finished += 1)),
  }));
  const download = async () => {
    const before = counted.finished;
    must(await session.settlement.downloadSettled({ branchIds: [], anew: false }));
    await expect.poll(() => counted.finished, { timeout: 600_000 }).toBe(before + 1);
    // The event is what it does last but one.
    await setImmediate();
  };
  return { session, counted, download };
}

async function listed(access: SandboxAccess): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const answer = await listOf(access, `${SETTLED}?limit=500&page=${page}&sortBy=createdAt`);
    pages = answer.pagination.pages;
    ids.push(
      ...answer.body.map(
        (row) => `${String(row['transactionId'])} ${Math.round(Number(row['netAmount']) * 100)}`,
      ),
    );
  }
  return ids.sort();
}

function stored(folder: string): string[] {
  const cache = new Sqlite(join(folder, 'cache.sqlite'), { readonly: true });
  const rows = cache.prepare('SELECT transaction_id, net_minor FROM settled').all() as {
    transaction_id: string;
    net_minor: number;
  }[];
  cache.close();
  return rows.map(({ transaction_id, net_minor }) => `${transaction_id} ${net_minor}`).sort();
}

it(
  `${ROWS} settled rows are read while others come in and the app is killed twice: the same set`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'closeout-settled-'));
    try {
      await withGateway(
        async (sandbox, clock) => {
          const stopSettling = keepSettling(sandbox, clock);
          const first = await downloadAndKill(folder, sandbox.live, Math.floor(PAGES_BEFORE_A_KILL));
          const second = await downloadAndKill(folder, sandbox.live, Math.floor(PAGES_BEFORE_A_KILL));
          expect(first[0]).toBe(1);
          // What was stored is not asked for again; the page at the kill may have been, and those under way beside it.
          expect(second[0]).toBeGreaterThan(PAGES_BEFORE_A_KILL - 5);

          const { session, counted, download } = await openCounting(folder, sandbox.live);
          await download();
          await stopSettling();
          await download();
          const beforeLast = counted.asked;
          await download();
          expect(counted.endings.slice(1)).toEqual(['whole', 'whole']);
          expect(counted.asked - beforeLast, 'nothing new costs one request').toBe(1);
          await session.stop();

          const theirs = await listed(sandbox.live);
          expect(theirs.length).toBeGreaterThan(ROWS);
          expect(new Set(theirs).size).toBe(theirs.length);
          expect(stored(folder)).toEqual(theirs);
        },
        { terminals: 3, transactions: 60, historyDays: Math.ceil(ROWS / 90) },
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  FULL ? 1_200_000 : 240_000,
);
