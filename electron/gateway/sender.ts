/**
 * What puts keys to requests and sends them. The client of the gateway asks it and never sees a key: in the app it is a process of
 * its own (`electron/key-process/`), in Practice, tools and tests the keys are here.
 */
import { createHash } from 'node:crypto';
import { gatewayError, type AppError, type GatewayError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { Clock } from '#shared/time/clock.ts';
import type { CredentialKind } from './endpoint-table.ts';
import { withoutKeys } from './hide-keys.ts';
import type { MovementRequest, SendMoment, SendOutcome } from './movement.ts';
import { sendOneShot, type OneShotOutcome, type OneShotRequest } from './one-shot.ts';
import { askWire, type ReadRequest, type WireAnswer } from './read.ts';
import { credentialHeaders, type Credentials } from './request.ts';
import { signs } from './signatures.ts';
import { sendMovement } from './send-movement.ts';

/** The kind of key, and the text that `Service-Hash` covers. */
export type Authority = { readonly credential: CredentialKind; readonly signedText?: string | undefined };
/** Asked when the connection is open, right before the first byte. If it answers no, nothing is sent. */
export type MayLeave = () => boolean | Promise<boolean>;
type Limits = { readonly deadlineMs?: number | undefined; readonly mayLeave?: MayLeave | undefined };

export type SignedText = { readonly key: 'paymentKey' | 'transferKey'; readonly text: string };

export type Sender = {
  /** Identifies the key that authorises a movement without telling it. */
  fingerprint(isHashed: boolean): Promise<Result<string, AppError>>;
  /** For each text whether this key signs it so (lower-case hex); null without that key. Nothing is sent. */
  matches(texts: readonly SignedText[], signature: string): Promise<Result<(boolean | null)[], AppError>>;
  ask(
    request: ReadRequest,
    authority: Authority,
    signal?: AbortSignal,
  ): Promise<Result<WireAnswer, GatewayError>>;
  write(
    request: OneShotRequest,
    authority: Authority,
    limits: Limits & { readonly deadlineMs: number; readonly largestAnswerBytes: number },
  ): Promise<OneShotOutcome>;
  /** Sends a built movement once, with the key that it was built with. */
  move(
    request: MovementRequest,
    onMoment: (moment: SendMoment) => void,
    limits: Limits,
  ): Promise<SendOutcome>;
};

/** The first 12 hex digits of the SHA-256. */
export const fingerprintOf = (key: string): string =>
  createHash('sha256').update(key).digest('hex').slice(0, 12);

type GetCredentials = () => Promise<Result<Credentials, AppError>>;

async function authorised(
  credentials: GetCredentials,
  { credential, signedText }: Authority,
): Promise<Result<{ headers: Record<string, string>; keys: Credentials | null }, GatewayError>> {
  if (credential === 'none') return ok({ headers: {}, keys: null });
  const keys = await credentials();
  // The gateway would refuse it, too. The keychain's own error is shown elsewhere.
  if (!keys.ok) return err(gatewayError('key-refused', { local: keys.error.code }));
  const headers = credentialHeaders(credential, keys.value, signedText);
  return headers.ok ? ok({ headers: headers.value, keys: keys.value }) : headers;
}

async function move(
  credentials: GetCredentials,
  clock: Clock,
  request: MovementRequest,
  onMoment: (moment: SendMoment) => void,
  { deadlineMs, mayLeave }: Limits,
): Promise<SendOutcome> {
  const refused = (local: string): SendOutcome => ({
    kind: 'not-sent',
    error: gatewayError('key-refused', { local }),
  });
  const keys = await credentials();
  if (!keys.ok) return refused(keys.error.code);
  const { secretKey, paymentKey } = keys.value;
  const isHashed = request.signedText !== undefined;
  if (isHashed && !paymentKey) return refused('payment-key-missing');
  // The key was replaced after the request was stored, so the request would differ from the one in the journal.
  if (fingerprintOf(isHashed ? (paymentKey ?? '') : secretKey) !== request.keyFingerprint)
    return refused('key-replaced');
  const outcome = await sendMovement(request, onMoment, {
    clock,
    mayLeave,
    ...(deadlineMs !== undefined && { deadlineMs }),
    ...(isHashed ? { paymentKey: paymentKey ?? '' } : { secretKey }),
  });
  if (outcome.kind !== 'answer') return outcome;
  const body = withoutKeys(outcome.body, keys.value);
  return body === outcome.body
    ? outcome
    : { ...outcome, body, bodySha256: createHash('sha256').update(body).digest('hex') };
}

/** A sender in this process. It asks for the keys at each call and never keeps them. */
export function senderWith(credentials: GetCredentials, clock: Clock): Sender {
  return {
    async fingerprint(isHashed) {
      const keys = await credentials();
      if (!keys.ok) return keys;
      const key = isHashed ? keys.value.paymentKey : keys.value.secretKey;
      return key
        ? ok(fingerprintOf(key))
        : err(gatewayError('key-refused', { local: 'payment-key-missing' }));
    },
    async matches(texts, signature) {
      const keys = await credentials();
      if (!keys.ok) return keys;
      return ok(
        texts.map(({ key, text }) => {
          const secret = keys.value[key];
          return secret ? signs(secret, text, signature) : null;
        }),
      );
    },
    async ask(request, authority, signal) {
      const found = await authorised(credentials, authority);
      if (!found.ok) return found;
      const { headers, keys } = found.value;
      const answer = await askWire({ ...request, headers: { ...request.headers, ...headers } }, signal);
      if (!answer.ok || keys === null) return answer;
      return ok({ ...answer.value, bytes: withoutKeys(answer.value.bytes, keys) });
    },
    async write(request, authority, limits) {
      const found = await authorised(credentials, authority);
      if (!found.ok) return { kind: 'not-sent', error: found.error };
      const { headers, keys } = found.value;
      const sent = { ...request, headers: { ...request.headers, ...headers } };
      const outcome = await sendOneShot(sent, () => {}, { clock, ...limits });
      return outcome.kind === 'answer' && keys !== null
        ? { ...outcome, body: withoutKeys(outcome.body, keys) }
        : outcome;
    },
    move: (request, onMoment, limits) => move(credentials, clock, request, onMoment, limits),
  };
}
