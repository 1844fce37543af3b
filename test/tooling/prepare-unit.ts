/** Before Vitest's workers start: a temporary folder for the whole run, and the worker threads built once. */
import type { TestProject } from 'vitest/node';
import { buildWorkers } from './build-workers.ts';
import { useTemporaryFolder } from './temporary.ts';

export default async function prepareUnit({ vitest }: TestProject): Promise<() => void> {
  const removeTemporaryFolder = useTemporaryFolder();
  // While somebody watches, the workers change under the tests: there their sources run.
  if (!vitest.config.watch) await buildWorkers();
  return removeTemporaryFolder;
}
