/** What a refusal of the server means, from its code. */

/**
 * `password`: login or password is wrong, or the login has expired. `withdrawn`: this PC may not write any more. `fork`: the
 * server has other entries under the numbers of this PC. `used`, `expired`: of an enrolment.
 */
export type FailureKind =
  | 'not-reached'
  | 'certificate'
  | 'no-tls'
  | 'password'
  | 'no-database'
  | 'no-record'
  | 'not-allowed'
  | 'withdrawn'
  | 'fork'
  | 'used'
  | 'expired'
  | 'read-only'
  | 'disk-full'
  | 'other';

/** SQLSTATE, or the system's or OpenSSL's code. */
const BY_CODE: Readonly<Record<string, FailureKind>> = {
  ECONNREFUSED: 'not-reached',
  ECONNRESET: 'not-reached',
  EPIPE: 'not-reached',
  ENOTFOUND: 'not-reached',
  EAI_AGAIN: 'not-reached',
  EHOSTUNREACH: 'not-reached',
  ENETUNREACH: 'not-reached',
  ETIMEDOUT: 'not-reached',
  '57P01': 'not-reached', // the server ends
  '57P02': 'not-reached',
  '57P03': 'not-reached', // it starts, or recovers
  '53300': 'not-reached', // too many connections
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate',
  CERT_HAS_EXPIRED: 'certificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate',
  '28P01': 'password',
  '28000': 'withdrawn', // the role may not log in
  '3D000': 'no-database',
  '3F000': 'no-record',
  '42P01': 'no-record',
  '42883': 'no-record',
  '42501': 'not-allowed',
  HO002: 'withdrawn',
  HO003: 'not-allowed',
  HO004: 'fork',
  '23505': 'fork',
  HO005: 'used',
  HO006: 'expired',
  '25006': 'read-only',
  '53100': 'disk-full',
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

export function failureOf(error: unknown): FailureKind {
  const known = BY_CODE[codeOf(error)];
  if (known) return known;
  const text = error instanceof Error ? error.message : String(error);
  if (/does not support SSL/i.test(text)) return 'no-tls';
  // The driver has no code for a connection that ended or never began.
  return /connection (terminated|timeout)|timeout expired|not queryable|ended/i.test(text)
    ? 'not-reached'
    : 'other';
}
