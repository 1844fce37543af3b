/** One request however many clicks, windows or processes (R7), and a share of R1, R2 and R5 over fresh sockets. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { holdDataFolder } from '#electron/core/data-folder.ts';
import { aSale, must, withBench } from '../electron/services/operations/harness.ts';
import { brokenIn } from './figure.ts';
import { open } from './kill/access.ts';
import { wire } from './wire-campaign.ts';

const REVERSAL = '/v3/payment/reversal/';
const form = (preparationId: string, typedAmount: string) =>
  ({ preparationId, reason: 'duplicate', note: '', typedAmount }) as const;

it('a fault of the wire adds no request, and the intent is durable before the first byte (R1, R2, R5)', async () => {
  expect(await brokenIn(wire, { seed: 1, count: 80 })).toEqual([]);
}, 240_000);

it(
  '100 parallel clicks on one sale are one request (R7)',
  () =>
    withBench(async (bench) => {
      const { operations } = bench.session();
      const sale = await aSale(bench);
      const plans = await Promise.all(
        Array.from({ length: 50 }, () => operations.prepareReversal({ rowId: sale.rowId })),
      );
      // Two clicks on each of fifty open dialogs.
      const ids = plans.flatMap((plan) => [must(plan).preparationId, must(plan).preparationId]);
      const told = await Promise.all(ids.map((id) => operations.confirmReversal(form(id, sale.typed))));
      expect(told.filter(({ ok }) => ok)).toHaveLength(1);
      expect(await bench.received('PUT', REVERSAL)).toBe(1);
    }),
  120_000,
);

it(
  'a second session on the same journal finds what the first has under way, and sends nothing (R7)',
  () =>
    withBench(async (bench) => {
      const first = bench.session();
      const second = await open(bench.folder, bench.sandbox.live, (parts) => parts, bench.clock);
      try {
        const sale = await aSale(bench);
        const [one, other] = [
          must(await first.operations.prepareReversal({ rowId: sale.rowId })),
          must(await second.operations.prepareReversal({ rowId: sale.rowId })),
        ];
        await bench.fault('PUT', REVERSAL, { kind: 'delay', ms: 1_500 });
        const told = await Promise.all([
          first.operations.confirmReversal(form(one.preparationId, sale.typed)),
          second.operations.confirmReversal(form(other.preparationId, sale.typed)),
        ]);
        expect(told.filter(({ ok }) => ok)).toHaveLength(1);
        expect(await bench.received('PUT', REVERSAL)).toBe(1);
      } finally {
        await second.stop();
      }
    }),
  120_000,
);

it('a second process on one data folder is refused, and told which process holds it (R7)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'closeout-two-'));
  const module = new URL('../../electron/core/data-folder.ts', import.meta.url).href;
  const hold = `const { holdDataFolder } = await import(${JSON.stringify(module)});
    console.log(holdDataFolder(${JSON.stringify(folder)}).ok); setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', hold], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const said = await new Promise<string>((resolve) =>
      holder.stdout.once('data', (part: Buffer) => resolve(part.toString().trim())),
    );
    expect(said).toBe('true');
    const second = holdDataFolder(folder);
    expect(second.ok ? '' : second.message).toContain(`process ${holder.pid}`);
    const ended = new Promise((resolve) => holder.once('exit', resolve));
    holder.kill('SIGKILL');
    await ended;
    // A killed process leaves nothing that would keep the next one out.
    const third = holdDataFolder(folder);
    expect(third.ok).toBe(true);
    if (third.ok) third.lock.release();
  } finally {
    holder.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
});
