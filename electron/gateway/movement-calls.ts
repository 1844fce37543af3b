/** Builds and sends movements. The keys are the sender's. */
import { createHash } from 'node:crypto';
import { inputError, type AppError, type GatewayError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { Endpoint, MovementName } from './endpoint-table.ts';
import { errorOfStatus } from './errors.ts';
import { addressOf, senderOf, tellOutcome, type GatewayOptions } from './gateway-options.ts';
import { isAllowedHost } from './hosts.ts';
import type { MovementRequest, SendMoment, SendOutcome } from './movement.ts';
import { badPart, payloadOf, type Call } from './request.ts';

const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');

/** Builds the bytes of a movement, which are stored before they are sent. */
export async function buildMovement(
  options: GatewayOptions,
  name: MovementName,
  call: Call,
): Promise<Result<MovementRequest, AppError>> {
  const where = badPart(call);
  if (where !== null) return err(inputError('invalid', { where }));
  const endpoint: Endpoint = options.endpoints.byName[name];
  const hashed = endpoint.credential === 'service-hash';
  const fingerprint = await senderOf(options).fingerprint(hashed);
  if (!fingerprint.ok) return fingerprint;
  const url = addressOf(options, endpoint, call);
  if (!isAllowedHost(url)) return err(inputError('host-not-https'));
  const body = (await payloadOf({ body: call.body ?? {} }))?.bytes ?? new Uint8Array();
  return ok({
    method: endpoint.method === 'PUT' ? 'PUT' : 'POST',
    url,
    body,
    bodySha256: sha256(body),
    keyFingerprint: fingerprint.value,
    ...(hashed && { signedText: call.signedText ?? '' }),
  });
}

/** What the answer says of the operation as such. Whether the movement happened is for verdict.ts. */
function errorIn(outcome: SendOutcome): GatewayError | null {
  if (outcome.kind !== 'answer') return outcome.error;
  const { status, body } = outcome;
  return status >= 200 && status < 300 ? null : errorOfStatus(status, body, null, false);
}

/** Sends a built movement once. `name`: what it was built as. It refuses if the key is no longer the one that the movement was built with. */
export async function sendBuilt(
  options: GatewayOptions,
  request: MovementRequest,
  onMoment: (moment: SendMoment) => void,
  mayLeave?: () => boolean,
  name?: MovementName,
): Promise<SendOutcome> {
  const { movementDeadlineMs: deadlineMs } = options;
  const outcome = await senderOf(options).move(request, onMoment, { deadlineMs, mayLeave });
  tellOutcome(options, errorIn(outcome), name);
  options.log.info('movement-sent', { method: request.method, outcome: outcome.kind });
  return outcome;
}
