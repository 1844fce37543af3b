/** Sends a movement once: the stored bytes, with the key that authorises them. */
import { createHash } from 'node:crypto';
import { gatewayError } from '#shared/errors/app-error.ts';
import type { Clock } from '#shared/time/clock.ts';
import type { MovementRequest, SendMoment, SendOutcome } from './movement.ts';
import { sendOneShot } from './one-shot.ts';
import { isSendableKey } from './request.ts';
import { serviceHash } from './signatures.ts';

/** The deadline of the whole send: the longest time that a card-present network is known to take. */
const SEND_DEADLINE_MS = 150_000;

/** A movement under `Service-Hash` is hashed with `paymentKey`; then no secret key is sent (§5). */
type SendOptions = {
  clock: Clock;
  deadlineMs?: number;
  ca?: string;
  mayLeave?: (() => boolean | Promise<boolean>) | undefined;
} & ({ secretKey: string } | { paymentKey: string });

/** Answers `not-sent` only if no byte was written, or if there is no key that can authorise it. */
export async function sendMovement(
  request: MovementRequest,
  onMoment: (moment: SendMoment) => void,
  options: SendOptions,
): Promise<SendOutcome> {
  const { clock, deadlineMs = SEND_DEADLINE_MS, ca, mayLeave } = options;
  const headers = authorised(request, options);
  if (headers === null)
    return { kind: 'not-sent', error: gatewayError('key-refused', { local: 'characters' }) };
  const outcome = await sendOneShot(
    { ...request, headers: { ...headers, 'content-type': 'application/json' } },
    onMoment,
    { clock, deadlineMs, ca, mayLeave },
  );
  if (outcome.kind !== 'answer') return outcome;
  const { status, body } = outcome;
  return { kind: 'answer', status, body, bodySha256: createHash('sha256').update(body).digest('hex') };
}

function authorised({ signedText }: MovementRequest, options: SendOptions): Record<string, string> | null {
  if (signedText !== undefined)
    return 'paymentKey' in options ? { 'service-hash': serviceHash(options.paymentKey, signedText) } : null;
  return 'secretKey' in options && isSendableKey(options.secretKey)
    ? { authorization: options.secretKey }
    : null;
}
