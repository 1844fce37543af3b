/** The files that a run reads, all on one connection that cannot write them. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';

const CACHE_KIB = 64 * 1024;
const MAPPED_BYTES = 4 * 1024 ** 3;

/** Read-only, and so is everything attached to it; its own tables are temporary. */
export function openSource(folder: string): { source: Database; hasImports: boolean } {
  const source = new Sqlite(join(folder, 'cache.sqlite'), { readonly: true });
  try {
    source.pragma(`cache_size = -${CACHE_KIB}`);
    source.pragma('temp_store = FILE');
    source.prepare('ATTACH ? AS journal').run(join(folder, 'journal.sqlite'));
    const imports = join(folder, 'imports.sqlite');
    const hasImports = existsSync(imports);
    if (hasImports) source.prepare('ATTACH ? AS imports').run(imports);
    source.pragma(`mmap_size = ${MAPPED_BYTES}`);
    return { source, hasImports };
  } catch (error) {
    source.close();
    throw error;
  }
}
