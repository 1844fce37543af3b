/** R3 and R9: SIGKILL at every step of a reversal and of an acknowledgement. */
import type { Figure, Share } from '../campaigns.ts';
import { startGatewayProcess, type GatewayProcess } from './gateway-process.ts';
import { killAt, stepsOf, type Kind } from './kill-case.ts';

const MOST_TOLD = 10;

type Point = { kind: Kind; step: string };

async function pointsOf(gateway: GatewayProcess): Promise<Point[]> {
  const points: Point[] = [];
  for (const kind of ['reversal', 'acknowledgement'] as const)
    for (const step of await stepsOf(gateway, kind)) points.push({ kind, step });
  return points;
}

export type KillShare = Share & {
  /** Seeds from one kill to the next. */
  stride?: number;
  /** Gateways, each with one process to kill at a time. */
  lanes?: number;
};

/** Seeds go through the steps in order, round and round, so that a run of them kills at every step. */
export async function runKills(
  { seed: first, count, enough, stride = 1, lanes = 1 }: KillShare,
  replay: (seed: number) => string,
): Promise<Figure> {
  const broken: string[] = [];
  const seeds = Array.from({ length: count }, (_, index) => first + index * stride);
  let kills = 0;
  let steps = 0;
  async function lane(): Promise<void> {
    const gateway = await startGatewayProcess();
    try {
      const points = await pointsOf(gateway);
      steps = points.length;
      for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
        const point = points[(seed - 1) % points.length];
        if (!point || broken.length >= MOST_TOLD || enough?.()) return;
        const wrong = await killAt(gateway, point.kind, point.step);
        kills += 1;
        if (wrong.length > 0)
          broken.push(`${point.kind}, ${point.step}: ${wrong.join('; ')}\n  ${replay(seed)}`);
      }
    } finally {
      gateway.stop();
    }
  }
  await Promise.all(Array.from({ length: Math.min(lanes, count) }, lane));
  const line = `R3/R9: ${kills.toLocaleString('en-US')} kills at ${steps} named steps, ${broken.length} broken (lost intents, resends, wrong states, unstored acknowledgements)`;
  return { line, broken };
}
