/** How often in a row Closeout began to start and no window ever asked anything: then safe mode is offered. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const NAME = 'starts.json';
const schema = z.object({ failed: z.number().int().nonnegative() });
export const OFFER_AFTER = 3;

function failedBefore(dataDir: string): number {
  try {
    return schema.parse(JSON.parse(readFileSync(join(dataDir, NAME), 'utf8'))).failed;
  } catch {
    // None yet, or half of one: a start is no proof of failure.
    return 0;
  }
}

/** This start counts as failed until a window has come up. Answers how many before it did. */
export function noteStart(dataDir: string): number {
  const failed = failedBefore(dataDir);
  writeFileSync(join(dataDir, NAME), JSON.stringify({ failed: failed + 1 }));
  return failed;
}

export const noteCameUp = (dataDir: string): void => rmSync(join(dataDir, NAME), { force: true });
