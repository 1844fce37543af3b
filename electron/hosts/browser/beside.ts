/** The files that this host starts beside itself: built next to it, or the sources where `npm run dev` runs it from them. */
import { join } from 'node:path';

const isBuilt = import.meta.filename.endsWith('.js');
const file = (built: string, source: string) =>
  new URL(isBuilt ? `./${built}.js` : `../../${source}.ts`, import.meta.url);

export const root = join(import.meta.dirname, isBuilt ? '../..' : '../../..');
export const databaseWorkerUrl = file('database-worker', 'database/worker');
export const statementWorkerUrl = file('statement-worker', 'statements/worker');
export const headOfficeWorkerUrl = file('head-office-worker', 'head-office/worker');
export const exportWorkerUrl = file('export-worker', 'services/reports/export-worker');
export const keyProcessUrl = file('key-process', 'key-process/child');
