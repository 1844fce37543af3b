import { expect, test } from 'vitest';
import { dice } from '#electron/sandbox/random.ts';
import { startSandbox } from '#electron/sandbox/start-sandbox.ts';
import { testClock } from '../gateway.ts';
import { send } from './operations.ts';
import { randomRequest, templates } from './requests.ts';

/** `CLOSEOUT_FULL=1` makes all 100,000; `CLOSEOUT_SEED=n` makes others. */
const REQUESTS = process.env['CLOSEOUT_FULL'] === '1' ? 100_000 : 6_000;
const SEED = Number(process.env['CLOSEOUT_SEED'] ?? 4_711);
const CHECKED_EVERY = 250;

test(`${REQUESTS} generated requests: no crash, no 500, every refusal in the gateway's words, no money lost`, async () => {
  const clock = testClock();
  const sandbox = await startSandbox({ clock, seed: 5, terminals: 4, transactions: 40, historyDays: 1 });
  const { live, test: other } = sandbox;
  const all = templates(live.merchantId);
  const random = dice(SEED);
  const statuses = new Map<number, number>();
  const untouched = (await send(sandbox.controlUrl, 'GET', '/state')).body['test'];
  try {
    for (let number = 1; number <= REQUESTS; number += 1) {
      const request = randomRequest(random, all, live, other);
      const { base, method, path, headers, body } = request;
      const reply = await send(base, method, path, { headers, ...(body !== undefined && { body }) });
      const what = `request ${number} of seed ${SEED}: ${method} ${path.slice(0, 200)} ${(body ?? '').slice(0, 300)}`;
      expect(reply.status, what).toBeLessThan(500);
      if (reply.status >= 400 && method !== 'HEAD')
        expect(reply.body, what).toMatchObject({ status: 'FAILURE', messages: {}, error: {} });
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
      // An allow-list of other addresses would refuse everything from then on.
      if (path.includes('ip-allow-list') && method === 'PUT')
        await send(sandbox.controlUrl, 'PUT', '/settings', { body: { settings: { ip_allow_list: [] } } });
      if (number % CHECKED_EVERY !== 0) continue;
      clock.forward(5_000);
      const broken = await send(sandbox.controlUrl, 'GET', '/invariants');
      expect(broken.body, what).toEqual({ test: [], live: [] });
    }
    // The other environment has not noticed.
    expect((await send(sandbox.controlUrl, 'GET', '/state')).body['test']).toEqual(untouched);
  } finally {
    await sandbox.stop();
  }
  expect((statuses.get(200) ?? 0) / REQUESTS).toBeGreaterThan(0.2);
  console.log(
    [...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status}: ${count}`)
      .join(', '),
  );
}, 900_000);
