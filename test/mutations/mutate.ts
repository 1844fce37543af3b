/** Changes one place of the product, runs a check on it, and restores the file. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

export type Mutation = {
  /** Below the root of the repository. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
};
export type Ran = { readonly ok: boolean; readonly said: string };

/** Runs a tool from node_modules. `said` is its whole output. */
export function tool(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Ran {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'node_modules', script), ...args],
    { cwd: root, env: { ...process.env, NO_COLOR: '1', ...env }, encoding: 'utf8' },
  );
  return { ok: status === 0, said: `${stdout}${stderr}` };
}

export function underMutation<T>({ file, from, to }: Mutation, check: () => T): T {
  const path = join(root, file);
  const before = readFileSync(path, 'utf8');
  if (!before.includes(from)) throw new Error(`${file} has no "${from}"`);
  try {
    writeFileSync(
      path,
      before.replace(from, () => to),
    );
    return check();
  } finally {
    writeFileSync(path, before);
  }
}
