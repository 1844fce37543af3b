import type { OpenEnum } from './open-enum.ts';

/** Payment session states (interface §3.1). */
export const sessionStatuses = [
  'CREATED',
  'PENDING',
  'OPENED',
  'PAID',
  'AUTHORIZED',
  'FAILED',
  'EXPIRED',
  'ABANDONED',
  'REJECTED',
  'VOIDED',
  'REVERSED',
  'REFUNDED',
] as const;
export type SessionStatus = (typeof sessionStatuses)[number];

/** The final states, as the interface lists them. */
export const finalSessionStatuses = [
  'PAID',
  'AUTHORIZED',
  'FAILED',
  'EXPIRED',
  'ABANDONED',
  'REJECTED',
  'VOIDED',
  'REVERSED',
  'REFUNDED',
] as const satisfies readonly SessionStatus[];

/** States in which money was taken or held, even if it was given back later. */
export const paidSessionStatuses = [
  'PAID',
  'AUTHORIZED',
  'VOIDED',
  'REVERSED',
  'REFUNDED',
] as const satisfies readonly SessionStatus[];

/** Whether a session will not change any more by itself. A word we do not know is never final. */
export const isFinalSession = (status: OpenEnum<SessionStatus>): boolean =>
  status.kind === 'known' && (finalSessionStatuses as readonly SessionStatus[]).includes(status.value);
