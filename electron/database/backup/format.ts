/** What is in a backup: an age file (age-encryption.org/v1) under a passphrase, and in it a zip with these names. */
import { z } from 'zod';

export const MANIFEST = 'manifest.json';
/** A profile's files that cannot be read again from anywhere. The cache and the results can; keys are in no file at all. */
export const PROFILE_FILES = [
  'profile.json',
  'journal.sqlite',
  'imports.sqlite',
  'check-by-hand.json',
  'z-numbers.json',
] as const;
export const FOLDER_FILES = ['settings.json', 'gateway-profile.json', 'gateway-capabilities.json'] as const;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
export const manifestSchema = z.object({
  format: z.literal(1),
  madeAtMs: z.number().int(),
  version: z.string(),
  profiles: z.array(
    z.object({
      id: z.string().regex(/^[a-z0-9-]{1,120}$/),
      /** Where its two chains end. */
      events: z.object({ seq: z.number().int(), hash: z.string() }),
      entries: z.object({ count: z.number().int(), head: z.string() }),
    }),
  ),
  /** Every other file of the zip, with what its bytes are. */
  files: z.record(z.string(), z.object({ sha256: hash, bytes: z.number().int() })),
});
export type Manifest = z.output<typeof manifestSchema>;

/** Nothing else is in a backup, and nothing else is taken out of one. */
const ALLOWED = new RegExp(
  `^(?:${FOLDER_FILES.join('|')}|profiles/[a-z0-9-]{1,120}/(?:${PROFILE_FILES.join('|')}))$`.replaceAll(
    '.',
    '\\.',
  ),
);
export const isAllowedName = (name: string): boolean => ALLOWED.test(name);

export type BackupFailure = 'passphrase-wrong' | 'not-a-backup' | 'not-whole' | 'newer-version' | 'not-empty';
/** Thrown by the parts of a backup; everything else is a code of the operating system. */
export class BackupError extends Error {
  readonly failure: BackupFailure;
  constructor(failure: BackupFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}
