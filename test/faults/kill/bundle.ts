/**
 * The victim and the database worker as two plain files, as a release has them: a process to kill starts from them several
 * times faster than from a tree of TypeScript. Nothing in them is replaced; better-sqlite3 stays the installed one.
 */
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

const root = resolve(import.meta.dirname, '../../..');

export type Bundle = { victim: string; workerUrl: URL; compileCache: string; remove(): void };

const ofMovements = {
  victim: join(import.meta.dirname, 'victim.ts'),
  worker: join(root, 'electron/database/worker.ts'),
};

export async function bundleVictim(input: { victim: string; worker: string } = ofMovements): Promise<Bundle> {
  const folder = mkdtempSync(join(tmpdir(), 'closeout-victim-'));
  // Where the installed packages are found from there.
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const outDir = join(folder, 'built');
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
        input,
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  return {
    victim: join(outDir, 'victim.mjs'),
    workerUrl: pathToFileURL(join(outDir, 'worker.mjs')),
    compileCache: join(folder, 'compiled'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
