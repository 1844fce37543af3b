/** R3 and R9: SIGKILL at every step of each kind of movement that a person confirms about a sale, an order or a card. */
import { eachSeed, n, replay, type Campaign, type Figure, type Share } from '../figure.ts';
import { bundleVictim } from './bundle.ts';
import { startGatewayProcess } from './gateway-process.ts';
import { killAt, kinds, stepsOf, type Kind, type Scene } from './kill-case.ts';

type Point = { kind: Kind; step: string };

/** A gateway keeps a log of what arrived, and every kill reads it: it is a new one after so many. */
const KILLS_OF_A_GATEWAY = 250;

async function pointsOf(scene: Scene): Promise<Point[]> {
  const points: Point[] = [];
  for (const kind of kinds) for (const step of await stepsOf(scene, kind)) points.push({ kind, step });
  return points;
}

/** Seeds go through the steps in order, round and round, so that a run of them kills at every step. */
async function runKills(share: Share): Promise<Figure> {
  const broken: string[] = [];
  const met = new Set<string>();
  const sum = { kills: 0, acknowledgements: 0, steps: 0 };
  const bundle = await bundleVictim();
  let scene: Scene = { bundle, gateway: await startGatewayProcess() };
  try {
    const points = await pointsOf(scene);
    await eachSeed(share, broken, async (seed) => {
      const point = points[(seed - 1) % points.length];
      if (!point) return;
      if (sum.kills % KILLS_OF_A_GATEWAY === KILLS_OF_A_GATEWAY - 1) {
        scene.gateway.stop();
        scene = { bundle, gateway: await startGatewayProcess() };
      }
      const { kind, step } = point;
      const wrong = await killAt(scene, kind, step);
      sum.kills += 1;
      sum.acknowledgements += Number(kind === 'acknowledgement');
      met.add(`${kind}, ${step}`);
      if (wrong.length > 0) broken.push(`${kind}, ${step}: ${wrong.join('; ')}\n  ${replay('R3', seed)}`);
    });
  } finally {
    scene.gateway.stop();
    bundle.remove();
  }
  return { sum, met: [...met], broken };
}

export const kills: Campaign = {
  whole: 10_000,
  also: ['R9'],
  leastApart: 25,
  run: runKills,
  tell: ({ sum, met, broken }) => [
    `R3: ${n(sum['kills'])} kills at ${met.length} named steps, ${broken.length} broken (lost intents, resends, wrong states)`,
    `R9: ${n(sum['acknowledgements'])} of them in an acknowledgement, ${broken.filter((one) => one.includes('not stored')).length} with an acknowledged row that is not stored`,
  ],
};
