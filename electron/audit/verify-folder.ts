/** Every profile's journal in a data folder, verified read-only: the open ones, and those of removed profiles. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { z } from 'zod';
import { textOf } from '#shared/errors/text-of.ts';
import type { ReadableDb } from '../database/db.ts';
import { verifyJournal } from '../database/repositories/audit.ts';
import type { AnchorStore, ReadAnchor } from './anchor.ts';
import type { Verdict } from './verify.ts';

export type VerifiedJournal = {
  /** The folder's name. */
  readonly name: string;
  readonly anchor: ReadAnchor['kind'];
  /** True if the last run ended properly: it wrote down how long the record is, so a shortened one is noticed. */
  readonly closed: boolean;
  readonly verdict: Verdict | { readonly ok: null; readonly problem: string };
};

const ownerSchema = z.object({ id: z.string(), keychainId: z.string() });

function ownerOf(folder: string): z.output<typeof ownerSchema> | null {
  try {
    return ownerSchema.parse(JSON.parse(readFileSync(join(folder, 'profile.json'), 'utf8')));
  } catch {
    // Without it neither the owner nor the anchor is known; the chain itself can still be verified.
    return null;
  }
}

async function verifyProfile(
  folder: string,
  name: string,
  anchorsOf: (keychainId: string) => AnchorStore,
): Promise<VerifiedJournal> {
  const owner = ownerOf(folder);
  const read: ReadAnchor = owner ? await anchorsOf(owner.keychainId).read() : { kind: 'none' };
  const anchor = read.kind === 'found' ? read.anchor : null;
  const about = { name, anchor: read.kind, closed: anchor?.open === false };
  let db: Sqlite.Database | null = null;
  try {
    db = new Sqlite(join(folder, 'journal.sqlite'), { readonly: true, fileMustExist: true });
    const journal = db as unknown as ReadableDb;
    return { ...about, verdict: verifyJournal(journal, { anchor, owner: owner?.id ?? null }) };
  } catch (error) {
    const problem = textOf(error);
    return { ...about, verdict: { ok: null, problem } };
  } finally {
    db?.close();
  }
}

export async function verifyFolder(
  dataDir: string,
  anchorsOf: (keychainId: string) => AnchorStore,
): Promise<VerifiedJournal[]> {
  const found: VerifiedJournal[] = [];
  for (const part of ['profiles', 'removed']) {
    const folder = join(dataDir, part);
    if (!existsSync(folder)) continue;
    const names = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
      .sort();
    for (const name of names)
      found.push(await verifyProfile(join(folder, name), `${part}/${name}`, anchorsOf));
  }
  return found;
}
