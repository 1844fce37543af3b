/** Bent calls, the same each time: values under the names that a channel knows, and values that nobody sends. */
import { contract, type Channel } from '#shared/contract/index.ts';
import type { Core } from '#electron/core/core.ts';
import { createServe } from '#electron/transport/serve.ts';
import { HOSTILE_STRINGS } from './hostile-strings.ts';

export type FuzzCounts = { calls: number; answered: number; failed: number; refused: number };

function* numbers(seed: number): Generator<number> {
  let state = seed >>> 0;
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 4_294_967_296;
  }
}

const ODD: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 53,
  -0,
  1e308,
  '',
  ' ',
  '0',
  '-1',
  '9'.repeat(400),
  '2026-02-30',
  'EGP',
  [],
  {},
  [[[[[[]]]]]],
  { amount: '1', currency: 'EGP' },
  { __proto__: null, toString: 1 },
  'x'.repeat(70_000),
];

function valueFrom(next: () => number, depth = 0): unknown {
  const at = next();
  if (depth < 3 && at < 0.15)
    return Array.from({ length: Math.floor(next() * 4) }, () => valueFrom(next, depth + 1));
  if (depth < 3 && at < 0.3)
    return Object.fromEntries(
      Array.from({ length: Math.floor(next() * 4) }, () => [
        ['id', '__proto__', 'terminalId', 'kind', 'length'][Math.floor(next() * 5)] ?? 'id',
        valueFrom(next, depth + 1),
      ]),
    );
  const all = at < 0.65 ? ODD : HOSTILE_STRINGS;
  return all[Math.floor(next() * all.length)];
}

const namesOf = (channel: Channel): string[] => {
  const { shape } = contract[channel].input as { shape?: Record<string, unknown> };
  return Object.keys(shape ?? {});
};

/** The channels by what stands before the dot. */
export function channelGroups(): Map<string, Channel[]> {
  const groups = new Map<string, Channel[]>();
  for (const channel of Object.keys(contract) as Channel[]) {
    const group = channel.split('.')[0] ?? channel;
    groups.set(group, [...(groups.get(group) ?? []), channel]);
  }
  return groups;
}

/** Nobody is signed in: only channels that are open to everybody may answer, and none may fail. */
export async function fuzzGroup(
  core: Pick<Core, 'handlers'>,
  channels: readonly Channel[],
  { calls, seed }: { calls: number; seed: number },
): Promise<FuzzCounts & { wronglyAnswered: string[]; failures: string[] }> {
  const random = numbers(seed);
  const next = () => random.next().value as number;
  const failures: string[] = [];
  const serve = createServe(core.handlers, {
    error: (event, facts = {}) => void failures.push(`${event} ${JSON.stringify(facts).slice(0, 300)}`),
  });
  const wronglyAnswered = new Set<string>();
  const counts = { calls, answered: 0, refused: 0 };
  for (let at = 0; at < calls; at += 1) {
    const channel = channels[Math.floor(next() * channels.length)];
    if (channel === undefined) continue;
    const names = namesOf(channel);
    const input =
      next() < 0.2 || names.length === 0
        ? valueFrom(next)
        : Object.fromEntries(names.filter(() => next() < 0.9).map((name) => [name, valueFrom(next)]));
    const { ok } = await serve(next() < 0.02 ? `${channel}\u0000` : channel, input);
    counts[ok ? 'answered' : 'refused'] += 1;
    if (ok && contract[channel].right !== 'always') wronglyAnswered.add(channel);
  }
  return { ...counts, failed: failures.length, failures, wronglyAnswered: [...wronglyAnswered] };
}
