/** A movement of money as it goes over the wire: built once, stored, sent once. `verdict.ts` reads its answer. */
import type { GatewayError } from '#shared/errors/app-error.ts';

/** The stored bytes are sent as they are. The key is added to the headers only on the wire. */
export type MovementRequest = {
  readonly method: 'PUT' | 'POST';
  readonly url: string;
  readonly body: Uint8Array;
  /** SHA-256 of `body`, lowercase hex. */
  readonly bodySha256: string;
  /** The first 12 hex digits of the SHA-256 of the key that authorises it. They identify the key without telling it. */
  readonly keyFingerprint: string;
  /** The text that is hashed with the Payment API key for `Service-Hash` (§5). If absent, the secret key authorises. */
  readonly signedText?: string;
};

export type SendMoment = 'connected' | 'headers-sent' | 'body-sent' | 'answer-began';

/** The outcome of one send, before it is judged. */
export type SendOutcome =
  /** Proven: no byte of the request was written. The name, the connection or TLS failed first. */
  | { kind: 'not-sent'; error: GatewayError }
  /** The request was written in part or whole, and no whole answer came: timeout, reset, cut body, too large. */
  | { kind: 'no-answer'; error: GatewayError }
  | { kind: 'answer'; status: number; body: string; bodySha256: string };
