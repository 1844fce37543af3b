/** Files on their way in: in a folder of the profile, until they are confirmed, discarded, or the app starts again. */
import { rmSync } from 'node:fs';
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { IMPORT_CHUNK_BYTES, LARGEST_IMPORT } from '#shared/contract/import.ts';
import { type ReadingPart } from '#shared/contract/import-file.ts';
import type { GuessDoubt } from '#shared/domain/statement.ts';
import { importError, inputError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { storageErrorOf } from '../../database/storage-error.ts';
import type { FileInspection, FilePreview, PreviewInput } from '../../statements/protocol.ts';
import type { SourceRef } from '../../database/repositories/imports/heads.ts';
import { openReader, type Reader } from '../../statements/client.ts';

/** What a preview was made of, for `confirm`. */
export type StandingPreview = {
  readonly previewId: string;
  readonly input: PreviewInput;
  readonly file: FilePreview;
  readonly source: { readonly ref: SourceRef; readonly state: string };
  readonly refills: string | null;
};
export type Upload = {
  readonly uploadId: string;
  readonly fileName: string;
  readonly size: number;
  readonly folder: string;
  received: number;
  handle: FileHandle | null;
  reader: Reader | null;
  busy: boolean;
  inspected: FileInspection | null;
  /** Of its reading: what a person chose, for this file or for one like it before, or the letters that were looked at. */
  chosen: readonly ReadingPart[];
  /** What of its guess nothing proves. */
  doubts: readonly GuessDoubt[];
  preview: StandingPreview | null;
};
type Uploads = ReturnType<typeof createUploads>;
export type { Uploads };

/** More are not wanted at once: the oldest goes. */
const MOST_UPLOADS = 4;
const FILE = 'file';

export function createUploads(
  profileFolder: string,
  workerUrl: URL,
  newId: () => string,
  thisYear: () => number,
  onProgress: (upload: Upload, rows: number) => void,
) {
  const home = join(profileFolder, 'uploads');
  const uploads = new Map<string, Upload>();
  // What was on its way when the app ended was never confirmed.
  rmSync(home, { recursive: true, force: true });

  async function remove(uploadId: string): Promise<void> {
    const upload = uploads.get(uploadId);
    uploads.delete(uploadId);
    if (!upload) return;
    await upload.reader?.end();
    await upload.handle?.close();
    upload.handle = null;
    await rm(upload.folder, { recursive: true, force: true });
  }
  const find = (uploadId: string): Result<Upload, AppError> => {
    const upload = uploads.get(uploadId);
    return upload ? ok(upload) : err(importError('upload-gone'));
  };

  return {
    async begin(fileName: string, size: number): Promise<Result<{ uploadId: string }, AppError>> {
      if (size > LARGEST_IMPORT) return err(importError('too-large', { most: LARGEST_IMPORT / 1024 / 1024 }));
      if (size === 0) return err(importError('empty-file'));
      const [oldest] = uploads.keys();
      if (uploads.size >= MOST_UPLOADS && oldest !== undefined) await remove(oldest);
      const uploadId = newId();
      const folder = join(home, uploadId);
      try {
        await mkdir(folder, { recursive: true });
        const handle = await open(join(folder, FILE), 'wx');
        const rest = {
          received: 0,
          handle,
          reader: null,
          busy: false,
          inspected: null,
          chosen: [],
          doubts: [],
          preview: null,
        };
        uploads.set(uploadId, { uploadId, fileName, size, folder, ...rest });
      } catch (error) {
        return err(storageErrorOf((error as NodeJS.ErrnoException).code ?? '', home));
      }
      return ok({ uploadId });
    },

    async chunk(
      uploadId: string,
      at: number,
      base64: string,
    ): Promise<Result<{ received: number }, AppError>> {
      const found = find(uploadId);
      if (!found.ok) return found;
      const upload = found.value;
      const bytes = Buffer.from(base64, 'base64');
      if (bytes.length > IMPORT_CHUNK_BYTES || at + bytes.length > upload.size)
        return err(inputError('invalid', { where: 'base64' }));
      if (at > upload.received) return err(importError('out-of-order', { at: upload.received }));
      if (at + bytes.length <= upload.received) return ok({ received: upload.received });
      if (!upload.handle) return err(importError('upload-gone'));
      try {
        await upload.handle.write(bytes, 0, bytes.length, at);
      } catch (error) {
        return err(storageErrorOf((error as NodeJS.ErrnoException).code ?? '', home));
      }
      upload.received = Math.max(upload.received, at + bytes.length);
      return ok({ received: upload.received });
    },

    /** Runs one thing on a file that is whole; another at the same time is refused. */
    async use<T>(
      uploadId: string,
      run: (upload: Upload, reader: Reader) => Promise<Result<T, AppError>>,
    ): Promise<Result<T, AppError>> {
      const found = find(uploadId);
      if (!found.ok) return found;
      const upload = found.value;
      const { received, size } = upload;
      if (received < size) return err(importError('incomplete', { received, size }));
      if (upload.busy) return err(importError('busy'));
      upload.busy = true;
      try {
        await upload.handle?.close();
        upload.handle = null;
        upload.reader ??= openReader(
          workerUrl,
          { path: join(upload.folder, FILE), stagePath: join(upload.folder, 'stage'), thisYear: thisYear() },
          (rows) => onProgress(upload, rows),
        );
        return await run(upload, upload.reader);
      } finally {
        upload.busy = false;
      }
    },
    find,
    remove,
    async stop(): Promise<void> {
      for (const uploadId of [...uploads.keys()]) await remove(uploadId);
    },
  };
}
