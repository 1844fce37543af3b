/** A movement on the wire beside a bare request on a new connection. */
import { request } from 'node:http';
import { sendMovement } from '../../electron/gateway/send-movement.ts';
import { systemClock } from '../../electron/hosts/launch/system.ts';
import { startSandbox } from '../../electron/sandbox/start-sandbox.ts';
import { ratio } from './measure.ts';

export async function movement(): Promise<void> {
  const sandbox = await startSandbox({ terminals: 3, transactions: 30 });
  await fetch(`${sandbox.controlUrl}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ match: { path: '/v3/payment/reversal/' }, fault: { kind: 'delay', ms: 100 } }),
  });
  const url = `${sandbox.live.dashboardUrl}/v3/payment/reversal/NONE`;
  const body = new TextEncoder().encode('{"apiOperation":"REVERSAL"}');
  const raw = () =>
    new Promise((resolve, reject) => {
      const headers = {
        authorization: sandbox.live.secretKey,
        'content-type': 'application/json',
        connection: 'close',
      };
      const outgoing = request(url, { method: 'PUT', agent: false, headers }, (answer) =>
        answer.resume().on('end', resolve),
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  const goal = {
    id: 'P7',
    name: 'a movement on the wire ÷ a raw request on a new connection, 100 ms',
    atMost: 1.05,
  };
  await ratio(goal, raw, () =>
    sendMovement({ method: 'PUT', url, body, bodySha256: '', keyFingerprint: '' }, () => {}, {
      clock: systemClock,
      secretKey: sandbox.live.secretKey,
    }),
  );
  await sandbox.stop();
}
