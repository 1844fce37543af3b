/**
 * Answers that are lost, for every write but those of `lost-answers.ts`: the person is told what is so, the gateway did it once at
 * most, and a second time only because a person wanted it.
 */
import { expect } from 'vitest';
import { z } from 'zod';
import { endpointTable, type WriteName } from '#electron/gateway/endpoint-table.ts';
import { control } from '../../sandbox/gateway.ts';
import { eventually } from '../../sandbox/listener.ts';
import type { Bench } from '../operations/harness.ts';
import { sellingWrites } from './writes/selling.ts';
import { setUpWrites } from './writes/set-up.ts';
import type { Make, Write } from './writes/write.ts';

export const writes = { ...sellingWrites, ...setUpWrites } as const satisfies {
  [N in WriteName]?: Write;
};
export type Lost = keyof typeof writes;
export const lostWrites = Object.keys(writes) as Lost[];

type Fault = {
  readonly name: string;
  /** `round`: how often the faults have begun anew. */
  readonly fault: (round: number, write: Write) => Record<string, unknown>;
  readonly acts: boolean;
  /** `late`: after the deadline, when nobody waits for it any more. */
  readonly answer: 'comes' | 'lost' | 'late' | 'refused';
};
const CUT = '{"body":{"name":"Till","_id":"6';
const statusOf = (statuses: readonly number[], round: number) => statuses[round % statuses.length] ?? 400;
const status = (code: number) => ({ kind: 'status', status: code });
/** The first three are the ones that `npm test` has time for. */
const faults: readonly Fault[] = [
  { name: 'dropped before', fault: () => ({ kind: 'drop-before' }), acts: false, answer: 'lost' },
  { name: 'dropped after', fault: () => ({ kind: 'drop-after' }), acts: true, answer: 'lost' },
  { name: 'late', fault: () => ({ kind: 'delay', ms: 100 }), acts: true, answer: 'late' },
  {
    name: 'dropped inside',
    fault: (round) => ({ kind: 'body', text: CUT.slice(0, 1 + round * 6) }),
    acts: true,
    answer: 'lost',
  },
  { name: 'nonsense', fault: () => ({ kind: 'nonsense' }), acts: true, answer: 'lost' },
  {
    name: 'a server error before',
    fault: (round) => status(statusOf([500, 502, 503, 504], round)),
    acts: false,
    answer: 'lost',
  },
  {
    name: 'a server error after',
    fault: (round) => ({
      kind: 'body',
      status: statusOf([500, 502, 503, 504], round),
      text: '<h1>Bad gateway</h1>',
      contentType: 'text/html',
    }),
    acts: true,
    answer: 'lost',
  },
  { name: 'sent elsewhere', fault: () => status(302), acts: false, answer: 'lost' },
  { name: 'slow', fault: (round) => ({ kind: 'delay', ms: 5 + round }), acts: true, answer: 'comes' },
  {
    name: 'refused',
    fault: (round, { refusals = [400, 403, 409, 422] }) => status(statusOf(refusals, round)),
    acts: false,
    answer: 'refused',
  },
];

const logSchema = z.array(
  z.object({ method: z.string(), path: z.string(), host: z.string(), acted: z.boolean() }),
);
/** How often the gateway received this request, and how often it carried it out. */
async function counted({ sandbox }: Bench, name: WriteName): Promise<{ got: number; acted: number }> {
  const { method, path, host } = endpointTable[name];
  const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/?]+')}(\\?|$)`);
  const { body } = await control(sandbox, 'GET', '/log');
  const own = logSchema
    .parse(body)
    .filter((entry) => entry.method === method && entry.host === host && pattern.test(entry.path));
  return { got: own.length, acted: own.filter(({ acted }) => acted).length };
}

async function oneFault(bench: Bench, name: Lost, make: Make, number: number) {
  const write: Write = writes[name];
  const { name: of, fault, acts, answer } = faults[number % faults.length]!;
  const { method, path } = endpointTable[name];
  const one = await make(number);
  const before = await counted(bench, name);
  const since = async () => {
    const now = await counted(bench, name);
    return { got: now.got - before.got, acted: now.acted - before.acted };
  };
  const actsBy = (times: number) => (write.saves === false ? 0 : times);
  await bench.fault(
    method,
    path.replaceAll(/\{\w+\}/g, '*'),
    fault(Math.floor(number / faults.length), write),
  );

  const telling = one.act();
  if (answer === 'late') {
    await eventually(async () => (await since()).got === 1, 'the request');
    bench.clock.forward(61_000);
  }
  const told = await telling;
  if (answer === 'late' && write.saves !== false)
    await eventually(async () => (await since()).acted === 1, 'the gateway');

  const { lost, done = 'done', refused = 'refused', again } = write;
  const right = {
    comes: [done],
    refused: [refused],
    lost: [lost[acts ? 1 : 0]],
    // Read before the gateway acts or after it.
    late: [lost[0], lost[1], done],
  }[answer];
  expect(right.map((ending) => [name, of, ending])).toContainEqual([name, of, told]);
  expect([name, of, await since()]).toEqual([name, of, { got: 1, acted: actsBy(acts ? 1 : 0) }]);
  const isThere = write.saves === false ? false : acts;
  if (one.isDone) expect([name, of, await one.isDone()]).toEqual([name, of, isThere]);
  if (answer === 'comes' || told === done) return;

  // A restart sends nothing.
  if (number % faults.length === 0) await bench.restart();
  expect([name, of, (await since()).got]).toEqual([name, of, 1]);
  const second = await (one.again ? one.again({ done: acts, refused: answer === 'refused' }) : one.act());
  expect([name, of, 'again', second]).toEqual([name, of, 'again', again[acts ? 1 : 0]]);
  if (one.isDone)
    expect([name, of, 'again', await one.isDone()]).toEqual([name, of, 'again', actsBy(1) === 1]);
}

/** So many faults of one write, one after another. */
export async function loseWrites(name: Lost, times: number): Promise<void> {
  const { atOnce = times, open }: Write = writes[name];
  for (let from = 0; from < times; from += atOnce)
    await open(async (bench, make) => {
      for (let number = from; number < Math.min(times, from + atOnce); number += 1)
        await oneFault(bench, name, make, number);
    });
}
