/** The file of an enrolment: JSON in the age format, under a passphrase that is made for it and told once. */
import { randomBytes, randomInt } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { z } from 'zod';
import { connectInput } from '#shared/contract/profiles.ts';
import { inputError, storageError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';

const fileSchema = z.object({ format: z.literal(1), kind: z.literal('enrolment'), connect: connectInput });
export type Enrolment = z.output<typeof connectInput>;

/** No letter or digit that is taken for another one when it is read aloud or written down. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 5;
const IN_GROUP = 5;
/** The passphrase is random and long, so one that takes less time to hash is as safe. */
const WORK_FACTOR = 14;
const LARGEST_BYTES = 64 * 1024;

/** 123 bits in five groups. */
export const newPassphrase = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: IN_GROUP }, () => LETTERS[randomInt(LETTERS.length)] ?? '').join(''),
  ).join('-');

/** Never over a file that is there. */
export async function writeEnrolment(
  path: string,
  connect: Enrolment,
  passphrase: string,
): Promise<Result<null, AppError>> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(WORK_FACTOR);
  const sealed = await encrypter.encrypt(JSON.stringify({ format: 1, kind: 'enrolment', connect }));
  try {
    writeFileSync(path, sealed, { flag: 'wx', mode: 0o600 });
    return ok(null);
  } catch (error) {
    return err(
      storageError('enrolment-not-written', {
        file: path,
        code: (error as NodeJS.ErrnoException).code ?? '',
      }),
    );
  }
}

export async function readEnrolment(path: string, passphrase: string): Promise<Result<Enrolment, AppError>> {
  if (!existsSync(path)) return err(storageError('backup-file-not-found', { file: path }));
  const bytes = readFileSync(path);
  if (bytes.length > LARGEST_BYTES) return err(storageError('enrolment-invalid', { file: path }));
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase.trim().toLowerCase());
  try {
    const text = new TextDecoder().decode(await decrypter.decrypt(bytes));
    const parsed = fileSchema.safeParse(JSON.parse(text));
    return parsed.success ? ok(parsed.data.connect) : err(storageError('enrolment-invalid', { file: path }));
  } catch (error) {
    // The message is age's or JSON's: it could quote what was decrypted, so it is not told.
    return /no identity matched/i.test(String(error))
      ? err(inputError('enrolment-passphrase-wrong'))
      : err(storageError('enrolment-invalid', { file: path }));
  }
}

/** Overwritten, then removed. A disk that writes elsewhere may keep the old bytes: they are still under the passphrase. */
export function destroyEnrolment(path: string): void {
  const file = openSync(path, 'r+');
  try {
    const { size } = fstatSync(file);
    writeSync(file, randomBytes(size), 0, size, 0);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  rmSync(path);
}
