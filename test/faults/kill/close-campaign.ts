/** SIGKILL in the middle of closing the day: before every statement that writes, and after every commit. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyPreparedFiles } from '../../prepared-files.ts';
import { eachSeed, n, replay, type Campaign, type Figure, type Share } from '../figure.ts';
import { bundleVictim } from './bundle.ts';
import { killCloseAt, newDays, stepsOfClose, type Days } from './close-case.ts';
import { startGatewayProcess } from './gateway-process.ts';

/** Every Z of all days is verified after each kill: they are new days after so many. */
const DAYS_OF_A_DISK = 50;
const ENTRIES = {
  victim: join(import.meta.dirname, 'close-victim.ts'),
  worker: join(import.meta.dirname, 'killing-worker.ts'),
};

/**
 * The steps of a close, and of its acknowledgements the intent, the send and the success; R3 kills at the rest. Left out are BEGIN,
 * before which nothing is written, and numbered steps, which repeat one for the next row or terminal.
 */
const isTelling = (step: string) =>
  /^(closing\.|journal\.(create|change\((sending|succeeded)\)): )/.test(step) && !/: BEGIN| \d+$/.test(step);

/** Seeds go through the steps in order, round and round; each case is the next day of the same branch. */
async function runCloses(share: Share): Promise<Figure> {
  const broken: string[] = [];
  const met = new Set<string>();
  const sum = { kills: 0 };
  const bundle = await bundleVictim(ENTRIES);
  const gateway = await startGatewayProcess();
  const folders: string[] = [];
  const open = (): Days => {
    const folder = mkdtempSync(join(tmpdir(), 'closeout-close-'));
    copyPreparedFiles(folder);
    folders.push(folder);
    return newDays({ bundle, gateway }, folder);
  };
  try {
    let days = open();
    const steps = (await stepsOfClose(days)).filter(isTelling);
    await eachSeed(share, broken, async (seed) => {
      const step = steps[(seed - 1) % steps.length];
      if (step === undefined) return;
      if (days.closed >= DAYS_OF_A_DISK) days = open();
      const wrong = await killCloseAt(days, step).catch((error: unknown) => {
        // What comes after it begins anew, not where this one was left.
        days = open();
        return [`it does not go on: ${String(error)}`];
      });
      sum.kills += 1;
      met.add(step);
      if (wrong.length > 0) broken.push(`${step}: ${wrong.join('; ')}\n  ${replay('closing', seed)}`);
    });
  } finally {
    gateway.stop();
    bundle.remove();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
  return { sum, met: [...met], broken };
}

export const closeKills: Campaign = {
  whole: 500,
  leastApart: 50,
  run: runCloses,
  tell: ({ sum, met, broken }) => [
    `closing: ${n(sum['kills'])} kills at ${met.length} named steps of a close, ${broken.length} broken (rows in no close or in two, numbers given twice or skipped, Zs without a seal)`,
  ],
};
