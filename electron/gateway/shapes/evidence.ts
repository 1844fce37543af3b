/** What is known of each word of a shape, and how it is known. */
import { z } from 'zod';

/** `fits`: nothing contradicts it, and nothing proves it. */
const proofs = ['proven', 'fits', 'not-proven'] as const;
const grounds = [
  'own-name', // the name that we assume
  'name', // another name that says the same
  'sum', // whole less fees and VAT is the net
  'rows', // the sum of the rows that belong to it
  'recount', // the summary is what the rows come to
  'known', // ids or amounts that are known from elsewhere
  'order', // it opens before it closes
  'values', // what dates, states, currencies and counts look like
  'decimals', // written with decimals: no minor unit is
  'size', // the smaller of two
  'contradicts-names', // the arithmetic holds, and the names say otherwise
] as const;

export const evidenceSchema = z.strictObject({
  proof: z.enum(proofs),
  by: z.enum(grounds),
  held: z.number().int().min(0),
  of: z.number().int().min(0),
  /** Three values, digits of cards and names masked. */
  examples: z.array(z.string()).max(3),
});
export type Evidence = z.output<typeof evidenceSchema>;

/** A proof that holds on fewer rows may hold by chance. */
export const ENOUGH_FOR_PROOF = 5;

const NAME = /name|holder|customer|recipient|beneficiary|phone|mobile|email|address/i;
/** A value as a person may see it: no name, no long number whole. */
export function masked(path: readonly string[], value: string): string {
  const short = value.length > 60 ? `${value.slice(0, 60)}…` : value;
  if (NAME.test(path.at(-1) ?? '')) return short.replaceAll(/[\p{L}\p{N}]/gu, '•');
  return short.replaceAll(/\d{12,}/g, (digits) => `${'•'.repeat(digits.length - 4)}${digits.slice(-4)}`);
}
