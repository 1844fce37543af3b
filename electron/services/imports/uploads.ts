/** Files on their way in. They stay in a folder of the profile until they are confirmed or discarded, or the app starts again. */
import { rmSync } from 'node:fs';
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { IMPORT_CHUNK_BYTES, LARGEST_IMPORT } from '#shared/contract/import.ts';
import { type ReadingPart } from '#shared/contract/import-file.ts';
import type { GuessDoubt } from '#shared/domain/statement.ts';
import { importError, inputError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { storageErrorOf } from '../../database/storage-error.ts';
import type { FileInspection, FilePreview, PreviewInput } from '../../statements/protocol.ts';
import type { SourceRef } from '../../database/repositories/imports/heads.ts';
import { openReader, type Reader } from '../../statements/client.ts';

/** The parts that a preview was made of: `confirm` compares them. */
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
  /** The parts of the reading that a person chose, for this file or an earlier one like it, or whose letters were looked at. */
  chosen: readonly ReadingPart[];
  /** The parts of the guess that nothing proves. */
  doubts: readonly GuessDoubt[];
  preview: StandingPreview | null;
};
export type Uploads = ReturnType<typeof createUploads>;

/** One more removes the oldest. */
const MOST_UPLOADS = 4;
const FILE = 'file';

type UploadNeeds = {
  readonly profileFolder: string;
  readonly workerUrl: URL;
  readonly newId: () => string;
  readonly thisYear: () => number;
  readonly onProgress: (upload: Upload, rows: number) => void;
};

export function createUploads(needs: UploadNeeds) {
  const home = join(needs.profileFolder, 'uploads');
  const uploads = new Map<string, Upload>();
  // An upload that was on its way when the app ended was never confirmed.
  rmSync(home, { recursive: true, force: true });

  const find = (uploadId: string): Result<Upload, AppError> => {
    const upload = uploads.get(uploadId);
    return upload ? ok(upload) : err(importError('upload-gone'));
  };
  async function remove(uploadId: string): Promise<void> {
    const upload = uploads.get(uploadId);
    uploads.delete(uploadId);
    if (upload) await removeUpload(upload);
  }

  return {
    find,
    remove,

    async begin(fileName: string, size: number): Promise<Result<{ uploadId: string }, AppError>> {
      if (size > LARGEST_IMPORT) return err(importError('too-large', { most: LARGEST_IMPORT / 1024 / 1024 }));
      if (size === 0) return err(importError('empty-file'));
      const [oldest] = uploads.keys();
      if (uploads.size >= MOST_UPLOADS && oldest !== undefined) await remove(oldest);
      const uploadId = needs.newId();
      const made = await makeUpload(home, { uploadId, fileName, size });
      if (!made.ok) return made;
      uploads.set(uploadId, made.value);
      return ok({ uploadId });
    },

    async chunk(
      uploadId: string,
      at: number,
      base64: string,
    ): Promise<Result<{ received: number }, AppError>> {
      const found = find(uploadId);
      return found.ok ? addChunk(found.value, at, Buffer.from(base64, 'base64')) : found;
    },

    async use<T>(uploadId: string, run: Work<T>): Promise<Result<T, AppError>> {
      const found = find(uploadId);
      return found.ok ? runAlone(needs, found.value, run) : found;
    },

    async stop(): Promise<void> {
      for (const uploadId of [...uploads.keys()]) await remove(uploadId);
    },
  };
}

async function makeUpload(
  home: string,
  facts: Pick<Upload, 'uploadId' | 'fileName' | 'size'>,
): Promise<Result<Upload, AppError>> {
  const folder = join(home, facts.uploadId);
  try {
    await mkdir(folder, { recursive: true });
    const handle = await open(join(folder, FILE), 'wx');
    return ok({
      ...facts,
      folder,
      received: 0,
      handle,
      reader: null,
      busy: false,
      inspected: null,
      chosen: [],
      doubts: [],
      preview: null,
    });
  } catch (error) {
    return err(storageErrorOf((error as NodeJS.ErrnoException).code ?? '', home));
  }
}

async function removeUpload(upload: Upload): Promise<void> {
  await upload.reader?.end();
  await upload.handle?.close();
  upload.handle = null;
  await rm(upload.folder, { recursive: true, force: true });
}

async function addChunk(
  upload: Upload,
  at: number,
  bytes: Buffer,
): Promise<Result<{ received: number }, AppError>> {
  if (bytes.length > IMPORT_CHUNK_BYTES || at + bytes.length > upload.size)
    return err(inputError('invalid', { where: 'base64' }));
  if (at > upload.received) return err(importError('out-of-order', { at: upload.received }));
  if (at + bytes.length <= upload.received) return ok({ received: upload.received });
  if (!upload.handle) return err(importError('upload-gone'));
  try {
    await upload.handle.write(bytes, 0, bytes.length, at);
  } catch (error) {
    return err(storageErrorOf((error as NodeJS.ErrnoException).code ?? '', dirname(upload.folder)));
  }
  upload.received = Math.max(upload.received, at + bytes.length);
  return ok({ received: upload.received });
}

type Work<T> = (upload: Upload, reader: Reader) => Promise<Result<T, AppError>>;

/** Runs one piece of work on a file that has arrived whole; another at the same time is refused. */
async function runAlone<T>(needs: UploadNeeds, upload: Upload, work: Work<T>): Promise<Result<T, AppError>> {
  const { received, size } = upload;
  if (received < size) return err(importError('incomplete', { received, size }));
  if (upload.busy) return err(importError('busy'));
  upload.busy = true;
  try {
    await upload.handle?.close();
    upload.handle = null;
    upload.reader ??= openReader(
      needs.workerUrl,
      {
        path: join(upload.folder, FILE),
        stagePath: join(upload.folder, 'stage'),
        thisYear: needs.thisYear(),
      },
      (rows) => needs.onProgress(upload, rows),
    );
    return await work(upload, upload.reader);
  } finally {
    upload.busy = false;
  }
}
