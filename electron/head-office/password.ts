/** Passwords of logins: made here, at random, and known to the server only by what it needs to check them. */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

/** 192 bits. */
export const newPassword = (): string => randomBytes(24).toString('base64url');

const ITERATIONS = 4_096;
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/** The verifier of a password as PostgreSQL keeps it (RFC 5803). The password itself never stands in a statement. */
export function verifierOf(password: string): string {
  const salt = randomBytes(SALT_BYTES);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, KEY_BYTES, 'sha256');
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  const server = keyed('Server Key').toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${server}`;
}
