/** The content of an enrolment file: JSON, encrypted in the age format with a passphrase that is made for it and shown once. */
import { z } from 'zod';
import { connectInput } from '#shared/contract/profiles.ts';
import { inputError, storageError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';

const fileSchema = z.object({ format: z.literal(1), kind: z.literal('enrolment'), connect: connectInput });
export type Enrolment = z.output<typeof connectInput>;

/** The passphrase is random and long, so a cheaper hash is as safe. */
const WORK_FACTOR = 14;

export async function sealEnrolment(connect: Enrolment, passphrase: string): Promise<Uint8Array> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(WORK_FACTOR);
  return encrypter.encrypt(JSON.stringify({ format: 1, kind: 'enrolment', connect }));
}

export async function openEnrolment(
  bytes: Uint8Array,
  passphrase: string,
): Promise<Result<Enrolment, AppError>> {
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase.trim().toLowerCase());
  try {
    const text = new TextDecoder().decode(await decrypter.decrypt(bytes));
    const parsed = fileSchema.safeParse(JSON.parse(text));
    return parsed.success ? ok(parsed.data.connect) : err(storageError('enrolment-invalid'));
  } catch (error) {
    // The message comes from age or JSON and could quote decrypted text, so it is not passed on.
    return /no identity matched/i.test(String(error))
      ? err(inputError('enrolment-passphrase-wrong'))
      : err(storageError('enrolment-invalid'));
  }
}
