/** Which PINs are allowed, and how they are stored: as a salted scrypt hash, made off the main thread. */
import { scrypt, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { PIN_COST } from '#shared/domain/hash-costs.ts';
import { peopleError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { stripDirectionMarks, toAsciiDigits } from '#shared/text/digits.ts';
import type { Random } from '#shared/time/clock.ts';

export const keptPinSchema = z.object({
  salt: z.string(),
  hash: z.string(),
  n: z.number().int(),
  r: z.number().int(),
  p: z.number().int(),
});
type KeptPin = z.output<typeof keptPinSchema>;

const HASH_BYTES = 32;

/** Stands for the PIN of a person who has not chosen one on this PC. No PIN has this hash. */
export const NO_PIN: KeptPin = { salt: '', hash: '', ...PIN_COST };
export const hasPin = ({ pin }: { readonly pin: KeptPin }): boolean => pin.hash !== '';

const clean = (typed: string): string => toAsciiDigits(stripDirectionMarks(typed)).trim();

const isRow = (pin: string, step: number): boolean =>
  [...pin].every((digit, at) => at === 0 || Number(digit) - Number(pin[at - 1]) === step);

/** A new PIN has six to twelve digits, Arabic or Latin, and is not one that anybody would try first. */
export function newPinOf(typed: string): Result<string, AppError> {
  const pin = clean(typed);
  if (!/^\d{6,12}$/.test(pin)) return err(peopleError('pin-unusable'));
  return [0, 1, -1].some((step) => isRow(pin, step)) ? err(peopleError('pin-weak')) : ok(pin);
}

const derive = (pin: string, { salt, n, r, p }: Omit<KeptPin, 'hash'>): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(pin, Buffer.from(salt, 'base64'), HASH_BYTES, { N: n, r, p, maxmem: 256 * n * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );

/** The cost for a PIN that the screen shows: nobody has to be kept from guessing it. */
const SHOWN_COST = { n: 2 ** 10, r: 8, p: 1 };

export const keepShownPin = (pin: string, random: Random): Promise<KeptPin> =>
  keepPin(pin, random, SHOWN_COST);

export async function keepPin(pin: string, random: Random, cost = PIN_COST): Promise<KeptPin> {
  const kept = { salt: Buffer.from(random.bytes(16)).toString('base64'), ...cost };
  return { ...kept, hash: (await derive(pin, kept)).toString('base64') };
}

export async function isPin(typed: string, kept: KeptPin): Promise<boolean> {
  const wanted = Buffer.from(kept.hash, 'base64');
  const given = await derive(clean(typed), kept);
  return wanted.length === given.length && timingSafeEqual(given, wanted);
}
