/** A Z file by itself: whether it is whole. Whether it was ever issued only the journal of its profile can tell. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson } from '#shared/text/canonical-json.ts';

const fileSchema = z.object({
  format: z.literal('closeout-z'),
  profileId: z.string(),
  sha256: z.string(),
  sealedSeq: z.number(),
  content: z.looseObject({
    branchKey: z.string(),
    businessDate: z.string(),
    number: z.number(),
    revision: z.number(),
  }),
});
type ZFileFacts = z.output<typeof fileSchema>;

/** Null: this is no Z file. `whole`: it is written as we write them, and its content has the hash that it names. */
export function verifyZText(text: string): { facts: ZFileFacts; whole: boolean } | null {
  const bare = text.replace(/^\uFEFF/, '').trim();
  let value: unknown;
  try {
    value = JSON.parse(bare);
  } catch {
    // Not JSON: no Z of ours.
    return null;
  }
  const facts = fileSchema.safeParse(value).data;
  if (!facts) return null;
  const sha256 = createHash('sha256').update(canonicalJson(facts.content)).digest('hex');
  return { facts, whole: canonicalJson(value) === bare && sha256 === facts.sha256 };
}
