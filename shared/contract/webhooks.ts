/** Webhooks as they are made, changed, tried and deleted at the gateway (interface §2.9, §4.13). The list of them is a kept one. */
import { z } from 'zod';
import { webhookEvents, webhookModes } from '../domain/webhook.ts';
import { changedSchema, madeSchema } from './making.ts';
import { authorizationSchema } from './people.ts';
import { countSchema, writtenText } from './wire.ts';

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
const HEADER_VALUE = /^[\x20-\x7e]{0,500}$/;

export const webhookSchema = z.strictObject({
  name: writtenText(100, 1),
  url: z.string().trim().min(1).max(2_000),
  events: z.array(z.enum(webhookEvents)).max(webhookEvents.length),
  mode: z.enum(webhookModes),
  isActive: z.boolean(),
  /** Sent with every delivery. A value may be a secret: it goes to the gateway and is stored nowhere. Null: as they are. */
  headers: z.record(z.string().regex(HEADER_NAME), z.string().regex(HEADER_VALUE)).nullable(),
});
export type Webhook = z.output<typeof webhookSchema>;

const key = z.string().min(1).max(200);

export const webhooksContract = {
  /** How many webhooks each mode has, as the list was read last. */
  'webhooks.room': {
    right: 'see',
    input: z.strictObject({}),
    output: z.object({ test: countSchema, live: countSchema }),
  },
  /** The events that the gateway offers; all of the interface if it does not say. */
  'webhooks.events': {
    right: 'integration',
    onlyReads: true,
    input: z.strictObject({}),
    output: z.object({ events: z.array(z.enum(webhookEvents)) }),
  },
  'webhooks.make': {
    right: 'integration',
    input: z.strictObject({ webhook: webhookSchema, despiteDouble: z.boolean() }),
    output: madeSchema,
  },
  /** Only what is given changes. */
  'webhooks.change': {
    right: 'integration',
    input: z.strictObject({ key, change: webhookSchema.partial() }),
    output: changedSchema,
  },
  /** `typed`: its name. */
  'webhooks.delete': {
    right: 'integration',
    input: z.strictObject({ key, typed: z.string().max(300), authorization: authorizationSchema }),
    output: changedSchema,
  },
  /** The gateway sends a sample to its address, once. */
  'webhooks.test': {
    right: 'integration',
    input: z.strictObject({ key }),
    output: z.object({
      delivered: z.boolean(),
      /** What the server answered; null without an answer. */
      status: z.number().int().nullable(),
      body: z.string().nullable(),
      latencyMs: z.number().nullable(),
    }),
  },
} as const;
