import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { contract } from './shared/contract/index.ts';

const here = (path: string) => resolve(import.meta.dirname, path);

/** fflate declares a `require` of its own, and the bundle of an ES module declares one, too: two in one file do not parse. */
const fflateRequire = {
  name: 'fflate-require',
  transform: (code: string, id: string) =>
    id.includes('/fflate/')
      ? code.replace('var require =', 'var requireOwn =').replace('(_a = require(', '(_a = requireOwn(')
      : null,
};

/** Main (with its workers), preload (CommonJS, which sandboxed preloads need) and the window. */
export default defineConfig({
  main: {
    plugins: [fflateRequire],
    build: {
      outDir: 'out/main',
      rollupOptions: {
        input: {
          main: here('electron/hosts/desktop/main.ts'),
          'browser-host': here('electron/hosts/browser/browser-host.ts'),
          'database-worker': here('electron/database/worker.ts'),
          'statement-worker': here('electron/statements/worker.ts'),
          'head-office-worker': here('electron/head-office/worker.ts'),
          'key-process': here('electron/key-process/child.ts'),
          'export-worker': here('electron/services/reports/export-worker.ts'),
        },
        output: { format: 'es' },
      },
    },
  },
  preload: {
    define: { CHANNELS: JSON.stringify(Object.keys(contract)) },
    build: {
      outDir: 'out/preload',
      rollupOptions: {
        input: { preload: here('electron/hosts/desktop/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: here('renderer'),
    build: {
      outDir: here('out/renderer'),
      minify: true,
      rollupOptions: { input: here('renderer/index.html') },
      chunkSizeWarningLimit: 4000,
    },
    plugins: [react()],
  },
});
