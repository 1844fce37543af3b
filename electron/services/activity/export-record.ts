/** The whole record into one file: under another name until it is whole, so that half of one never looks like one. */
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { parseAnchor } from '../../audit/anchor.ts';
import { exportRecord, type ExportFacts } from '../../audit/export.ts';
import { DatabaseFailure, type Database } from '../../database/client.ts';
import { storageErrorOf } from '../../database/storage-error.ts';

type ExportedRecord = { path: string; entries: number; events: number; head: string };

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : 'UNEXPECTED';

/** "activity-2026-11-21T14-05-09-1f2e3d4c.jsonl": `unique` keeps two exports of one second apart. */
const nameOf = ({ madeAtMs }: ExportFacts, unique: string) =>
  `activity-${new Date(madeAtMs).toISOString().slice(0, 19).replaceAll(':', '-')}-${unique}.jsonl`;

/** Rejects only when the database itself fails. */
export async function exportRecordTo(
  folder: string,
  db: Database,
  facts: ExportFacts,
  unique: string,
): Promise<Result<ExportedRecord, AppError>> {
  const path = join(folder, nameOf(facts, unique));
  const half = `${path}.part`;
  let first = '';
  async function* lines(): AsyncGenerator<string> {
    for await (const line of exportRecord(db, facts)) {
      if (first === '') first = line;
      yield `${line}\n`;
    }
  }
  try {
    await mkdir(folder, { recursive: true });
    await pipeline(Readable.from(lines()), createWriteStream(half, { flags: 'wx', mode: 0o600 }));
    await rename(half, path);
  } catch (error) {
    // The first failure is the news, whether or not something was there to take away.
    await rm(half, { force: true }).catch(() => null);
    if (error instanceof DatabaseFailure) throw error;
    return err(storageErrorOf(codeOf(error), path));
  }
  const anchor = parseAnchor(first);
  return ok({
    path,
    entries: anchor?.count ?? 0,
    events: anchor?.eventCount ?? 0,
    head: anchor?.head ?? '',
  });
}
