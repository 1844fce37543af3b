/** Builds and sends movements with the keys of the client. Keeps no key. */
import { createHash } from 'node:crypto';
import { gatewayError, inputError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { Endpoint, MovementName } from './endpoint-table.ts';
import { addressOf, tellOutcome, type GatewayOptions } from './gateway-options.ts';
import { isAllowedHost } from './hosts.ts';
import type { MovementRequest, SendMoment, SendOutcome } from './movement.ts';
import { badPart, payloadOf, type Call } from './request.ts';
import { sendMovement } from './send-movement.ts';

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex');
/** Identifies the key without telling it. */
const fingerprintOf = (key: string) => sha256(key).slice(0, 12);

/** Builds the bytes of a movement, which are stored before they are sent. */
export async function buildMovement(
  options: GatewayOptions,
  name: MovementName,
  call: Call,
): Promise<Result<MovementRequest, AppError>> {
  const where = badPart(call);
  if (where !== null) return err(inputError('invalid', { where }));
  const keys = await options.credentials();
  if (!keys.ok) return keys;
  const operation: Endpoint = options.profile.operations[name];
  const hashed = operation.credential === 'service-hash';
  const key = hashed ? keys.value.paymentKey : keys.value.secretKey;
  if (!key) return err(gatewayError('key-refused', { local: 'payment-key-missing' }));
  const url = addressOf(options, operation, call);
  if (!isAllowedHost(url)) return err(inputError('host-not-https'));
  const body = (await payloadOf({ body: call.body ?? {} }))?.bytes ?? new Uint8Array();
  return ok({
    method: operation.method === 'PUT' ? 'PUT' : 'POST',
    url,
    body,
    bodySha256: sha256(body),
    keyFingerprint: fingerprintOf(key),
    ...(hashed && { signedText: call.signedText ?? '' }),
  });
}

/** Sends a built movement once, with the key that it was built with. */
export async function sendBuilt(
  options: GatewayOptions,
  request: MovementRequest,
  onMoment: (moment: SendMoment) => void,
  mayLeave?: () => boolean,
): Promise<SendOutcome> {
  const refused = (local: string): SendOutcome => ({
    kind: 'not-sent',
    error: gatewayError('key-refused', { local }),
  });
  const keys = await options.credentials();
  if (!keys.ok) return refused(keys.error.code);
  const { secretKey, paymentKey } = keys.value;
  const hashed = request.signedText !== undefined;
  if (hashed && !paymentKey) return refused('payment-key-missing');
  // The key was replaced since the request was stored. What leaves must be what the journal says.
  if (fingerprintOf(hashed ? (paymentKey ?? '') : secretKey) !== request.keyFingerprint)
    return refused('key-replaced');
  const outcome = await sendMovement(request, onMoment, {
    clock: options.clock,
    mayLeave,
    ...(options.movementDeadlineMs !== undefined && { deadlineMs: options.movementDeadlineMs }),
    ...(hashed ? { paymentKey: paymentKey ?? '' } : { secretKey }),
  });
  tellOutcome(options, outcome.kind === 'answer' ? null : outcome.error);
  options.log.info('movement-sent', { method: request.method, outcome: outcome.kind });
  return outcome;
}
