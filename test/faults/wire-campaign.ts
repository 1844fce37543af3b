/** R1, R2 and R5 in one loop: faulted sends over fresh sockets, each found durable at its first byte, each in its state. */
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { Operation } from '#shared/contract/operations.ts';
import { aSale, BUSY, must, reverse, type Bench } from '../electron/services/operations/harness.ts';
import { control } from '../electron/sandbox/gateway.ts';
import { eachSeed, n, replay, type Campaign, type Figure, type Share } from './figure.ts';
import { withRawDashboard } from './raw-bench.ts';
import { faults, type Fault } from './table.ts';

/** Reversals leave rows behind that the next acknowledgement takes: a terminal's list stays short however many there are. */
async function startOne(
  bench: Bench,
  seed: number,
  fault: Fault,
): Promise<{ path: RegExp; go: () => Promise<Operation> }> {
  const { operations, terminals } = bench.session();
  await control(bench.sandbox, 'POST', '/sales', { environment: 'live', terminalId: BUSY, count: 1 });
  must(await terminals.readTerminal(BUSY));
  if (seed % 2 === 1 && fault.at === 'whole') {
    const sale = await aSale(bench);
    return { path: /\/v3\/payment\/reversal\//, go: () => reverse(bench, sale) };
  }
  const { preparationId } = must(
    await operations.prepareAcknowledgement({ terminalId: BUSY, seenReadAtMs: null }),
  );
  return {
    path: /\/v3\/payment\/pos\/ack\//,
    go: async () => {
      const ended = must(await operations.confirmAcknowledgement({ preparationId }));
      if (ended.kind !== 'ended') throw new Error('the set changed by itself');
      return ended.operation;
    },
  };
}

async function runWire(share: Share): Promise<Figure> {
  const broken: string[] = [];
  const met = new Set<string>();
  const sum = { sends: 0, extra: 0, durable: 0, right: 0 };
  await withRawDashboard(async (bench, raw) => {
    let durable: boolean;
    raw.onFirstByte = () => {
      const journal = new Sqlite(join(bench.folder, 'journal.sqlite'), { readonly: true });
      const row = journal
        .prepare<unknown[], { state: string; events: number }>(
          `SELECT state, (SELECT COUNT(*) FROM operation_event e WHERE e.op_id = o.op_id AND code = 'sending') AS events
           FROM operation o ORDER BY seq DESC`,
        )
        .get();
      journal.close();
      durable = row?.state === 'SENDING' && row.events === 1;
    };
    await eachSeed(share, broken, async (seed) => {
      const fault = faults[seed % faults.length];
      if (!fault) return;
      met.add(fault.name);
      const { path, go } = await startOne(bench, seed, fault);
      durable = false;
      // What is not known must have happened, so that a read settles it and the terminal is free for the next one.
      raw.spoil(path, { ...fault, acts: fault.state !== 'REFUSED' });
      const { opId, state } = await go();
      sum.sends += 1;
      sum.extra += Math.max(0, raw.movements() - 1);
      sum.durable += Number(durable);
      sum.right += Number(state === fault.state);
      const wrong = [
        ...(raw.movements() === 1 ? [] : [`${raw.movements()} requests on the wire`]),
        ...(durable ? [] : ['no durable SENDING at the first byte']),
        ...(state === fault.state ? [] : [`${state}, not ${fault.state}`]),
      ];
      if (state === 'UNKNOWN') {
        const settled = must(await bench.session().operations.checkNow({ opId })).operation.state;
        if (settled !== 'SUCCEEDED_BY_READ') wrong.push(`${settled} after a read`);
      }
      if (wrong.length > 0) broken.push(`${fault.name}: ${wrong.join('; ')}\n  ${replay('R1', seed)}`);
    });
  });
  return { sum, met: [...met], broken };
}

export const wire: Campaign = {
  whole: 10_000,
  also: ['R2'],
  leastApart: 100,
  run: runWire,
  tell: ({ sum, met, broken }) => [
    `R1: ${n(sum['sends'])} faulted sends of ${met.length} faults, ${n(sum['extra'])} extra requests, ${n(sum['right'])} in the right state, ${broken.length} broken`,
    `R2: ${n(sum['sends'])} intents looked for at the first byte, ${n(sum['durable'])} durable`,
  ],
};
