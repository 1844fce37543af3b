/** The file of an enrolment and its passphrase. The process that uses keys reads and writes its content. */
import { randomBytes, randomInt } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { storageError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { Enrolment } from '../../key-process/key-desk.ts';

/** No letter or digit that is taken for another one when it is read aloud or written down. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 5;
const IN_GROUP = 5;
const LARGEST_BYTES = 64 * 1024;

/** 123 bits in five groups. */
export const newPassphrase = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: IN_GROUP }, () => LETTERS[randomInt(LETTERS.length)] ?? '').join(''),
  ).join('-');

/** Never over a file that is there. */
export function writeEnrolment(path: string, sealed: Uint8Array): Result<null, AppError> {
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

type Open = (bytes: Uint8Array, passphrase: string) => Promise<Result<Enrolment, AppError>>;

export async function readEnrolment(
  path: string,
  passphrase: string,
  open: Open,
): Promise<Result<Enrolment, AppError>> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return err(storageError('backup-file-not-found', { file: path }));
  // Only a file of this size is read: a pipe would never end, and a large file would fill the memory.
  if (!found.isFile() || found.size > LARGEST_BYTES)
    return err(storageError('enrolment-invalid', { file: path }));
  const bytes = readFileSync(path);
  const opened = await open(bytes, passphrase);
  if (opened.ok || opened.error.code !== 'enrolment-invalid') return opened;
  return err(storageError('enrolment-invalid', { file: path }));
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
