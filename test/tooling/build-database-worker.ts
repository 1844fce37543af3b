/** Builds the database worker as one plain file, as a release has it: it starts several times faster than from TypeScript. */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { BUILT_DATABASE_WORKER } from '../database-worker.ts';

const root = join(import.meta.dirname, '../..');
const source = join(root, 'electron/database/worker.ts');

/** Builds it for this process and its children. Always at the same path, so that Node's compile cache knows it. */
export async function buildDatabaseWorker(): Promise<void> {
  const folder = join(root, 'node_modules/.cache/closeout/database-worker');
  const outDir = join(folder, String(process.pid));
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['better-sqlite3'] },
    build: {
      ssr: true,
      outDir,
      target: 'node24',
      minify: false,
      rollupOptions: {
        input: source,
        output: { format: 'es', entryFileNames: 'worker.mjs', codeSplitting: false },
      },
    },
  });
  const built = join(folder, 'worker.mjs');
  mkdirSync(folder, { recursive: true });
  // Renamed, so that another run never reads half of it.
  renameSync(join(outDir, 'worker.mjs'), built);
  rmSync(outDir, { recursive: true });
  process.env[BUILT_DATABASE_WORKER] = built;
}
