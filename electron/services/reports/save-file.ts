/**
 * One file, whole or not at all, under a name that was free: written beside as its content comes, synced, then renamed onto the
 * name it reserved.
 */
import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { storageError, type StorageError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { syncFolder } from '../../database/sync-file.ts';

const MOST_NAMES = 10_000;
/** Ours alone, and of a process that ended without a word once nothing has been added to it for so long. */
const TEMPORARY = /^\.closeout-[0-9a-f]{12}\.part$/;
const ABANDONED_AFTER_MS = 86_400_000;
/** A mask of the rights that a file may take from its folder: nobody executes it, only its owner and group write it. */
const SHARED = 0o664;
const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? 'UNKNOWN';

/** The error to show for a code of the operating system. */
export function exportError(error: unknown, folder: string): StorageError {
  const code = codeOf(error);
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return storageError('export-not-writable', { folder });
  if (['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code)) return storageError('export-disk-full', { folder });
  if (
    ['ENOENT', 'ENOTDIR', 'EEXIST', 'ENAMETOOLONG', 'EINVAL', 'ELOOP', 'ERR_INVALID_ARG_VALUE'].includes(code)
  )
    return storageError('export-folder-invalid', { folder });
  return storageError('export-failed', { folder, code });
}

/** Makes an empty file of the first free name; it holds the name until the content is renamed onto it. */
async function reserve(folder: string, name: string, ending: string): Promise<string> {
  for (let number = 1; number <= MOST_NAMES; number += 1) {
    const path = join(folder, `${name}${number === 1 ? '' : `-${number}`}.${ending}`);
    try {
      await (await open(path, 'wx')).close();
      return path;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
  throw new Error('every name is taken');
}

export type Written = { readonly path: string; readonly bytes: number; readonly sha256: string };
/** Takes the next bytes of the file; the next ones may come when it has answered. */
export type Write = (bytes: Uint8Array) => Promise<void>;

async function writeBeside(
  path: string,
  fill: (write: Write) => Promise<void>,
): Promise<Omit<Written, 'path'>> {
  const file: FileHandle = await open(path, 'wx');
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    await fill(async (piece) => {
      hash.update(piece);
      bytes += piece.length;
      await file.writeFile(piece);
    });
    await file.sync();
  } finally {
    await file.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Removes the files that a process left when it was killed while it wrote. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isFile() || !TEMPORARY.test(entry.name)) continue;
    const path = join(folder, entry.name);
    if (Date.now() - (await stat(path)).mtimeMs > ABANDONED_AFTER_MS) await rm(path, { force: true });
  }
}

/** `fill` writes the content, and throws to leave nothing of it. `folder` is made if it is missing. */
export async function writeFileWhole(
  { folder, name, ending }: { folder: string; name: string; ending: string },
  fill: (write: Write) => Promise<void>,
): Promise<Result<Written, StorageError>> {
  if (!isAbsolute(folder)) return err(storageError('export-folder-invalid', { folder }));
  const temporary = join(folder, `.closeout-${randomBytes(6).toString('hex')}.part`);
  let reserved: string | null = null;
  try {
    await mkdir(folder, { recursive: true });
    // A folder that cannot be tidied, or was by somebody else meanwhile, can be written to all the same.
    await removeAbandoned(folder).catch(() => {});
    const written = await writeBeside(temporary, fill);
    // A file in a folder that a person chose has that folder's rights; our own files are private.
    await chmod(temporary, (await stat(folder)).mode & SHARED);
    reserved = await reserve(folder, name, ending);
    await rename(temporary, reserved);
    syncFolder(folder);
    return ok({ path: reserved, ...written });
  } catch (error) {
    for (const path of [temporary, reserved])
      if (path !== null) await rm(path, { force: true }).catch(() => {});
    return err(exportError(error, folder));
  }
}

/** The path of the new file. */
export async function saveFile(
  folder: string,
  name: string,
  ending: string,
  content: Uint8Array,
): Promise<Result<string, StorageError>> {
  const file = await writeFileWhole({ folder, name, ending }, (write) => write(content));
  return file.ok ? ok(file.value.path) : file;
}

/** Makes the folder and tries whether a file can be written in it. */
export async function tryFolder(folder: string): Promise<Result<null, StorageError>> {
  const saved = await saveFile(folder, '.closeout-try', 'part', new Uint8Array([10]));
  if (!saved.ok) return saved;
  await rm(saved.value, { force: true });
  return ok(null);
}
