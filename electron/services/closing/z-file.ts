/** A Z as text to keep or send, and what this data says of such a text. */
import { z } from 'zod';
import type { OutputOf } from '#shared/contract/index.ts';
import { canonicalJson } from '#shared/text/canonical-json.ts';
import type { SealedZ } from '../../database/repositories/closing/index.ts';

const FORMAT = 'closeout-z';
const VERSION = 1;

/** The file is one line of canonical JSON, because its verification compares every character. */
export const zFileText = (profileId: string, { document, text }: SealedZ): string =>
  `${canonicalJson({
    format: FORMAT,
    version: VERSION,
    profileId,
    sha256: document.sha256,
    sealedSeq: document.sealedSeq,
    content: JSON.parse(text) as unknown,
  })}\n`;

/** ASCII, and safe as a file's name everywhere: the branch is in the content. */
export const zFileName = ({ document: { content } }: SealedZ): string =>
  `z-${content.businessDate}-no-${content.number}-rev-${content.revision}.json`;

const claimSchema = z.object({
  format: z.literal(FORMAT),
  profileId: z.string(),
  content: z.object({
    branchKey: z.string(),
    number: z.number().int().positive(),
    revision: z.number().int().positive(),
  }),
});
type Claim = z.output<typeof claimSchema>;

/** Which Z a text says it is; null if it is none. */
export function claimOf(text: string): Claim | null {
  try {
    return claimSchema.safeParse(JSON.parse(text.replace(/^\uFEFF/, ''))).data ?? null;
  } catch {
    // Not JSON: no Z of ours.
    return null;
  }
}

const bare = (text: string): string => text.replace(/^\uFEFF/, '').trim();

export function judgeZFile(
  profileId: string,
  text: string,
  claim: Claim,
  kept: SealedZ | null,
): OutputOf<'closing.verifyZ'> {
  const { number } = claim.content;
  if (claim.profileId !== profileId) return { kind: 'other-profile', profileId: claim.profileId };
  if (!kept) return { kind: 'unknown-here', number };
  const { document } = kept;
  if (kept.sealedAtMs === null) return { kind: 'changed', where: 'kept', number, z: document };
  // The text itself, not what it means: a doubled name would mean one thing to us and another to a reader.
  if (bare(text) !== bare(zFileText(profileId, kept)))
    return { kind: 'changed', where: 'file', number, z: document };
  return { kind: 'valid', z: document, sealedAtMs: kept.sealedAtMs };
}
