/**
 * Test files that take more than 5 s on a quiet machine: `npm run quick` leaves them out, every other lane runs them. A new test
 * file needs no entry. `npm test` says which entries are missing or no longer needed.
 */
import { seconds, type Timing } from './counts.ts';

const LIMIT_MS = 5_000;

export const slowFiles: readonly string[] = [];

/** For Vitest's command line. */
export const withoutSlowFiles = (): string[] => slowFiles.map((file) => `--exclude=${file}`);

/** What this list does not say yet, or says no longer. Twice the limit and half of it: a busy machine is slower. */
export function adviceOnSlowFiles(files: readonly Timing[]): string[] {
  const listed = new Set(slowFiles);
  const told = ({ name, ms }: Timing) => `${seconds(ms).padStart(8)}  ${name}`;
  const missing = files.filter(({ name, ms }) => !listed.has(name) && ms > 2 * LIMIT_MS).map(told);
  const quick = files.filter(({ name, ms }) => listed.has(name) && ms < LIMIT_MS / 2).map(told);
  return [
    ...(missing.length > 0 ? ['slow, but not in test/tooling/slow-files.ts:', ...missing] : []),
    ...(quick.length > 0 ? ['in test/tooling/slow-files.ts, but quick:', ...quick] : []),
  ];
}
