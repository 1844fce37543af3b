/** Backups of everything that cannot be read again: encrypted with a passphrase, read back, and restored into an empty place. */
import { z } from 'zod';
import { appErrorSchema, atMsSchema, countSchema, nothing } from './wire.ts';

/** Judged by the core, in its own words. */
const passphraseInput = z.string().max(500);
const pathInput = z.string().trim().max(1_000);

const madeSchema = z.object({ path: z.string(), bytes: countSchema, atMs: atMsSchema });
const backupStateSchema = z.object({
  folder: z.string(),
  /** Null: only when somebody asks. */
  everyHours: z.number().int().nullable(),
  /** A passphrase is kept in the keychain, for the schedule. `session-only`: until Closeout ends. */
  passphrase: z.enum(['stored', 'session-only', 'absent']),
  last: madeSchema.nullable(),
  /** Why the last one by schedule was not made; gone with the next one that is. */
  lastError: z.object({ error: appErrorSchema, atMs: atMsSchema }).nullable(),
  busy: z.boolean(),
});
export type BackupState = z.output<typeof backupStateSchema>;

export const backupContract = {
  'backup.state': { right: 'settings.app', onlyReads: true, input: nothing, output: backupStateSchema },
  /** An empty passphrase leaves the kept one; without a schedule it is forgotten. */
  'backup.setSchedule': {
    right: 'settings.app',
    input: z.object({
      folder: pathInput.nullable(),
      everyHours: z.number().int().min(1).max(168).nullable(),
      passphrase: passphraseInput,
    }),
    output: backupStateSchema,
  },
  /** Made, and read back before it is called made. An empty passphrase means the kept one. */
  'backup.make': {
    right: 'settings.app',
    input: z.object({ passphrase: passphraseInput }),
    output: madeSchema.extend({ profiles: countSchema, sha256: z.string() }),
  },
  /** Only if there is no merchant but practice. Money stays stopped until a person has looked up what came after the backup. */
  'backup.restore': {
    right: 'settings.profiles',
    input: z.object({ file: pathInput, passphrase: passphraseInput }),
    output: z.object({ madeAtMs: atMsSchema, profiles: countSchema }),
  },
} as const;

export const backupEvents = {
  'backup.changed': backupStateSchema,
} as const;
