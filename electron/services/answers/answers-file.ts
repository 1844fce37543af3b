/** What was learnt of a gateway's answers, beside its profile. The keychain holds what the file must be, as it does for the hosts. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { appErrorSchema } from '#shared/contract/wire.ts';
import { openNames } from '../../gateway/shapes/forms.ts';
import { proposalSchema } from '../../gateway/shapes/proposal.ts';

const ANSWERS_FILE = 'gateway-answers.json';

const learntSchema = z.strictObject({
  outcome: z.enum(['as-assumed', 'other-form', 'unclear', 'refused', 'not-asked']),
  problem: z.string().nullable(),
  error: appErrorSchema.nullable(),
  proposal: proposalSchema.nullable(),
  /** Null: the one of the table. */
  path: z.string().startsWith('/').nullable(),
  learntAtMs: z.number().int(),
  /** Which words a person has confirmed. Null: nothing of it is read yet. */
  confirmed: z
    .strictObject({ words: z.array(z.string()), by: z.string(), atMs: z.number().int() })
    .nullable(),
});
export type LearntOperation = z.output<typeof learntSchema>;

const walkSteps = ['none', 'learn', 'skipped', 'done'] as const;
const fileSchema = z.strictObject({
  version: z.literal(1),
  walk: z.enum(walkSteps),
  operations: z.partialRecord(z.enum(openNames), learntSchema),
});
export type AnswersFile = z.output<typeof fileSchema>;
export const emptyAnswers = (): AnswersFile => ({ version: 1, walk: 'none', operations: {} });

/** What the keychain holds of the file. */
export type Seal = {
  readonly get: () => Promise<string | null>;
  readonly set: (hash: string) => Promise<boolean>;
};
/** Practice has no keys, and its gateway nothing to learn. */
export const noSeal: Seal = { get: async () => null, set: async () => true };

const hashOf = (raw: string): string => createHash('sha256').update(raw).digest('hex');

/** `changed`: edited by hand, half, or of another version. Nothing of it is believed. */
export async function readAnswers(
  folder: string,
  seal: Seal,
  isBound: boolean,
): Promise<AnswersFile | 'changed'> {
  const path = join(folder, ANSWERS_FILE);
  if (!existsSync(path)) return emptyAnswers();
  const raw = readFileSync(path, 'utf8');
  if (isBound && (await seal.get()) !== hashOf(raw)) return 'changed';
  try {
    return fileSchema.safeParse(JSON.parse(raw)).data ?? 'changed';
  } catch {
    // Half a file: as good as one of somebody else.
    return 'changed';
  }
}

/** Written beside and renamed; the seal goes first, so that a crash in between leaves nothing that is believed wrongly. */
export async function writeAnswers(folder: string, seal: Seal, answers: AnswersFile): Promise<void> {
  const path = join(folder, ANSWERS_FILE);
  const raw = JSON.stringify(answers, null, 2);
  await seal.set(hashOf(raw));
  writeFileSync(`${path}.part`, raw);
  renameSync(`${path}.part`, path);
}
