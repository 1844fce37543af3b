/** Before the first check: does anybody answer, and is it really the environment that was said? */
import { z } from 'zod';
import type { Bench } from './bench.ts';
import { Unmet } from './outcome.ts';

const windows = z.looseObject({ body: z.array(z.unknown()).min(1) });

/** Why the run must not start, or null. */
export async function preflight(bench: Bench): Promise<string | null> {
  const { options, redact } = bench;
  try {
    await bench.ask('GET', '/v2/webhooks', { key: null });
    await bench.ask('GET', '/', { key: null, host: 'checkout' });
    const mayBeLive = options.allowWrites && options.mode === 'test' && !options.isLoopback;
    if (!mayBeLive || options.keys['secret-key'] === undefined) return null;
    const { json } = await bench.ask('GET', '/v3/payment/settlement/windows');
    // §1: test mode never creates settlement windows.
    return windows.safeParse(json).success
      ? 'This gateway has settlement windows, so it is live: nothing was written. Say --mode live if that is meant.'
      : null;
  } catch (error) {
    if (error instanceof Unmet) return redact(`The gateway does not answer: ${error.came}`);
    throw error;
  }
}
