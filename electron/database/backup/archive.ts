/** The zip inside a backup. What is taken out is checked against the manifest, name by name and byte by byte. */
import { createWriteStream, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openPromise, type Entry, type ZipFile as OpenZip } from 'yauzl';
import { ZipFile } from 'yazl';
import { textOf } from '#shared/errors/text-of.ts';
import { sha256Of } from './copies.ts';
import { BackupError, isAllowedName, MANIFEST, manifestSchema, type Manifest } from './format.ts';

/** Sheets of a fortune: no shop has more, and a disk is not filled by a file that lies. */
const MOST_BYTES = 64 * 1024 ** 3;

export function packed(folder: string, manifest: Manifest): Readable {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(JSON.stringify(manifest, null, 2)), MANIFEST);
  for (const name of Object.keys(manifest.files)) zip.addFile(join(folder, name), name);
  zip.end();
  return zip.outputStream as Readable;
}

async function extract(zip: OpenZip, entry: Entry, folder: string): Promise<void> {
  const name = entry.fileName;
  if (name !== MANIFEST && !isAllowedName(name)) throw new BackupError('not-a-backup', `holds ${name}`);
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const source = await zip.openReadStreamPromise(entry);
  await pipeline(source, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
}

function manifestIn(folder: string): Manifest {
  const path = join(folder, MANIFEST);
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new BackupError('not-a-backup', 'it has no manifest');
  }
  if (Number((json as { format?: unknown }).format) > 1)
    throw new BackupError('newer-version', 'made by a newer Closeout');
  const manifest = manifestSchema.safeParse(json);
  if (!manifest.success) throw new BackupError('not-a-backup', 'its manifest cannot be read');
  rmSync(path);
  return manifest.data;
}

/** Unpacks into an empty folder and answers the manifest; throws where a file is missing, is too many, or differs. */
export async function unpack(zipPath: string, folder: string): Promise<Manifest> {
  const names: string[] = [];
  let bytes = 0;
  let zip: OpenZip | null = null;
  try {
    zip = await openPromise(zipPath, { lazyEntries: true, autoClose: false, validateEntrySizes: true });
    for await (const entry of zip.eachEntry()) {
      bytes += entry.uncompressedSize;
      if (bytes > MOST_BYTES) throw new BackupError('not-a-backup', 'too large');
      await extract(zip, entry, folder);
      if (entry.fileName !== MANIFEST) names.push(entry.fileName);
    }
  } catch (error) {
    if (error instanceof BackupError || (error as NodeJS.ErrnoException).code !== undefined) throw error;
    throw new BackupError('not-whole', textOf(error));
  } finally {
    zip?.close();
  }
  const manifest = manifestIn(folder);
  const wanted = Object.keys(manifest.files);
  if ([...wanted].sort().join('\n') !== [...names].sort().join('\n'))
    throw new BackupError('not-whole', 'files are missing, or too many');
  for (const [name, known] of Object.entries(manifest.files)) {
    const found = sha256Of(join(folder, name));
    if (found.sha256 !== known.sha256) throw new BackupError('not-whole', `${name} differs`);
  }
  return manifest;
}
