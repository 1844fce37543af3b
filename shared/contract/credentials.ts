/**
 * Payment API keys and the addresses that the gateway allows (interface §2.11, §4.12, §5). A key's value is in no answer: a person
 * copies it from the provider's pages and enters it through `profiles.replaceKeys`, on its way to the keychain.
 */
import { z } from 'zod';
import { changedSchema, madeSchema } from './making.ts';
import { authorizationSchema } from './people.ts';
import { appErrorSchema, atMsSchema, nothing, writtenText } from './wire.ts';

const name = writtenText(60, 1);
const addresses = z.array(z.string().min(1).max(60)).max(100);
const authorization = authorizationSchema;

const keySchema = z.object({
  name: z.string(),
  by: z.string(),
  atMs: atMsSchema,
  /** `here`: this PC signs with it. `not-here`: with another. `not-known`: nobody entered its value here. */
  use: z.enum(['here', 'not-here', 'not-known']),
  deleted: z.object({ by: z.string(), atMs: atMsSchema }).nullable(),
});
export type ApiKey = z.output<typeof keySchema>;

export const credentialsContract = {
  /** The keys that were made here, newest first: the gateway lists none. */
  'credentials.keys': {
    right: 'see',
    input: z.strictObject({}),
    output: z.object({
      keys: z.array(keySchema),
      /** False in Practice, where the built-in gateway has one key for good. */
      canEnter: z.boolean(),
    }),
  },
  'credentials.makeKey': {
    right: 'credentials',
    input: z.strictObject({ name, despiteDouble: z.boolean(), authorization }),
    output: madeSchema,
  },
  /** The key that this PC signs with now is the one of this name. */
  'credentials.entered': { right: 'credentials', input: z.strictObject({ name }), output: nothing },
  /** Reads a saved card under the signature of the key in use. `no-card`: there is none to read, so nothing was sent. */
  'credentials.tryKey': {
    right: 'credentials',
    input: z.strictObject({ name }),
    output: z.object({
      ending: z.enum(['works', 'refused', 'no-card']),
      error: appErrorSchema.nullable(),
    }),
  },
  /** `despiteUse`: a person was told what stops. Error: input/key-in-use. */
  'credentials.deleteKey': {
    right: 'credentials',
    input: z.strictObject({ name, typed: z.string().max(300), despiteUse: z.boolean(), authorization }),
    output: changedSchema,
  },
  /** `own`: this PC's address as the gateway sees it, where that can be known. */
  'credentials.addresses': {
    right: 'credentials',
    onlyReads: true,
    input: z.strictObject({}),
    output: z.object({ addresses: z.array(z.string()), own: z.string().nullable() }),
  },
  /**
   * Replaces the list `before`, if that is still the gateway's, and reads it. `shut-out`: the gateway refuses this PC now.
   * Errors: input/list-changed, address-not-understood, shuts-out.
   */
  'credentials.saveAddresses': {
    right: 'credentials',
    input: z.strictObject({
      before: addresses,
      after: addresses,
      /** A person was told that this PC is not in it, or that nobody knows. */
      despiteOwn: z.boolean(),
      authorization,
    }),
    output: z.object({
      ending: z.enum(['done', 'not-saved', 'other', 'not-known', 'shut-out']),
      /** As it was read afterwards; null if it could not be read. */
      addresses: z.array(z.string()).nullable(),
    }),
  },
} as const;

export const credentialsEvents = { 'credentials.changed': nothing } as const;
