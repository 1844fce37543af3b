/** Before Vitest's workers start: a temporary folder for the whole run, the worker threads built, and a new profile's files. */
import type { TestProject } from 'vitest/node';
import { prepareFiles } from '../prepared-files.ts';
import { buildWorkers } from './build-workers.ts';
import { useTemporaryFolder } from './temporary.ts';

export default async function prepareUnit({ vitest }: TestProject): Promise<() => void> {
  const removeTemporaryFolder = useTemporaryFolder();
  // In watch mode the workers change while the tests run, so their sources are used.
  if (!vitest.config.watch) await buildWorkers();
  prepareFiles();
  return removeTemporaryFolder;
}
