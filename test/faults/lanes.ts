/** A campaign in parts, each in a process of its own: the simulation and what it judges use one core each. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { add, type Figure, type Share } from './figure.ts';

const runner = fileURLToPath(new URL('run.ts', import.meta.url));

/** What a part prints before its figure, so that nothing else it says is taken for it. */
export const FIGURE = 'figure ';

function runPart(name: string, { seed, count }: Share): Promise<Figure> {
  const args = [runner, '--part', '--only', name, '--seed', String(seed), '--count', String(count)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (part: Buffer) => (said += part.toString()));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      const line = said.split('\n').find((one) => one.startsWith(FIGURE));
      if (line) resolve(JSON.parse(line.slice(FIGURE.length)) as Figure);
      else reject(new Error(`a part of ${name} from seed ${seed} ended with ${code} and no figure`));
    });
  });
}

/** Seeds stay together: the first half in one process, the second in the next. */
export async function runInLanes(name: string, { seed, count }: Share, lanes: number): Promise<Figure> {
  const parts: Share[] = [];
  for (let lane = 0, at = 0; lane < lanes; lane += 1) {
    const end = Math.round((count * (lane + 1)) / lanes);
    parts.push({ seed: seed + at, count: end - at });
    at = end;
  }
  return add(await Promise.all(parts.map((part) => runPart(name, part))));
}
