/** Everything that is known of one order, on one line of time, and what could not be put on it, with the cause. */
import { z } from 'zod';
import { movementKinds, operationStates } from '../domain/operation.ts';
import { countSchema, gatewayTimestampSchema, moneySchema } from './wire.ts';

const timelineParts = [
  'checkout',
  'transaction',
  'operation',
  'approval',
  'delivery',
  'terminal-row',
  'z',
  'settled',
  'early',
  'deposit',
] as const;
export type TimelinePart = (typeof timelineParts)[number];

/** One thing that is known of an order. `by: reference` is a likeness of names, and decides nothing. */
export const timelineSchema = z.object({
  what: z.enum(timelineParts),
  by: z.enum(['id', 'reference']),
  id: z.string(),
  at: gatewayTimestampSchema.nullable(),
  /** The gateway's word of a transaction, a checkout's state or a delivered event; how an approval, an early payout or a deposit stands. */
  word: z.string().nullable(),
  status: z.string().nullable(),
  kind: z.enum(movementKinds).nullable(),
  state: z.enum(operationStates).nullable(),
  actor: z.string().nullable(),
  /** The other PC that closed the day; null for this one. */
  pc: z.object({ id: z.string(), name: z.string() }).nullable(),
  windowId: z.string().nullable(),
  terminalId: z.string().nullable(),
  /** The operation that an approval is about. */
  opId: z.string().nullable(),
  /** How often a delivery was tried. */
  attempts: countSchema.nullable(),
  amount: moneySchema.nullable(),
  /** A transaction that the gateway does not list any more. */
  isGone: z.boolean(),
});
export type TimelineEntry = z.output<typeof timelineSchema>;

/**
 * Why a part has nothing on the line. `test`: the test environment does not offer it; `not-read`: nobody read it yet; `key`: the key
 * lacks a permission; `failed`: the last reading did; `none`: it was read, and there is nothing.
 */
const missingSchema = z.object({
  what: z.enum(timelineParts),
  why: z.enum(['test', 'not-read', 'key', 'not-offered', 'failed', 'none']),
});
export type MissingPart = z.output<typeof missingSchema>;
export const missingPartsSchema = z.array(missingSchema);
