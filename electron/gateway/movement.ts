/** A movement of money as it goes over the wire: built once, stored, sent once. What its answer means is in verdict.ts. */
import type { GatewayError } from '#shared/errors/app-error.ts';

/** A movement, built once. The stored bytes are what is sent; the key is added to the headers only on the wire. */
export type MovementRequest = {
  readonly method: 'PUT' | 'POST';
  readonly url: string;
  readonly body: Uint8Array;
  /** SHA-256 of `body`, lowercase hex. */
  readonly bodySha256: string;
  /** First 12 hex digits of the SHA-256 of the key that authorises it: which key, without the key. */
  readonly keyFingerprint: string;
  /** The text under `Service-Hash` (§5), hashed with the Payment API key on the wire. Absent: the secret key authorises. */
  readonly signedText?: string;
};

export type SendMoment = 'connected' | 'headers-sent' | 'body-sent' | 'answer-began';

/** What came of one send, before anybody judges it. */
export type SendOutcome =
  /** Proven: no byte of the request was written (name, refused, TLS failed first). */
  | { kind: 'not-sent'; error: GatewayError }
  /** Written in part or whole, and no whole answer: timeout, reset, cut body, too large. */
  | { kind: 'no-answer'; error: GatewayError }
  | { kind: 'answer'; status: number; body: string; bodySha256: string };
