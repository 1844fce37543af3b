/** Into an age file under a passphrase, and out of it. The file is read and written as a stream. */
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';
import { BACKUP_WORK_FACTOR } from '#shared/domain/hash-costs.ts';
import { textOf } from '#shared/errors/text-of.ts';
import { BackupError } from './format.ts';

const web = (source: Readable) => Readable.toWeb(source) as WebStream<Uint8Array<ArrayBuffer>>;

export async function seal(source: Readable, path: string, passphrase: string): Promise<void> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(BACKUP_WORK_FACTOR);
  const sealed = await encrypter.encrypt(web(source) as never);
  await pipeline(
    Readable.fromWeb(sealed as never),
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
  );
}

/** The error's message is age's: it never holds the passphrase. */
function failureOf(error: unknown): unknown {
  const message = textOf(error);
  if (/no identity matched/i.test(message)) return new BackupError('passphrase-wrong', message);
  if ((error as NodeJS.ErrnoException).code !== undefined) return error;
  return new BackupError('not-a-backup', message);
}

export async function unseal(path: string, to: string, passphrase: string): Promise<void> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  let opened: unknown;
  try {
    opened = await decrypter.decrypt(web(createReadStream(path)) as never);
  } catch (error) {
    throw failureOf(error);
  }
  try {
    await pipeline(
      Readable.fromWeb(opened as never),
      createWriteStream(to, { flags: 'wx', mode: 0o600 }) as Writable,
    );
  } catch (error) {
    // A byte that was changed, or an end that is missing: age proves each part.
    if ((error as NodeJS.ErrnoException).code !== undefined) throw error;
    throw new BackupError('not-whole', textOf(error));
  }
}
