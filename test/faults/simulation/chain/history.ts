/** One seeded history of a chain, and everything about it that must hold. */
import { clear } from '../wire.ts';
import { SimulatedChain } from './chain.ts';
import { createEvents, type Counts } from './events.ts';
import { clearNetwork } from './server.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

export type ChainHistory = Counts & {
  hash: string;
  broken: string[];
  confirmations: number;
  sends: number;
  crashes: number;
  steps: number;
};

/** Everything under way arrives, everybody is awake and in contact, and what waits to be looked up is confirmed. */
async function heal(chain: SimulatedChain, check: (isAll: boolean) => void): Promise<void> {
  const { server, timeline } = chain;
  chain.weather = clear;
  server.setAway(false);
  for (const pc of chain.living) {
    pc.network = clearNetwork;
    pc.computer.wakesMs = 0;
    pc.computer.crashAtStep = Number.POSITIVE_INFINITY;
  }
  server.stir();
  timeline.jump(4 * HOUR);
  await chain.pass(MINUTE);
  check(true);
  await chain.pass(4 * MINUTE);
}

/** Clear reads settle what they can, on PCs that begin once more. */
async function settle(chain: SimulatedChain): Promise<void> {
  const followed = chain.living.map((pc) => pc.judge.followed());
  await chain.pass(6 * MINUTE);
  for (const held of followed) held();
  for (const pc of chain.living) chain.restart(pc);
  await chain.pass(MINUTE, () => chain.living.every(({ isReady }) => isReady));
  let checked = 0;
  for (const pc of chain.living)
    pc.person?.checkAll().then(
      () => (checked += 1),
      (error: unknown) => pc.judge.say(`reading failed: ${String(error)}`),
    );
  await chain.pass(HOUR, () => checked === chain.living.length);
  if (checked < chain.living.length) chain.judge.say('the last reads never ended');
  // What the last readings say is judged after they were answered, and head office is told of it.
  await chain.pass(2 * MINUTE);
}

function brokenOf({ pcs, living, judge }: SimulatedChain): string[] {
  for (const pc of living) {
    pc.judge.journal();
    pc.judge.chain();
    pc.judge.outcomes();
    pc.judge.settled();
  }
  judge.outcomes();
  judge.claims();
  for (const pc of pcs) for (const one of [...pc.earlier, pc.judge]) one.absences();
  const ofPcs = pcs.flatMap((pc) =>
    [...pc.earlier, pc.judge].flatMap(({ broken }) => broken.map((what) => `${pc.key}: ${what}`)),
  );
  return [...new Set([...judge.broken, ...ofPcs])];
}

export async function runChainHistory(seed: number): Promise<ChainHistory> {
  const chain = new SimulatedChain(seed);
  const { rng, pcs, judge, timeline } = chain;
  const { counts, happen, check } = createEvents(chain);
  for (const pc of pcs) pc.start();
  const isWell = () => judge.broken.length === 0 && pcs.every((pc) => pc.judge.broken.length === 0);
  for (let events = 15 + rng.int(20); events > 0 && isWell(); events -= 1) await happen();
  await heal(chain, check);
  await settle(chain);
  const broken = brokenOf(chain);
  timeline.note('end');
  for (const pc of pcs) pc.end();
  return {
    ...counts,
    hash: timeline.hash(),
    broken,
    confirmations: pcs.reduce((sum, pc) => sum + pc.judge.confirmations, 0),
    sends: judge.sends.length,
    crashes: chain.crashes,
    steps: timeline.steps,
  };
}
