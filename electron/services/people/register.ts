/**
 * The register of people. It is in the keychain and nowhere else: whoever has the files of this PC can neither read a hash nor
 * make himself administrator. What cannot be read is an error, and never "nobody yet".
 */
import { z } from 'zod';
import { limitsSchema, rulesSchema, type Rules } from '#shared/contract/people.ts';
import { defaultLimits } from '#shared/domain/ladder.ts';
import { roles } from '#shared/domain/rights.ts';
import { peopleError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { Keychain } from '../../keychain/keychain.ts';
import { keptPinSchema } from './pin.ts';

const INDEX = 'people';
const accountOf = (personId: string) => `person:${personId}`;

const keptPersonSchema = z.object({
  name: z.string(),
  role: z.enum(roles),
  active: z.boolean(),
  pin: keptPinSchema,
  failedTries: z.number().int().nonnegative(),
  /** The running time that still has to pass. It is no time of day: setting the clock changes nothing. */
  blockedRemainingMs: z.number().int().nonnegative(),
  /**
   * Of somebody whom head office keeps: name, role and active are copies. `codeSeq`: which code was taken in last; `code`: with it they
   * may choose a PIN here, once.
   */
  chain: z
    .object({
      codeSeq: z.number().int().nonnegative(),
      code: keptPinSchema.extend({ untilMs: z.number(), tries: z.number().int() }).nullable(),
    })
    .optional(),
});
export type KeptPerson = z.output<typeof keptPersonSchema>;

/** Rules that are older than write-offs have no limit for them. */
const writeOff = limitsSchema.shape.writeOff.default([...defaultLimits.writeOff]);
const indexSchema = z.object({
  version: z.literal(1),
  ids: z.array(z.string()).min(1),
  rules: rulesSchema.extend({ limits: limitsSchema.extend({ writeOff }) }),
  /** Which list of head office this PC takes its people from, and up to where it has. Codes count that came after it began to. */
  chain: z
    .object({
      place: z.string(),
      first: z.string(),
      codesAfter: z.number().int(),
      seq: z.number().int(),
      hash: z.string(),
    })
    .optional(),
});
export type Index = z.output<typeof indexSchema>;
export type Loaded = { readonly index: Index; readonly people: ReadonlyMap<string, KeptPerson> };

export const defaultRules: Rules = { lockAfterMinutes: 5, limits: limitsSchema.parse(encodedLimits()) };

function encodedLimits(): z.input<typeof limitsSchema> {
  return z.encode(limitsSchema, defaultLimits as Rules['limits']);
}

const parsed = <T extends z.ZodType>(schema: T, text: string): Result<z.output<T>, AppError> => {
  try {
    return ok(schema.parse(JSON.parse(text)));
  } catch {
    // The text is not ours, or of a newer Closeout. The failure's own words could quote a secret.
    return err(peopleError('register-unreadable'));
  }
};

export type Register = ReturnType<typeof createRegister>;

export function createRegister(keychain: Keychain) {
  let sessionOnly = false;

  async function put(account: string, value: unknown): Promise<Result<null, AppError>> {
    const kept = await keychain.set(account, JSON.stringify(value));
    if (!kept.ok) return kept;
    sessionOnly = kept.value === 'session-only';
    return ok(null);
  }

  async function person(personId: string): Promise<Result<KeptPerson | null, AppError>> {
    const kept = await keychain.get(accountOf(personId));
    if (!kept.ok) return kept;
    return kept.value === null ? ok(null) : parsed(keptPersonSchema, kept.value);
  }

  return {
    sessionOnly: () => sessionOnly,
    person,
    putPerson: (personId: string, kept: KeptPerson) => put(accountOf(personId), kept),
    removePerson: (personId: string) => keychain.delete(accountOf(personId)),
    putIndex: (index: Index) => put(INDEX, z.encode(indexSchema, index)),

    /** Null: nobody has ever been added. */
    async load(): Promise<Result<Loaded | null, AppError>> {
      const kept = await keychain.get(INDEX);
      if (!kept.ok) return kept;
      if (kept.value === null) return ok(null);
      const index = parsed(indexSchema, kept.value);
      if (!index.ok) return index;
      const people = new Map<string, KeptPerson>();
      for (const personId of index.value.ids) {
        const found = await person(personId);
        if (!found.ok) return found;
        // The index names a person who is not there: somebody took them out, and the rest may not be whole.
        if (found.value === null) return err(peopleError('register-unreadable'));
        people.set(personId, found.value);
      }
      return ok({ index: index.value, people });
    },
  };
}
