/** Builds each worker thread as one JavaScript file, as in a release. It starts several times faster than from TypeScript. */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { lowHashCosts } from '../hash-costs.ts';
import { BUILT_WORKERS, workerSources } from '../workers.ts';

const root = join(import.meta.dirname, '../..');
/** Always the same path, so that Node's compile cache knows what is in it. */
const folder = join(root, 'node_modules/.cache/closeout/workers');

async function buildWorker(name: string, input: string): Promise<void> {
  const outDir = join(folder, String(process.pid), name);
  const file = `${name}.mjs`;
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    resolve: { alias: lowHashCosts },
    // fflate declares its own `require`, which would clash with that of the built file.
    ssr: { noExternal: true, external: ['better-sqlite3', 'fflate', 'pg'] },
    build: {
      ssr: true,
      outDir,
      target: 'node24',
      minify: false,
      rollupOptions: {
        input: join(root, input),
        output: { format: 'es', entryFileNames: file, codeSplitting: false },
      },
    },
  });
  // The file is renamed at the end, so that another run never reads half of it.
  renameSync(join(outDir, file), join(folder, file));
}

/** Builds them for this process and its children. */
export async function buildWorkers(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await Promise.all(Object.entries(workerSources).map(([name, input]) => buildWorker(name, input)));
  rmSync(join(folder, String(process.pid)), { recursive: true });
  process.env[BUILT_WORKERS] = folder;
}
