/** A core that is connected, over HTTP, to a gateway which lists the day of a seed; and what a person does with it until it is settled. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCore } from '#electron/core/core.ts';
import type { Handlers } from '#shared/contract/index.ts';
import type { OutputOf } from '#shared/contract/index.ts';
import { settledFilterSchema } from '#shared/contract/settlement.ts';
import { toDecimal } from '#shared/money/money.ts';
import type { Result } from '#shared/errors/result.ts';
import { startIndependentGateway } from '../electron/gateway/independent/start.ts';
import { memoryKeychain } from '../electron/services/people/bench.ts';
import { signIn } from '../electron/signed-in.ts';
import { coreOptions } from '../electron/core-options.ts';
import { TILLS } from './days.ts';
import { listed, settled } from './gateway-rows.ts';
import type { Judged, Row } from './reference.ts';

export async function must<T>(asked: Promise<Result<T>>): Promise<T> {
  const answer = await asked;
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  return answer.value;
}

export type Connected = {
  handlers: Handlers;
  /** Asks the gateway for both terminals. */
  read(): Promise<void>;
  /** Closes the day of the branch, with everything counted as it is expected. */
  close(): Promise<Awaited<ReturnType<Handlers['closing.confirm']>>>;
  /** The gateway settles all of it; both lists are read, and reconciliation runs. */
  settle(all: Judged): Promise<OutputOf<'reconciliation.overview'>>;
};

export async function withConnected(rows: readonly Row[], use: (connected: Connected) => Promise<void>) {
  const gateway = await startIndependentGateway('live');
  const { state, dashboardUrl, checkoutUrl } = gateway;
  state.missing = '{"message":"Not found"}';
  state.settled.length = 0;
  state.windows.length = 0;
  for (const till of TILLS)
    state.terminals.set(till, {
      merchantId: state.merchantId,
      rows: rows.filter((row) => row.till === till).map(listed),
    });
  const dataDir = mkdtempSync(join(tmpdir(), 'closeout-first-connection-'));
  const keychain = memoryKeychain();
  const core = await must(startCore(coreOptions(dataDir, keychain)));
  const { handlers } = core;
  try {
    await signIn(core);
    const keys = {
      secretKey: state.secretKey,
      apiKey: state.apiKey,
      paymentKey: state.paymentApiKey,
      transferKey: state.transferApiKey,
    };
    const hosts = { dashboardUrl, checkoutUrl };
    const { merchantId } = state;
    await must(
      handlers['profiles.connect']({ name: 'Shop', merchantId, environment: 'live', ...hosts, ...keys }),
    );
    await must(handlers['terminals.add']({ text: TILLS.join(' '), branchName: 'Zamalek' }));
    await use({
      handlers,
      read: async () => {
        for (const terminalId of TILLS) await must(handlers['terminals.read']({ terminalId }));
      },
      close: () => closeDay(handlers),
      settle: async (all) => {
        const atMs = Date.now();
        state.settled.push(...all.map((one) => settled(one, atMs)));
        return reconcileAll(handlers);
      },
    });
    if (state.violations.length > 0) throw new Error(state.violations.join('\n'));
  } finally {
    await core.stop();
    await gateway.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function closeDay(handlers: Handlers) {
  const { branches } = await must(handlers['closing.branches']({}));
  const branchKey = branches[0]?.branchKey ?? '';
  const begun = await must(handlers['closing.begin']({ branchKey, businessDate: null }));
  const { closingId } = begun.closing;
  await must(handlers['closing.read']({ closingId, terminalIds: null }));
  for (const terminalId of TILLS) {
    const prepared = await must(handlers['acknowledgement.prepare']({ terminalId, seenReadAtMs: null }));
    if (prepared.count === 0) continue;
    const ended = await must(
      handlers['acknowledgement.confirm']({ preparationId: prepared.preparationId, overUnreadable: null }),
    );
    if (ended.kind !== 'ended') throw new Error(ended.kind);
  }
  await must(handlers['closing.freeze']({ closingId, provisional: false }));
  await must(handlers['closing.lateArrivals']({ closingId, decision: 'include' }));
  const { lines } = await must(handlers['closing.detail']({ closingId }));
  const counted = lines.map(({ currency, paymentType, terminalId, side, expected }) => ({
    currency,
    paymentType,
    terminalId,
    side,
    typed: toDecimal(expected ?? { minor: 0n, currency }),
    slips: null,
  }));
  await must(handlers['closing.count']({ closingId, lines: counted }));
  return handlers['closing.confirm']({ closingId, authorization: null });
}

async function reconcileAll(handlers: Handlers): Promise<OutputOf<'reconciliation.overview'>> {
  async function until<T>(look: () => Promise<Result<T>>, is: (seen: T) => boolean): Promise<T> {
    const seen = await must(look());
    if (is(seen)) return seen;
    await new Promise((resolve) => setTimeout(resolve, 20));
    return until(look, is);
  }
  const overview = () => handlers['reconciliation.overview']({});
  const filter = settledFilterSchema.parse({});
  await must(handlers['settlement.downloadSettled']({ branchIds: [], anew: false }));
  await until(
    () => handlers['settlement.settledSummary']({ filter }),
    ({ sync }) => (sync?.ended ?? null) !== null,
  );
  await until(overview, ({ running }) => !running);
  await must(handlers['reconciliation.run']({}));
  return until(overview, ({ running }) => !running);
}
