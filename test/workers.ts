/** The worker threads that tests start: built before the run (tooling/build-workers.ts), from their sources in `npm run watch`. */
import { pathToFileURL } from 'node:url';

/** The folder in which they are built. */
export const BUILT_WORKERS = 'CLOSEOUT_TEST_WORKERS';

export const workerSources = {
  database: 'electron/database/worker.ts',
  'prepared-database': 'test/prepared-database-worker.ts',
  statement: 'electron/statements/worker.ts',
  export: 'electron/services/reports/export-worker.ts',
  'head-office': 'electron/head-office/worker.ts',
} as const;

const built = process.env[BUILT_WORKERS];
const urlOf = (name: keyof typeof workerSources): URL =>
  built
    ? new URL(`${name}.mjs`, pathToFileURL(`${built}/`))
    : new URL(`../${workerSources[name]}`, import.meta.url);

/** For tests of the files themselves: a new profile's are made by the product. */
export const databaseWorkerUrl = urlOf('database');
/** A new profile's files are copies of prepared ones. */
export const preparedWorkerUrl = urlOf('prepared-database');
export const statementWorkerUrl = urlOf('statement');
export const exportWorkerUrl = urlOf('export');
export const headOfficeWorkerUrl = urlOf('head-office');
