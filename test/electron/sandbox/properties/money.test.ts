import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startSandbox } from '#electron/sandbox/start-sandbox.ts';
import { testClock } from '../gateway.ts';
import { move, moveNames, newDay, send, type MoveName } from './operations.ts';

/** `CLOSEOUT_FULL=1` runs all 10,000; `CLOSEOUT_SEED=n` runs another history. */
const FULL = process.env['CLOSEOUT_FULL'] === '1';
const OPERATIONS = FULL ? 10_000 : 1_200;
const RESTART_EVERY = FULL ? 500 : 150;
const SEED = Number(process.env['CLOSEOUT_SEED'] ?? 20_261_121);

test(`no money is lost or made in ${OPERATIONS} random operations with restarts in between`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'closeout-money-'));
  const clock = testClock();
  const start = () =>
    startSandbox({ clock, seed: 5, terminals: 4, transactions: 20, historyDays: 1, dataDir });
  let sandbox = await start();
  const day = newDay(sandbox, clock, SEED);
  /** Operations that the gateway took, by name. A refused one moves nothing, and counts for nothing. */
  const taken = new Map<MoveName, number>();
  let total = 0;
  try {
    for (let tries = 1; total < OPERATIONS; tries += 1) {
      const { name, reply } = await move(day);
      const where = `${name}, try ${tries} of seed ${SEED}`;
      expect(reply.status, where).toBeLessThan(500);
      const broken = await send(sandbox.controlUrl, 'GET', '/invariants');
      expect(broken.body, where).toEqual({ test: [], live: [] });
      if (reply.status !== 200 && reply.status !== 201) continue;
      taken.set(name, (taken.get(name) ?? 0) + 1);
      total += 1;
      if (total % RESTART_EVERY !== 0) continue;
      await sandbox.stop();
      sandbox = await start();
      day.sandbox = sandbox;
    }
  } finally {
    await sandbox.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
  const never = moveNames.filter((name) => name !== 'wait' && (taken.get(name) ?? 0) < 5);
  expect(never, 'moves that hardly ever worked').toEqual([]);
  console.log(`${total} operations: ${[...taken].map(([name, count]) => `${name} ${count}`).join(', ')}`);
}, 900_000);
