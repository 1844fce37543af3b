/** Before Vitest's workers start: a temporary folder for the whole run, and the database worker built once. */
import type { TestProject } from 'vitest/node';
import { buildDatabaseWorker } from './build-database-worker.ts';
import { useTemporaryFolder } from './temporary.ts';

export default async function prepareUnit({ vitest }: TestProject): Promise<() => void> {
  const removeTemporaryFolder = useTemporaryFolder();
  // While somebody watches, the worker changes under the tests: there its source runs.
  if (!vitest.config.watch) await buildDatabaseWorker();
  return removeTemporaryFolder;
}
