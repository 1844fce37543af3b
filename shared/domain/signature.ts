/** What a check of an event's signature can say (interface §6 rules 5 to 7). */

/** Which rules an event is signed by: it is of a transaction or of a transfer. */
export const verifiers = ['transaction', 'transfer'] as const;
export type Verifier = (typeof verifiers)[number];

/**
 * Why a signature differs. `key-or-content`: no known mistake explains it, so it was signed with a key that this PC does not have, or
 * a signed field was changed.
 */
export const signatureCauses = [
  'header-form',
  'other-mode',
  'other-verifier',
  'plus-for-spaces',
  'other-escapes',
  'not-encoded',
  'encoded',
  'other-order',
  'body-rewritten',
  'key-or-content',
] as const;
export type SignatureCause = (typeof signatureCauses)[number];

/** Why what was signed, or the signature itself, cannot be known. */
export const unreadableCauses = [
  'signature-missing',
  'signature-malformed',
  'not-json',
  'keys-missing',
  'field-missing',
  'field-not-simple',
  'key-missing',
] as const;
export type UnreadableCause = (typeof unreadableCauses)[number];
