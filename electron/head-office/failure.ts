/** What a refusal of the server means, from its code. */
import type { HeadOfficeFailure } from '#shared/domain/head-office.ts';
import { textOf } from '#shared/errors/text-of.ts';

/** SQLSTATE, or the system's or OpenSSL's code. */
const BY_CODE: Readonly<Record<string, HeadOfficeFailure>> = {
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
  '28000': 'password', // the server's own rules do not let this login in
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
  HO008: 'fork',
  '25006': 'read-only',
  '53100': 'disk-full',
};

const partOf = (error: unknown, part: 'code' | 'routine'): string =>
  error instanceof Error && part in error
    ? String((error as Error & Record<typeof part, unknown>)[part])
    : '';

/** SQLSTATE, or the code of the system; '' if there is none. */
export const serverCodeOf = (error: unknown): string => partOf(error, 'code');

/**
 * Withdrawing a PC takes its login away, and the server says so from this place; a host that it does not let in, from another. What is
 * between may not say the place: then the PC moves nothing.
 */
const isWithdrawn = (error: unknown): boolean =>
  serverCodeOf(error) === '28000' && ['InitializeSessionUserId', ''].includes(partOf(error, 'routine'));

/** A refusal that is found here, not by the server. */
export class Refusal extends Error {
  readonly failure: HeadOfficeFailure;
  constructor(failure: HeadOfficeFailure, options?: ErrorOptions) {
    super(failure, options);
    this.failure = failure;
  }
}

export function failureOf(error: unknown): HeadOfficeFailure {
  if (error instanceof Refusal) return error.failure;
  if (isWithdrawn(error)) return 'withdrawn';
  const known = BY_CODE[serverCodeOf(error)];
  if (known) return known;
  const text = textOf(error);
  if (/does not support SSL/i.test(text)) return 'no-tls';
  // The driver has no code for a connection that ended or never began.
  return /connection (terminated|timeout)|timeout expired|not queryable|ended/i.test(text)
    ? 'not-reached'
    : 'other';
}
