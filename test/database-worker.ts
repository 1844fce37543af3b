/** The database worker that tests start: built before the run (tooling/build-database-worker.ts), from its source in `npm run watch`. */
import { pathToFileURL } from 'node:url';

export const BUILT_DATABASE_WORKER = 'CLOSEOUT_TEST_DATABASE_WORKER';
const built = process.env[BUILT_DATABASE_WORKER];

export const databaseWorkerUrl = built
  ? pathToFileURL(built)
  : new URL('../electron/database/worker.ts', import.meta.url);
